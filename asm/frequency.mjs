// Lays the shipped document frequencies out as they lie in memory: dist/kernel/frequency.img. Runs after tsc.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const text = fileURLToPath(new URL('../dist/src/text/', import.meta.url));
const { BACKGROUND_IMAGE, unpackBackground } = await import(join(text, 'background.js'));

mkdirSync(dirname(BACKGROUND_IMAGE), { recursive: true });
const half = `${BACKGROUND_IMAGE}.${process.pid}`;
writeFileSync(half, new Uint8Array(unpackBackground().handle));
renameSync(half, BACKGROUND_IMAGE);

// Builds every kernel of asm/ into dist/kernel/NAME.wasm; skips those whose sources have not changed.
// A PART is imported by kernels and is none itself: when one changes, everything is built again.
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, '../dist/kernel');
mkdirSync(out, { recursive: true });

const modified = file => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const PART = ['xxhash64.ts'];
const newestPart = Math.max(...['build.mjs', ...PART].map(name => modified(join(here, name))));

for (const file of readdirSync(here).filter(name => name.endsWith('.ts') && !PART.includes(name))) {
  const source = join(here, file);
  const target = join(out, file.replace(/\.ts$/, '.wasm'));
  if (modified(target) > Math.max(modified(source), newestPart)) continue;
  const { error, stderr } = await asc.main([
    source,
    '--outFile',
    target,
    '-O3',
    '--noAssert',
    '--runtime',
    'stub',
    '--importMemory',
    '--sharedMemory',
    '--initialMemory',
    '1',
    '--maximumMemory',
    '65536',
    '--enable',
    'simd',
    '--enable',
    'threads',
  ]);
  if (error) {
    process.stderr.write(stderr.toString());
    throw error;
  }
}

// Builds every kernel of asm/ into dist/kernel/NAME.wasm; skips those whose sources have not changed.
// A part is imported by kernels and is none itself: the files of PART, and those of a folder NAME/ beside NAME.ts. When
// a part changes, everything is built again.
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, '../dist/kernel');
mkdirSync(out, { recursive: true });

const modified = file => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const PART = ['xxhash64.ts'];
// Modules with static data: it would be written into a shared memory at every instantiation.
const OWN_MEMORY = ['ln.ts'];

const MEMORY = '--importMemory --sharedMemory --initialMemory 1 --maximumMemory 65536'.split(' ');
const FLAGS = '-O3 --noAssert --runtime stub --enable simd --enable threads'.split(' ');

const sources = readdirSync(here, { recursive: true }).filter(name => name.endsWith('.ts'));
const isKernel = name => !name.includes('/') && !name.includes('\\') && !PART.includes(name);
const newestPart = Math.max(
  ...['build.mjs', ...sources.filter(name => !isKernel(name))].map(name => modified(join(here, name))),
);

for (const file of sources.filter(isKernel)) {
  const source = join(here, file);
  const target = join(out, file.replace(/\.ts$/, '.wasm'));
  if (modified(target) > Math.max(modified(source), newestPart)) continue;
  const memory = OWN_MEMORY.includes(file) ? [] : MEMORY;
  const { error, stderr } = await asc.main([source, '--outFile', target, ...FLAGS, ...memory]);
  if (error) {
    process.stderr.write(stderr.toString());
    throw error;
  }
}

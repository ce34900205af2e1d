/** Law over all built kernels: none brings bytes of its own into a memory that it shares with others. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { kernelFolder } from '../../src/kit/package-root.js';

const IMPORT_SECTION = 2;
const START_SECTION = 8;
const DATA_SECTION = 11;

/** Numbers of the sections of a WebAssembly module. */
function sectionsOf(wasm: Uint8Array): Set<number> {
  const sections = new Set<number>();
  for (let at = 8; at < wasm.length; ) {
    sections.add(wasm[at++] as number);
    let size = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[at++] as number;
      size |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    at += size;
  }
  return sections;
}

for (const name of readdirSync(kernelFolder).filter(each => each.endsWith('.wasm'))) {
  test(`the kernel ${name} has no static data and no start function unless its memory is its own`, () => {
    const sections = sectionsOf(readFileSync(join(kernelFolder, name)));
    if (!sections.has(IMPORT_SECTION)) return;
    assert.ok(!sections.has(DATA_SECTION), 'static data would be written at every instantiation');
    assert.ok(!sections.has(START_SECTION), 'a start function would run at every instantiation');
  });
}

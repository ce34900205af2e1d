import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { createFingerprinter, plainFingerprinter } from '../../../src/kernel/fingerprint.js';
import { Kernels, threadKernels } from '../../../src/kernel/load.js';
import { kernelModule } from '../../../src/kernel/module.js';

test('a kernel that is not built is our fault and says what to run', () => {
  assert.throws(() => kernelModule('no-such-kernel'), {
    code: 'KERNEL_MISSING',
    message: /run npm run build/,
  });
});

test('a thread has one set of kernels, and compiles each once', () => {
  assert.equal(threadKernels(), threadKernels());
  assert.equal(kernelModule('sparse'), kernelModule('sparse'));
  const kernels = new Kernels();
  assert.equal(kernels.exports('sparse'), kernels.exports('sparse'));
});

test('an arena hands out regions that do not overlap, and views that outlive its growth', () => {
  const { arena } = new Kernels();
  const first = arena.u8(arena.take('first', 100)).fill(1);
  const large = arena.take('large', 10_000_000);
  arena.u8(large).fill(2);
  assert.ok(first.every(byte => byte === 1));
  assert.ok(arena.regions.every(region => region.at % 64 === 0 && region.at > 0));
  assert.ok(arena.size >= 10_000_100);
});

test('twins answer the same where memory cannot be shared', async () => {
  const source = (name: string): string => new URL(`../../../src/kernel/${name}.js`, import.meta.url).href;
  const code = `
    const { parentPort } = require('node:worker_threads');
    (async () => {
      const names = ${JSON.stringify(['fingerprint', 'seen', 'load'].map(source))};
      WebAssembly.Memory = class { constructor() { throw new TypeError('not here'); } };
      const [{ createFingerprinter }, { createSeenTable }, { threadKernels }] =
        await Promise.all(names.map(name => import(name)));
      const print = createFingerprinter().of('http://example.org/');
      const table = createSeenTable();
      table.insert(print.low, print.high, 7);
      parentPort.postMessage({
        print,
        found: table.find(print.low, print.high),
        handle: table.handle,
        kernels: threadKernels(),
      });
    })();`;
  const worker = new Worker(code, { eval: true });
  const answer = await new Promise((resolve, reject) =>
    worker.once('message', resolve).once('error', reject),
  );
  const print = plainFingerprinter().of('http://example.org/');
  assert.deepEqual(answer, { print, found: 7, handle: undefined, kernels: undefined });
  assert.deepEqual(createFingerprinter().of('http://example.org/'), print);
});

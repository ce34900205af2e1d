/** Benches do not rot: each kernel bench starts, and every file of the folder is one of the registry. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { measure } from '../../../bench/harness.js';
import { BENCHES } from '../../../bench/registry.js';
import { packageRoot } from '../../../src/kit/package-root.js';

/** Files of bench/kernel that others import. */
const PARTS = ['vectors'];

for (const [name, bench] of Object.entries(BENCHES['kernel'] ?? {})) {
  if (bench.kind !== 'subject') continue;
  test(`the bench of the kernel ${name} runs in little`, async () => {
    const { cases } = (await bench.load()).subject('tiny');
    assert.ok(cases.length > 0);
    for (const each of cases) {
      const result = measure(each, { rounds: 1, roundMs: 0.01 });
      assert.ok('kernel' in result.ways && 'twin' in result.ways, each.name);
      for (const [way, { median }] of Object.entries(result.ways))
        assert.ok(median > 0, `${each.name}, ${way}`);
      if (result.withoutC !== undefined) assert.equal(result.withoutC, 'skipped: gcc is not there');
    }
  });
}

test('every bench file is in the registry', () => {
  for (const [folder, shelf] of Object.entries(BENCHES)) {
    const files = readdirSync(join(packageRoot, 'dist', 'bench', folder)).filter(file =>
      file.endsWith('.js'),
    );
    const names = files.map(file => file.slice(0, -3)).filter(name => !PARTS.includes(name));
    assert.deepEqual(names.sort(), Object.keys(shelf).sort());
  }
});

test('a bench that does not exist is refused with the names of those that do', () => {
  const run = join(packageRoot, 'dist', 'bench', 'run.js');
  const { status, stderr } = spawnSync(process.execPath, [run, 'kernel', 'sparce'], { encoding: 'utf8' });
  assert.equal(status, 2);
  assert.match(stderr, /No bench of kernel is called sparce; there are fingerprint,seen/);
});

// Finds the compiled tests, runs them with node:test and closes with one line that machines and people can read.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../dist/test', import.meta.url));
const wanted = process.argv.slice(2);
const files = readdirSync(root, { recursive: true })
  .filter(
    name => name.endsWith('.test.js') && (wanted.length === 0 || wanted.some(part => name.includes(part))),
  )
  .map(name => join(root, name))
  .sort();

const count = { passed: 0, failed: 0, skipped: 0 };
const stream = run({ files, concurrency: 2, timeout: 1_200_000 });
stream.on('test:pass', event => {
  if (event.details?.type === 'suite') return;
  if (event.skip !== undefined) count.skipped++;
  else count.passed++;
});
stream.on('test:fail', event => {
  if (event.details?.type !== 'suite') count.failed++;
});
stream.compose(new spec()).pipe(process.stdout);
stream.on('end', () => {
  setImmediate(() => {
    process.stdout.write(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
    process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0;
  });
});

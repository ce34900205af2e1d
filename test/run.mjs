// Finds the compiled tests, runs them with node:test, tells which files took longest, and closes with one line that machines
// and people can read. Files of which much is known to be slow come first, so that none is left over at the end; three run at
// once, because on two cores one of them mostly waits for a process, a timer or a disk.
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../dist/test', import.meta.url));
const wanted = process.argv.slice(2);
const AT_ONCE = 3;
const TOLD = 12;
/** Longest first, as measured on two cores. */
const SLOW = [
  'engine/schedule',
  'web/cases',
  'web/own-cases',
  'laws/sameness',
  'web/killed-crawl',
  'web/killed-live',
  'web/full-disk',
  'app/crawl.',
  'web/polite-crawl',
  'web/guarded-crawl',
  'cli/executable',
  'engine/lane-reader',
  'web/two-processes',
  'log/kill.',
  'laws/rooms',
  'laws/seen',
  'fetch/body',
];

const rankOf = name => {
  const rank = SLOW.findIndex(part => name.includes(part));
  return rank < 0 ? SLOW.length : rank;
};
const files = readdirSync(root, { recursive: true })
  .filter(
    name => name.endsWith('.test.js') && (wanted.length === 0 || wanted.some(part => name.includes(part))),
  )
  .sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
  .map(name => join(root, name));

const count = { passed: 0, failed: 0, skipped: 0 };
/** By file, ms: what its tests took, without the start of its process. */
const took = new Map();
const stream = run({ files, concurrency: AT_ONCE, timeout: 1_200_000 });
stream.on('test:complete', ({ file, name, nesting, details }) => {
  if (nesting === 0 && name !== file) took.set(file, (took.get(file) ?? 0) + (details?.duration_ms ?? 0));
});
stream.on('test:pass', event => {
  if (event.details?.type === 'suite') return;
  if (event.skip !== undefined) count.skipped++;
  else count.passed++;
});
stream.on('test:fail', event => {
  if (event.details?.type !== 'suite') count.failed++;
});
stream.compose(new spec()).pipe(process.stdout);

function tellSlowest() {
  for (const [file, ms] of [...took].sort((a, b) => b[1] - a[1]).slice(0, TOLD))
    process.stdout.write(`${(ms / 1000).toFixed(1).padStart(7)} s  ${relative(root, file)}\n`);
}

stream.on('end', () => {
  setImmediate(() => {
    process.stdout.write('\n');
    tellSlowest();
    process.stdout.write(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
    process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0;
  });
});

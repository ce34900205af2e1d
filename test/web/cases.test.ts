/**
 * Faults that others reported of their crawlers, each as a small web with what must come out (../shared/cases), crawled by
 * the command line through test/cases/adapter.mjs. Some kinds must pass; with DOWSER_CASES=all the others run too and are
 * counted, which takes minutes.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sharedPath } from '../shared.js';
import { runCases } from './case-runner.js';

const MUST_PASS: ReadonlySet<string> = new Set([
  ...['robots', 'sitemap', 'dns', 'http'],
  ...['frontier', 'storage', 'worker'],
]);
/** The open cases that are run. */
function idsIn(folder: string): string[] {
  const open = readFileSync(join(folder, 'open.txt'), 'utf8')
    .split(/\s+/)
    .filter(id => id !== '');
  if (process.env['DOWSER_CASES'] === 'all') return open;
  const kindOf = (id: string): string =>
    (JSON.parse(readFileSync(join(folder, 'cases', id, 'expect.json'), 'utf8')) as { kind: string }).kind;
  return open.filter(id => MUST_PASS.has(kindOf(id)));
}

test('crawlers of others have met these faults, and what must pass does', async t => {
  const folder = sharedPath('cases');
  if (folder === undefined) return t.skip('skipped: ../shared/cases is not there');
  const ids = idsIn(folder);
  const results = await runCases(folder, { jobs: 4, choice: ['--only', ids.join(',')] });
  assert.deepEqual(results.map(({ id }) => id).toSorted(), ids.toSorted(), 'every case was run');
  const failed = results.filter(result => !result.ok);
  const kinds = [...new Set(results.map(result => result.kind))].toSorted();
  for (const kind of kinds) {
    const all = results.filter(result => result.kind === kind);
    t.diagnostic(`${kind}: ${all.filter(result => result.ok).length} of ${all.length}`);
  }
  for (const { id, fails } of failed) t.diagnostic(`${id}: ${fails.join('; ').slice(0, 300)}`);
  const demanded = failed.filter(result => MUST_PASS.has(result.kind)).map(result => result.id);
  // Cases have clocks: one that failed beside others gets a second try with the machine to itself.
  const still =
    demanded.length === 0 ? [] : await runCases(folder, { jobs: 1, choice: ['--only', demanded.join(',')] });
  assert.deepEqual(
    still.filter(result => !result.ok).map(({ id, fails }) => ({ id, fails })),
    [],
  );
});

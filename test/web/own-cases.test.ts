/** Cases with kills, of our own (test/cases/own), in the format of ../shared/cases and by its runner. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sharedPath } from '../shared.js';
import { CASES, runCases } from './case-runner.js';
import { temporaryFolder } from './tiny.js';

const OWN = join(CASES, 'own');

/** What the format of the cases has no words for. */
interface Own {
  /** The journal loses its tail after each kill. */
  readonly isTorn?: boolean;
  /** Rows at the end, neither more nor fewer. */
  readonly rows?: number;
}

const ownOf = (id: string): Own =>
  (JSON.parse(readFileSync(join(OWN, id, 'expect.json'), 'utf8')) as { own?: Own }).own ?? {};

const rowsIn = (path: string): number =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;

/** What is wrong, a sentence each. */
async function failsOfOwn(folder: string, ids: readonly string[], jobs: number): Promise<readonly string[]> {
  const fails: string[] = [];
  for (const isTorn of [false, true]) {
    const out = temporaryFolder();
    const some = ids.filter(id => (ownOf(id).isTorn ?? false) === isTorn);
    if (some.length === 0) continue;
    const adapter = isTorn ? 'tearing-adapter.mjs' : 'adapter.mjs';
    const choice = ['--cases', OWN, '--only', some.join(',')];
    const results = await runCases(folder, { jobs, choice, out, adapter });
    if (results.length !== some.length) fails.push(`${some.length - results.length} cases did not run`);
    for (const { id, fails: why } of results) {
      const { rows } = ownOf(id);
      const found = rows === undefined ? undefined : rowsIn(join(out, id, 'rows.jsonl'));
      if (found !== rows) fails.push(`${id}: ${found} rows, not ${rows}`);
      if (why.length > 0) fails.push(`${id}: ${why.join('; ')}`);
    }
  }
  return fails;
}

test('killed and taken up: what was seen, learned, asked for and promised holds', async t => {
  const folder = sharedPath('cases');
  if (folder === undefined) return t.skip('skipped: ../shared/cases is not there');
  const ids = readdirSync(OWN).toSorted();
  assert.ok(ids.length >= 8);
  const fails = await failsOfOwn(folder, ids, 6);
  for (const fail of fails) t.diagnostic(fail);
  const again = ids.filter(id => fails.some(fail => fail.startsWith(`${id}:`)));
  assert.deepEqual(again.length === 0 ? fails : await failsOfOwn(folder, again, 1), []);
});

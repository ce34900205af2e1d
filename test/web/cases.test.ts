/**
 * Faults that others reported of their crawlers, each as a small web with what must come out (../shared/cases), crawled by
 * the command line through test/cases/adapter.mjs. Some kinds must pass; with DOWSER_CASES=all the others run too and are
 * counted, which takes minutes. Cases with kills are our own (test/cases/own), in the same format and by the same runner.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../src/kit/package-root.js';
import { sharedPath } from '../shared.js';
import { temporaryFolder } from './tiny.js';

const MUST_PASS: ReadonlySet<string> = new Set([
  ...['robots', 'sitemap', 'dns', 'http'],
  ...['frontier', 'storage', 'worker'],
]);
const CASES = join(packageRoot, 'test', 'cases');
const OWN = join(CASES, 'own');

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

interface Result {
  readonly id: string;
  readonly kind: string;
  readonly ok: boolean;
  readonly fails: readonly string[];
}

interface Running {
  readonly jobs: number;
  /** Flags of the runner. */
  readonly choice: readonly string[];
  readonly out?: string;
  readonly adapter?: string;
}

/** Runs the cases that the flags choose, `jobs` at a time. */
async function runCases(
  folder: string,
  { jobs, choice, out = temporaryFolder(), adapter = 'adapter.mjs' }: Running,
): Promise<readonly Result[]> {
  const argv = [
    join(folder, 'run.mjs'),
    '--crawler',
    `'${process.execPath}' '${join(CASES, adapter)}'`,
    '--out',
    out,
    '--jobs',
    String(jobs),
    ...choice,
  ];
  const child = spawn(process.execPath, argv, { stdio: 'ignore' });
  await new Promise(resolve => child.once('close', resolve));
  return (JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as { results: Result[] }).results;
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
  const fails = await failsOfOwn(folder, ids, 4);
  for (const fail of fails) t.diagnostic(fail);
  const again = ids.filter(id => fails.some(fail => fail.startsWith(`${id}:`)));
  assert.deepEqual(again.length === 0 ? fails : await failsOfOwn(folder, again, 1), []);
});

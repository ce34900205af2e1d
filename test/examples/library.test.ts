/** Every program in examples/ runs, against the built package, on one small web. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../src/kit/package-root.js';

const examples = join(packageRoot, 'examples');
const load = (name: string): Promise<unknown> => import(pathToFileURL(join(examples, name)).href);

/** What each prints, among other lines. */
const PRINTS: Readonly<Record<string, RegExp>> = {
  '01-crawl.js': /\d+ of 60 pages are relevant .*: max pages\./,
  '02-stop-when-found.js': /^5 relevant pages after \d+ fetches, then interrupted:/m,
  '03-resume.js': /^goes on with page 21\n20 more pages\n40 rows of pages are certain; 0 problems$/m,
  '04-ask-the-log.js': /pages\.parquet$/,
  '05-own-strategy.js': /^anchor-first: \d+ of 60 pages/m,
  '06-own-model.js': /^title-words: 9 of 40 pages reach 0.02$/m,
  '07-model-in-lanes.js': /^title-words in two lanes: 9 of 40 pages$/m,
  '08-compare.js': /^breadth-first: .*\neq9: \d+ of \d+ targets/m,
  '09-progress-and-signal.js': /^interrupted 130$/m,
  '10-faults.js': /^CONFIG_UNKNOWN_KEY 2 There is no option "maxPage". Did you mean maxPages\?/m,
};

after(async () => {
  const { folder } = (await load('web.js')) as { readonly folder: string };
  rmSync(folder, { recursive: true, force: true });
});

test('there are ten of them, each at most forty lines', () => {
  const names = readdirSync(examples).filter(name => /^\d\d-.*\.js$/.test(name));
  assert.deepEqual(names.sort(), Object.keys(PRINTS));
  for (const name of names)
    assert.ok(readFileSync(join(examples, name), 'utf8').split('\n').length <= 41, name);
});

for (const [name, expected] of Object.entries(PRINTS)) {
  test(`${name} does what it says`, async t => {
    const lines: string[] = [];
    for (const kind of ['log', 'table'] as const)
      t.mock.method(console, kind, (...words: unknown[]) => lines.push(words.map(String).join(' ')));
    await load(name);
    assert.match(lines.join('\n'), expected);
  });
}

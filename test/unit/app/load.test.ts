import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Asked, loadConfig } from '../../../src/app/load.js';
import { bytesOf, millisecondsOf } from '../../../src/app/unit.js';

const folder = mkdtempSync(join(tmpdir(), 'dowser-load-'));
const enough = { topics: ['a'], seeds: ['http://a/'], webs: ['a.warc'] };

const load = (asked: Partial<Asked>) => loadConfig({ env: {}, folder, flags: enough, ...asked });

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

test('a flag beats a variable, a variable beats the file, the file beats the default', () => {
  const configFile = file('one.yaml', 'max-pages: 1\nmax-depth: 1\nmax-redirects: 1\n');
  const env = { DOWSER_MAX_PAGES: '2', DOWSER_MAX_DEPTH: '2' };
  const config = load({ configFile, env, flags: { ...enough, maxPages: '3' } });
  assert.deepEqual(
    [config.maxPages, config.maxDepth, config.maxRedirects, config.strategy],
    [3, 2, 1, 'best-first'],
  );
});

test('options are merged one by one, by the same order', () => {
  const configFile = file('set.json', '{"set": {"shark": {"delta": 0.1, "beta": 0.1, "gamma": 0.1}}}');
  const env = { DOWSER_SET: 'shark.delta=0.2 shark.beta=0.2' };
  const flags = { ...enough, strategy: 'shark', set: ['shark.delta=0.3'] };
  const { set } = load({ configFile, env, flags });
  assert.deepEqual({ ...set['shark'] }, { delta: '0.3', beta: '0.2', gamma: 0.1 });
});

test('a file may hold options of strategies that do not run, flags may not', () => {
  const configFile = file('many.yaml', 'set: {shark: {delta: 0.1}, best-first: {lambda: 0.5}}');
  assert.deepEqual(Object.keys(load({ configFile }).set), ['shark', 'best-first']);
  assert.throws(
    () => load({ flags: { ...enough, set: ['shark.delta=0.1'] } }),
    /does nothing with --strategy best-first/,
  );
  const flags = { ...enough, strategy: './shark.js', set: ['shark.delta=0.1'] };
  assert.ok(load({ flags }).set['shark']);
});

test('the variable DOWSER_CONFIG names a file, and variables of others are left alone', () => {
  file('two.yaml', 'limit: 7\nlanguages: [zh, "en,fr"]\n');
  const config = load({ env: { DOWSER_CONFIG: 'two.yaml', DOWSER_SHARED: '/x', PATH: '/bin' } });
  assert.equal(config.maxPages, 7);
  assert.deepEqual(config.languages, ['zh', 'en', 'fr']);
});

test('sizes and durations have units', () => {
  assert.deepEqual(['5', '5B', '10MB', '1.5 kb', '2GiB'].map(bytesOf), [5, 5, 1e7, 1500, 2 ** 31]);
  assert.deepEqual(['500ms', '30s', '1.5h', '2d'].map(millisecondsOf), [500, 3e4, 5.4e6, 1.728e8]);
  for (const wrong of ['', 'MB', '5 parsecs', '-1MB', '1e3', '1,000', 'Infinity']) {
    assert.equal(bytesOf(wrong), undefined, wrong);
    assert.equal(millisecondsOf(wrong), undefined, wrong);
  }
  const config = load({ flags: { ...enough, maxBytes: '10MB', maxTimeMs: '2h', maxBodyBytes: '1KiB' } });
  assert.deepEqual([config.maxBytes, config.maxTimeMs, config.maxBodyBytes], [1e7, 7.2e6, 1024]);
});

test('without --out the log goes to the first free directory of the topic and strategy', () => {
  const config = load({ flags: { ...enough, topics: ['我的/暴雨 灾害.yaml'], strategy: './x/mine.js' } });
  assert.equal(config.out, join(folder, 'crawls', '暴雨-灾害-mine-1'));
});

const refusals: readonly (readonly [string, Partial<Asked>, RegExp])[] = [
  [
    'a number out of range',
    { flags: { ...enough, maxPages: '0' } },
    /^--max-pages must be a whole number from 1, not 0\.$/,
  ],
  ['a fraction of a page', { flags: { ...enough, maxPages: '1.5' } }, /whole number from 1, not 1\.5/],
  ['a number in words', { flags: { ...enough, maxPages: 'ten' } }, /not "ten"/],
  [
    'a threshold above one',
    { env: { DOWSER_RELEVANCE_THRESHOLD: '2' } },
    /^DOWSER_RELEVANCE_THRESHOLD must be a number from 0 to 1, not 2/,
  ],
  [
    'a misspelt choice',
    { flags: { ...enough, scope: 'hots' } },
    /^--scope must be page, .* not "hots"\. Did you mean host\?$/,
  ],
  [
    'a duration without unit',
    { flags: { ...enough, maxTimeMs: '30' } },
    /--max-time must be a duration with a unit/,
  ],
  [
    'a language that is none',
    { flags: { ...enough, languages: ['zh,'] } },
    /--languages must be a list of language tags/,
  ],
  ['a variable that is nearly ours', { env: { DOWSER_MAX_PAGE: '5' } }, /Did you mean DOWSER_MAX_PAGES\?/],
  ['a file that is not there', { configFile: 'none.yaml' }, /--config none\.yaml cannot be read/],
  [
    'a file that is no map',
    { configFile: file('list.yaml', '- 1\n') },
    /list\.yaml must hold settings by name/,
  ],
  [
    'a file that is not YAML',
    { configFile: file('bad.yaml', 'a: [1\nb: }') },
    /bad\.yaml is neither YAML nor JSON: .*line/,
  ],
  [
    'an unknown key',
    { configFile: file('key.yaml', 'max-page: 5') },
    /unknown setting "max-page"\. Did you mean max-pages\?/,
  ],
  [
    'a wrong value in a file',
    { configFile: file('value.yaml', 'json: 5') },
    /^json in value\.yaml must be true or false, not 5/,
  ],
  [
    'an option without value',
    { flags: { ...enough, set: ['shark.delta'] } },
    /--set must be NAME\.OPTION=VALUE/,
  ],
  [
    'an option given twice',
    { flags: { ...enough, set: ['shark.delta=1', 'shark.delta=2'] } },
    /gives shark\.delta twice/,
  ],
  ['no topic', { flags: { ...enough, topics: [] } }, /--topic NAME/],
  ['no seed', { flags: { ...enough, seeds: [] } }, /--seed URL/],
  ['no web and no contact', { flags: { ...enough, webs: [] } }, /--contact .* --web FILE/],
  ['a topic twice', { flags: { ...enough, topics: ['a', 'a'] } }, /--topic a is given twice/],
  [
    'a pattern where nothing is followed',
    { flags: { ...enough, scope: 'page', include: ['a'] } },
    /--include does nothing/,
  ],
];

for (const [title, asked, sentence] of refusals) {
  test(`${title} is refused in one sentence`, () => {
    assert.throws(
      () => load(asked),
      (fault: Error & { exitCode?: number }) => {
        assert.match(fault.message, sentence);
        assert.equal(fault.exitCode, 2);
        assert.ok(!fault.message.includes('\n'), fault.message);
        return true;
      },
    );
  });
}

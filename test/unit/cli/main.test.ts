import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { CrawlConfig } from '../../../src/app/config.js';
import { startCrawl } from '../../../src/app/crawl.js';
import type { StartCrawl } from '../../../src/cli/io.js';
import { exitCodeOf, stopReasonOf } from '../../../src/contract/crawl.js';
import { Fault } from '../../../src/kit/fault.js';
import { temporaryFolder, tinyWeb } from '../../web/tiny.js';
import { endOf, runMain, signals } from './run-main.js';

const folder = temporaryFolder();
const web = tinyWeb({ 'http://a.test/': '<title>Rain</title><p>heavy rain and floods' });
const good = ['crawl', '--topic', '暴雨灾害', '--seed', 'http://a.test/', '--web', web, '--out', 'out'];
const without = (flag: string): string[] => {
  const at = good.indexOf(flag);
  return [...good.slice(0, at), ...good.slice(at + 2)];
};

before(() => {
  writeFileSync(join(folder, 'web.txt'), 'no archive at all\n'.repeat(100));
  writeFileSync(join(folder, 'empty.txt'), '# nothing\n\n');
  writeFileSync(join(folder, 'seeds.txt'), '# two\nhttp://a.test/\n\nhttp:///\n');
  writeFileSync(join(folder, 'file'), '');
  writeFileSync(join(folder, 'throws.js'), 'throw new Error("on purpose");\n');
  writeFileSync(join(folder, 'other.js'), 'module.exports = { default: 5 };\n');
  mkdirSync(join(folder, 'full', 'inner'), { recursive: true });
});

/** Title, arguments, what the sentence must say. */
const refused: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['a command that is none', ['crwal'], /no command crwal\. Did you mean crawl\?/],
  ['a flag that is none', [...good, '--max-page', '5'], /no option --max-page\. Did you mean --max-pages\?/],
  ['a flag without its value', [...good, '--max-pages'], /--max-pages <N> needs its value/],
  ['an address without a flag', ['crawl', 'http://a.test/'], /Write --seed http:\/\/a\.test\//],
  ['a flag given twice', [...good, '--max-pages', '1', '--max-pages', '2'], /--max-pages is given twice/],
  [
    'two names of one setting',
    [...good, '--depth', '1', '--max-depth', '2'],
    /--max-depth means the same as --depth/,
  ],
  [
    'an unknown strategy',
    [...good, '--strategy', 'shrak'],
    /no strategy is called "shrak"\. Did you mean shark\?/,
  ],
  ['a strategy module that is not there', [...good, '--strategy', './none.js'], /there is no such file/],
  ['a strategy module that throws', [...good, '--strategy', './throws.js'], /cannot be loaded: on purpose/],
  ['a module that is no strategy', [...good, '--strategy', './other.js'], /must export as its default/],
  ['an unknown model', [...good, '--model', 'vsn'], /no model is called "vsn"\. Did you mean vsm\?/],
  [
    'an unknown option',
    [...good, '--strategy', 'shark', '--set', 'shark.dleta=1'],
    /shark has no option "dleta"\. Did you mean delta\?/,
  ],
  [
    'an option out of range',
    [...good, '--strategy', 'shark', '--set', 'shark.delta=7'],
    /--set shark\.delta must be a number from/,
  ],
  ['an option of nobody', [...good, '--set', 'shrak.delta=0.5'], /no strategy or model is called "shrak"/],
  [
    'an option of a strategy that does not run',
    [...good, '--set', 'shark.delta=0.5'],
    /does nothing with --strategy best-first/,
  ],
  ['an option that is no option', [...good, '--set', 'delta'], /must be NAME\.OPTION=VALUE/],
  ['no topic', without('--topic'), /Say what to look for: --topic/],
  [
    'an unknown topic',
    [...good.map(word => (word === '暴雨灾害' ? '暴雨灾難' : word))],
    /Did you mean 暴雨灾害\?/,
  ],
  ['no seed', without('--seed'), /Say where to start: --seed/],
  [
    'a seed that is no address',
    [...good, '--seed', 'ftp://a.test/'],
    /"ftp:\/\/a\.test\/" is not an http or https address/,
  ],
  ['a seed without its scheme', [...good, '--seed', 'a.test/b'], /Did you mean https:\/\/a\.test\/b\?/],
  [
    'a wrong line in a file of seeds',
    [...good, '--seeds', 'seeds.txt'],
    /seeds\.txt, line 4: "http:\/\/\/" is not/,
  ],
  [
    'a file of seeds that is not there',
    [...good, '--seeds', 'none.txt'],
    /--seeds .*none\.txt cannot be read/,
  ],
  ['a file of seeds without one', [...without('--seed'), '--seeds', 'empty.txt'], /holds no address/],
  [
    'a live crawl without a contact',
    without('--web'),
    /Say where the owners of sites can reach you: --contact/,
  ],
  ['a stored web that is not there', [...good, '--web', 'none.warc.gz'], /none\.warc\.gz/],
  ['a stored web that is none', [...good, '--web', 'web.txt'], /web\.txt/],
  [
    'a directory that is not empty',
    [...without('--out'), '--out', 'full'],
    /full is not empty; give a new directory/,
  ],
  ['a directory that is a file', [...without('--out'), '--out', 'file'], /is a file; give a directory/],
  [
    'a directory below a file',
    [...without('--out'), '-o', 'file/deeper/still'],
    /lies below .*file, which is a file/,
  ],
  [
    'a number out of range',
    [...good, '--workers', '9999'],
    /--workers must be a whole number from 0 to 256, not 9999/,
  ],
  ['a negative number', [...good, '--max-depth', '-1'], /--max-depth must be .*, not -1/],
  [
    'a threshold that is none',
    [...good, '--relevance-threshold', 'NaN'],
    /must be a number from 0 to 1, not "NaN"/,
  ],
  ['a size that is none', [...good, '--max-bytes', '10 mb of text'], /must be a size/],
  [
    'a wrong choice',
    [...good, '--links', 'admited'],
    /must be none, admitted or all, not "admited"\. Did you mean admitted\?/,
  ],
  ['a pattern that is none', [...good, '--exclude', '[a'], /--exclude: The pattern "\[a"/],
  ['a pattern that looks around', [...good, '--include', '(?=a)'], /--include: The pattern/],
  [
    'settings that contradict',
    [...good, '--scope', 'page', '--include', 'x'],
    /--include does nothing with --scope page/,
  ],
  [
    'a flag of the live web beside a stored one',
    [...good, '--contact', 'you@example.org'],
    /--contact does nothing with --web/,
  ],
  ['a switch and its opposite', [...good, '--adaptive-delay', '--no-adaptive-delay'], /keep one of the two/],
  ['a password on the command line', [...good, '--credentials', 'a:b'], /--credentials is no flag/],
  [
    'a configuration file that is not there',
    [...good, '--config', 'none.yaml'],
    /--config none\.yaml cannot be read/,
  ],
];

for (const [title, argv, sentence] of refused) {
  test(`${title} is refused in one sentence before anything is touched`, async () => {
    const { code, stdout, stderr } = await runMain(argv, { folder });
    assert.match(stderr, sentence);
    assert.match(stderr, /^dowser: [^\n]*[.?]\n$/);
    assert.deepEqual([code, stdout, existsSync(join(folder, 'out'))], [2, '', false]);
  });
}

test('a good command line crawls, says how it ended and what to ask next', async () => {
  const { code, stdout } = await runMain(good, { folder });
  assert.equal(code, 0);
  assert.match(stdout, /stopped {4}frontier empty: No link waits any more\./);
  assert.match(stdout, /pages {6}10 in 2\.0 s, 5\.0 pages\/s, 1\.5 MB/);
  assert.match(stdout, /outcomes {3}Ok 9 · HttpError 1/);
  assert.match(stdout, /dowser sql out "SELECT/);
});

test('a crawl that brought nothing home says what its ends mean', async () => {
  const startCrawl = async (config: CrawlConfig) => endOf(config, { outcomes: { AddressRefused: 1 } });
  const { stdout } = await runMain(good, { folder, startCrawl });
  assert.match(stdout, /\nAddressRefused: The address lies in a network .*--allow-private/);
});

test('--json prints one object and nothing else; --quiet prints nothing', async () => {
  const startCrawl = async (config: CrawlConfig) => endOf(config);
  const json = await runMain([...good, '--json'], { folder, startCrawl });
  assert.equal((JSON.parse(json.stdout) as { pages: number }).pages, 10);
  assert.equal(json.stdout.split('\n').length, 2);
  const quiet = await runMain([...good, '--quiet'], { folder, startCrawl });
  assert.deepEqual(quiet, { code: 0, stdout: '', stderr: '' });
});

test('messages of the program are JSON lines on stderr from --log-level on', async () => {
  const startCrawl: StartCrawl = async (config, hooks) => {
    hooks.onMessage?.({ level: 'info', text: 'quiet' });
    hooks.onMessage?.({ level: 'warn', text: 'a lane was replaced', details: { lane: 2 } });
    return endOf(config);
  };
  const { stderr } = await runMain(good, { folder, startCrawl });
  const [line] = stderr.split('\n').map(text => JSON.parse(text || 'null') as Record<string, unknown>);
  assert.deepEqual(
    [line?.['msg'], line?.['lane'], stderr.includes('quiet')],
    ['a lane was replaced', 2, false],
  );
});

test('a seed beside the stored web is told with addresses that are there', async () => {
  const argv = [...without('--seed'), '--seed', 'http://b.test/', '--quiet'];
  const { code, stderr } = await runMain(argv, { folder, startCrawl });
  assert.equal(code, 0);
  assert.match(stderr, /None of the seeds is stored; there are addresses such as http:\/\/a\.test\/\./);
});

test('a terminal gets messages as plain lines', async () => {
  const startCrawl: StartCrawl = async (config, hooks) => {
    hooks.onMessage?.({ level: 'warn', text: 'A lane was replaced.', details: { lane: 2 } });
    hooks.onMessage?.({ level: 'info', text: 'quiet' });
    return endOf(config);
  };
  const { stderr } = await runMain(good, { folder, startCrawl, isTTY: true });
  assert.match(stderr, /warn: A lane was replaced\. \(lane 2\)\n/);
  assert.ok(!stderr.includes('quiet'));
});

test('a crawl that finds hardly anything says where to look', async () => {
  const poor = async (config: CrawlConfig) => endOf(config, { pages: 500, relevant: 1, harvest: 0.002 });
  const { stdout } = await runMain(good, { folder, startCrawl: poor });
  assert.match(stdout, /Hardly a page reached --relevance-threshold 0\.5/);
});

for (const [name, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  test(`${name} asks the crawl to stop and exits with ${code}; a second one ends at once`, async () => {
    const ended: number[] = [];
    const startCrawl = async (config: CrawlConfig, { signal }: { signal?: AbortSignal }) => {
      signals.send(name);
      assert.ok(signal?.aborted);
      signals.send('SIGINT');
      const stopReason = stopReasonOf(signal);
      return endOf(config, { stopReason, exitCode: exitCodeOf(stopReason) });
    };
    const ran = await runMain(good, { folder, startCrawl, endAtOnce: at => void ended.push(at) });
    assert.equal(ran.code, code);
    assert.deepEqual(ended, [code]);
    assert.match(ran.stderr, /Stopping after the pages in flight/);
  });
}

test('our own fault exits with 70 and says whom to tell; a pause with 75', async () => {
  const fail = (error: Error) => runMain(good, { folder, startCrawl: () => Promise.reject(error) });
  const ours = await fail(new TypeError('x is not a function'));
  assert.equal(ours.code, 70);
  assert.match(ours.stderr, /please report it: x is not a function/);
  const pause = await fail(new Fault('LOG_DISK_FULL', 'The disk is full.', 75));
  assert.deepEqual([pause.code, pause.stderr], [75, 'dowser: The disk is full.\n']);
});

test('help is on stdout when asked for and on stderr when a command is missing', async () => {
  const asked = await runMain(['--help']);
  assert.equal(asked.code, 0);
  const missing = await runMain([]);
  assert.deepEqual([missing.code, missing.stdout, missing.stderr], [2, '', asked.stdout]);
  assert.match((await runMain(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
});

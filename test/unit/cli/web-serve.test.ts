import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import type { StopSignal } from '../../../src/cli/io.js';
import { temporaryFolder, tinyWeb } from '../../web/tiny.js';
import { ask } from '../serve/ask.js';
import { runMain, signals } from './run-main.js';

interface Config {
  readonly seed?: readonly string[];
  readonly 'connect-to': readonly string[];
}

/** Serves until the config file is there, then asks and sends a signal. */
async function served(
  argv: readonly string[],
  { signal, folder }: { signal: StopSignal; folder: string },
  work: (config: Config) => Promise<void>,
) {
  const path = join(folder, 'live.yaml');
  const running = runMain(['web', '--port', '0', '--write-config', 'live.yaml', ...argv], { folder });
  const isOver = running.then(() => true);
  let config: Config | undefined;
  while (config === undefined) {
    try {
      config = parse(readFileSync(path, 'utf8')) as Config;
    } catch {
      const wait = new Promise<false>(resolve => setTimeout(() => resolve(false), 10));
      if (await Promise.race([isOver, wait])) return await running;
    }
  }
  await work(config);
  signals.send(signal);
  return await running;
}

test('web serves the live web on several addresses until a signal comes, and its log is whole', async () => {
  const folder = temporaryFolder();
  const argv = ['--addresses', '20', '--log', 'requests.jsonl', '--dns-port', '0'];
  const ran = await served(argv, { signal: 'SIGTERM', folder }, async config => {
    assert.equal(config['connect-to'].length, 60);
    assert.equal(new Set(config['connect-to'].map(rule => rule.split(':')[2])).size, 20);
    for (const rule of config['connect-to'].slice(0, 3)) {
      const [host, , address = '', port] = rule.split(':');
      const answer = await ask({ url: `http://${host}/robots.txt`, address, port: Number(port) });
      assert.match(answer.body.toString(), /^User-agent: \*\n/);
    }
    assert.match(config.seed?.[0] ?? '', /^http:\/\/[a-z.]+\.example\/$/);
  });
  assert.equal(ran.code, 143, ran.stderr);
  assert.match(ran.stdout, /^60 hosts on 127\.0\.0\.1 to 127\.0\.0\.20, port \d+\nDNS on 127\.0\.0\.1:\d+\n/);
  assert.match(ran.stdout, /Crawl it: dowser crawl --config live\.yaml --topic 暴雨灾害 --contact/);
  const lines = readFileSync(join(folder, 'requests.jsonl'), 'utf8').trim().split('\n');
  assert.deepEqual(
    lines.map(line => (JSON.parse(line) as { status: number }).status),
    [200, 200, 200],
  );
});

test('web serves what a WARC file holds, https addresses too', async () => {
  const folder = temporaryFolder();
  const path = tinyWeb({ 'http://a.test/': '<title>A</title>', 'https://b.test/c?d=1': '<title>B</title>' });
  const ran = await served(['--web', path], { signal: 'SIGINT', folder }, async config => {
    const port = Number(config['connect-to'][0]?.split(':').at(-1));
    const of = async (url: string): Promise<string> => (await ask({ url, port })).body.toString();
    assert.match(await of('http://a.test/'), /<title>A/);
    assert.match(await of('http://b.test/c?d=1'), /<title>B/);
    assert.equal((await ask({ url: 'http://a.test/none', port })).status, 404);
  });
  assert.equal(ran.code, 130, ran.stderr);
  assert.match(ran.stdout, /^2 hosts on 127\.0\.0\.1, port/);
});

for (const [title, argv, sentence] of [
  ['both', ['-o', 'a.warc', '--port', '0'], /-o writes the web, --port is for serving it/],
  ['a file and a kind', ['--port', '0', '--web', 'a.warc', '--kind', 'live'], /leave out --kind/],
  ['a port beyond the last', ['--port', '70000'], /--port must be a whole number from 0 to 65535/],
  ['too many addresses', ['--port', '0', '--addresses', '300'], /--addresses must be .* to 250/],
  ['an unknown fault', ['--port', '0', '--faults', 'rest=0.1'], /the faults are 500, .*Did you mean reset\?/],
  ['a size that cannot be', ['--port', '0', '--pages', '10'], /Give the island web between/],
  ['a file that is not there', ['--port', '0', '--web', 'none.warc'], /none\.warc/],
  ['a log that cannot be', ['--port', '0', '--log', '/dev/null/log'], /--log .* cannot be written/],
] as const)
  test(`web refuses ${title} in one sentence`, async () => {
    const { code, stdout, stderr } = await runMain(['web', ...argv]);
    assert.deepEqual([code, stdout], [2, ''], stderr);
    assert.match(stderr, sentence);
  });

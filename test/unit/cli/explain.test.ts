import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { startCrawl } from '../../../src/app/crawl.js';
import type { Explained } from '../../../src/app/explain.js';
import { temporaryFolder, tinyWeb } from '../../web/tiny.js';
import { runMain } from './run-main.js';

const page = (text: string, ...links: string[]): string =>
  `<title>${text}</title><p>${text}</p>${links.map(link => `<a href="${link}">to\u001b[31m ${link}</a>`).join(' ')}`;

const WEB = {
  'http://a.test/': page('flood warning', '/first', '/second', '/lost', 'http://b.test/far'),
  'http://a.test/first': page('flood rain', '/deeper'),
  'http://a.test/second': page('nothing'),
};

async function crawled(...more: string[]): Promise<string> {
  const folder = temporaryFolder();
  const argv = ['crawl', '--web', tinyWeb(WEB), '--seed', 'http://a.test/', '--topic', 'flood-warning'];
  const flags = ['--strategy', 'breadth-first', '--scope', 'host', '--workers', '0', '--quiet', ...more];
  const ran = await runMain([...argv, ...flags, '-o', 'one'], { folder, startCrawl });
  assert.equal(ran.code, 0, ran.stderr);
  return folder;
}

async function ask(folder: string, url: string): Promise<Explained & { readonly code: number }> {
  const { code, stdout, stderr } = await runMain(['explain', join(folder, 'one'), url, '--json'], { folder });
  assert.equal(stderr, '');
  return { ...(JSON.parse(stdout) as Explained), code };
}

test('an address is explained by its rows, its road and the links to it, and a failure by its outcome', async () => {
  const folder = await crawled();
  const deeper = await ask(folder, 'http://a.test/deeper#part');
  assert.deepEqual([deeper.code, deeper.state, deeper.url], [0, 'settled', 'http://a.test/deeper']);
  assert.deepEqual(
    deeper.road.map(({ url }) => url),
    ['http://a.test/', 'http://a.test/first'],
  );
  assert.equal(deeper.attempts[0]?.['status'], 404);
  assert.equal(deeper.sightings[0]?.['page'], 'http://a.test/first');
  const { stdout } = await runMain(['explain', 'one', 'http://a.test/deeper'], { folder });
  assert.match(stdout, /settled once/);
  assert.ok(!stdout.includes('\u001b'), 'what comes from the web does not steer the terminal');
});

test('an address that was never asked for waits, met a fence, or is unknown', async () => {
  const folder = await crawled('--max-pages', '2');
  const waiting = await ask(folder, 'http://a.test/second');
  assert.deepEqual([waiting.code, waiting.state], [0, 'waiting']);
  assert.match(waiting.sentence, /with score .* place \d+ by that score, and waits\.$/);
  const far = await ask(folder, 'http://b.test/far');
  assert.deepEqual([far.code, far.state], [0, 'fenced']);
  assert.match(far.sentence, /outside --scope/);
  const unknown = await ask(folder, "http://a.test/firsd'");
  assert.deepEqual([unknown.code, unknown.state], [1, 'unknown']);
  assert.equal(unknown.alike[0], 'http://a.test/first');
  assert.equal((await ask(folder, 'mailto:x@y.test')).code, 1);
});

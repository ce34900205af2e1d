import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { packageRoot } from '../../src/kit/package-root.js';

/** What the door answers to some lines. */
async function judge(lines: readonly string[]): Promise<unknown[]> {
  const child = spawn(process.execPath, [join(packageRoot, 'test/judge.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(lines.map(line => `${line}\n`).join(''));
  const answers = await text(child.stdout);
  return answers
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line));
}

test('the judges get one answer a line, in order', async () => {
  const many = Array.from({ length: 500 }, (_, i) =>
    JSON.stringify({ kind: 'url', base: 'http://h.org/a/', href: `../${i}#f` }),
  );
  const answers = await judge(many);
  assert.deepEqual(
    answers,
    many.map((_, i) => ({ url: `http://h.org/${i}` })),
  );
});

test('an address without a name is null, and a bad line an error', async () => {
  const answers = await judge([
    '{"kind":"url","base":null,"href":"x"}',
    '{"kind":"url","href":"http://h.org"}',
    'not JSON',
    '{"kind":"constructor"}',
    'null',
    '{"kind":"url","base":"http://h.org/","href":7}',
    '{"kind":"url","base":"http://h.org/","href":"last"}',
  ]);
  assert.deepEqual(
    [answers[0], answers[1], answers[6]],
    [{ url: null }, { url: 'http://h.org/' }, { url: 'http://h.org/last' }],
  );
  for (const one of answers.slice(2, 6)) assert.match((one as { error: string }).error, /./);
});

test('robots and sitemaps are asked through the door', async () => {
  const robots = 'User-agent: *\nCrawl-delay: 0.5\nDisallow: /no';
  const b64 = Buffer.from(
    '<urlset><url><loc>p2?a&amp;b#f</loc></url><url><loc>http://</loc></url></urlset>',
  ).toString('base64');
  const lines = [
    { kind: 'robots', robots, agent: 'dowser', url: 'http://h.org/no/x' },
    { kind: 'robots', robots, agent: 'dowser', url: 'http://h.org' },
    { kind: 'robots', robots: '', agent: 'dowser', url: 'http://h.org/no' },
    { kind: 'sitemap', b64, url: 'http://h.org/maps/s.xml' },
  ];
  assert.deepEqual(await judge(lines.map(line => JSON.stringify(line))), [
    { allowed: false, crawlDelayMs: 500 },
    { allowed: true, crawlDelayMs: 500 },
    { allowed: true, crawlDelayMs: null },
    { locs: ['http://h.org/maps/p2?a&b'] },
  ]);
});

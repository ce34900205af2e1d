import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readReport } from '../../../src/report/read.js';
import { runMain } from '../cli/run-main.js';
import { newFolder, pageRow, runRow, writeLog } from '../log/logs.js';

const HOSTILE = `</td><script>alert(1)</script>"'><img src=x onerror=alert(2)>\u202e=cmd()`;

const pages = () =>
  Array.from({ length: 450 }, (_, i) =>
    pageRow(i + 1, {
      relevance: (i % 10) / 10,
      is_relevant: i % 10 > 4,
      title: HOSTILE,
      host: i % 3 === 0 ? '<svg/onload=alert(3)>' : 'a.example',
      url: `http://a.example/${i + 1}?<b>`,
      off_topic_steps: i % 4,
      rank: i + 1,
      waited_ms: i,
      fetch_ms: 5,
    }),
  );

const walk = (moves: number) =>
  [0, 1].map(interval => ({
    seq: moves,
    at: 0,
    kind: 'walk',
    numbers: { moves, stage: 0, interval, ln_g: moves + interval, visits: 3, ln_f: 1, is_flat: 0 },
  }));

test('a report has every chart, shows hostile text as text, and asks nobody', async t => {
  const folder = newFolder(t);
  await writeLog(join(folder, 'one'), {
    runs: [runRow(1)],
    pages: pages(),
    events: [...walk(1), ...walk(2)],
  });
  writeFileSync(
    join(folder, 'l.tsv'),
    'http://a.example/7?<b>\ttopic:x\nhttp://b.example/\ttopic:x,lang:y\n',
  );
  const ran = await runMain(['report', 'one', '--labels', 'l.tsv', '--target', 'topic:x'], { folder });
  assert.equal(ran.code, 0, ran.stderr);
  assert.ok(!ran.stdout.includes('\u202e'));
  const html = readFileSync(join(folder, 'one/report.html'), 'utf8');
  assert.ok(html.length < 500_000, String(html.length));
  assert.ok(!/<(script|img|b|link|iframe|svg\/)\b/i.test(html), 'no element from the web');
  assert.ok(!/\bon(load|error)\s*=(?!alert)/i.test(html) && !html.includes('\u202e'));
  assert.ok(!/(src|href)="?http/i.test(html));
  assert.ok(html.includes('&lt;script&gt;'));
  const { sections } = await readReport(join(folder, 'one'));
  assert.equal(sections.length, 13, sections.map(({ title }) => title).join());
  assert.equal((html.match(/<svg /g) ?? []).length, sections.filter(({ chart }) => chart).length + 1);
  assert.deepEqual(sections.find(({ title }) => title.endsWith('ln g'))?.rows, [
    [0, 2],
    [1, 3],
  ]);
  assert.deepEqual(
    sections
      .find(({ title }) => title === 'Harvest')
      ?.rows.at(-1)
      ?.slice(0, 2),
    [450, 0.5],
  );
  assert.match(ran.stdout, /450 +1 +0\.500/, 'one of two targets was found');
});

test('a crawl that fetched nothing says so, and wrong questions are refused with what to write', async t => {
  const folder = newFolder(t);
  await writeLog(join(folder, 'none'), { runs: [runRow(1)] });
  const ran = await runMain(['report', 'none', '-o', 'r.html'], { folder });
  assert.equal(ran.code, 0, ran.stderr);
  assert.match(ran.stdout, /Nothing has been fetched/);
  assert.match(readFileSync(join(folder, 'r.html'), 'utf8'), /Nothing has been fetched/);
  mkdirSync(join(folder, 'empty'));
  writeFileSync(join(folder, 'l.tsv'), 'http://a.example/7\ttopic:x\n');
  const code = async (...argv: string[]) => (await runMain(['report', ...argv], { folder })).code;
  assert.equal(await code('empty'), 1);
  assert.equal(await code('none', '--labels', 'missing.tsv'), 2);
  assert.equal(await code('none', '--labels', 'l.tsv'), 2);
  assert.equal(await code('none', '--labels', 'l.tsv', '--target', 'topic:z'), 2);
  assert.equal(await code('none', '--target', 'topic:x'), 2);
  assert.equal(await code('none', '-o', 'no/such/place.html'), 2);
});

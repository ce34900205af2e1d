/**
 * How many rows can the log take? Appends page rows (40 columns, 10 of them texts) and link rows through the sink and
 * prints rows per second of CPU of the log's thread, and what a row costs the thread that makes it.
 * `node dist/bench/room/log.js [pages] [links a page]`; default 200,000 and 0.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LinkRow, PageRow } from '../../src/contract/row.js';
import { openSink } from '../../src/log/sink.js';

const WORDS = [
  '暴雨',
  '灾害',
  '预警',
  'rain',
  'storm',
  'flood',
  'news',
  'index',
  'archive',
  'about',
  'weather',
];

const word = (i: number): string => WORDS[i % WORDS.length] as string;

function pageRow(seq: number): PageRow {
  const relevance = ((seq * 7919) % 1000) / 1000;
  return {
    seq,
    slot: seq * 3,
    url: `http://www.host${seq % 97}.example/${word(seq)}/${word(seq >> 3)}/${seq}.html`,
    final_url: null,
    host: `www.host${seq % 97}.example`,
    depth: seq % 9,
    parent: seq >> 1,
    anchor: `${word(seq)} ${word(seq + 1)} ${word(seq + 2)}`,
    attempt: 1,
    kind: 'page',
    outcome: 200,
    status: 200,
    content_type: 'text/html; charset=utf-8',
    charset: 'utf-8',
    charset_source: 'header',
    charset_confidence: 1,
    language: seq % 2 === 0 ? 'zh' : 'en',
    bytes: 20_000 + (seq % 5000),
    title: `${word(seq)} ${seq} – ${word(seq + 4)} ${word(seq + 5)}`,
    terms: 500 + (seq % 300),
    relevance,
    relevance_original: relevance,
    is_relevant: relevance > 0.5,
    score: relevance * 0.9,
    rank: 1 + (seq % 50),
    off_topic_steps: seq % 4,
    waited_ms: seq % 1000,
    fetch_ms: 3.25,
    read_ms: 1.5,
    judge_ms: 0.25,
    links_found: 50,
    links_new: 10,
    simhash: BigInt(seq) * 0x9e3779b97f4a7c1n,
    warc_file: 'web.warc.gz',
    warc_offset: seq * 20_000,
    fetched_at: 1_700_000_000_000 + seq,
  };
}

const linkRow = (seq: number, position: number): LinkRow => ({
  seq,
  position,
  slot: seq * 10 + position,
  url: `http://www.host${(seq + position) % 97}.example/${word(position)}/${seq}/${position}`,
  anchor: `${word(seq + position)} ${word(position)}`,
  anchor_relevance: 0.25,
  context_relevance: 0.5,
  flags: 0,
  fate: 'admitted',
  score: 0.75,
});

/** CPU time of the main thread alone, ms; NaN where the system does not tell. */
function mainCpuMs(): number {
  try {
    const path = `/proc/self/task/${process.pid}/schedstat`;
    return Number(readFileSync(path, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const [pages = 200_000, links = 0] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'dowser-bench-'));
try {
  const sink = await openSink({ folder });
  let rowMs = -cpuMs();
  for (let seq = 1; seq <= pages; seq++) {
    pageRow(seq);
    for (let i = 0; i < links; i++) linkRow(seq, i);
  }
  rowMs += cpuMs();
  const before = { all: cpuMs(), main: mainCpuMs() };
  for (let seq = 1; seq <= pages; seq++) {
    sink.page(pageRow(seq));
    for (let i = 0; i < links; i++) sink.link(linkRow(seq, i));
    if (sink.isFull) await sink.drained();
  }
  await sink.close();
  const all = cpuMs() - before.all;
  const main = mainCpuMs() - before.main;
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  const rows = pages * (1 + links);
  const round = (value: number): number => Math.round(value * 100) / 100;
  process.stdout.write(
    `${JSON.stringify({
      bench: 'room log',
      node: process.version,
      pages,
      linksPerPage: links,
      rowsPerCpuSecond: Math.round((rows * 1000) / (all - rowMs)),
      cpuUsPerPage: round(((all - rowMs) * 1000) / pages),
      mainUsPerPage: round(((main - rowMs) * 1000) / pages),
      bytesPerPage: Math.round(bytes / pages),
      rssMb: Math.round(process.memoryUsage.rss() / 2 ** 20),
    })}\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

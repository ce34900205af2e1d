import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProgressLine, progressText } from '../../../src/cli/progress.js';
import type { Progress } from '../../../src/contract/crawl.js';
import { widthOf } from '../../../src/kit/width.js';

const moment = (elapsedMs: number, pages = 1234): Progress => ({
  pages,
  maxPages: 5000,
  waiting: 98765,
  inFlight: 3,
  relevant: 617,
  harvest: 0.5,
  pagesPerSecond: 321.4,
  activeHosts: 1,
  restingHosts: undefined,
  bytes: 1e6,
  elapsedMs,
  blockedBy: 'reading',
});

function lineOn(isTTY: boolean, columns = 200) {
  const written: string[] = [];
  const line = new ProgressLine({ isTTY, columns, write: text => void written.push(text) });
  return { line, written };
}

test('a moment says how far, how good, how fast and what holds it back', () => {
  assert.equal(
    progressText(moment(0)),
    '1,234/5,000 pages · harvest 0.500 · 321/s · 98,765 waiting · limit: reading',
  );
});

test('on the live web it says how many hosts rest, or how many there are, within 80 cells', () => {
  const live = { ...moment(0), activeHosts: 59, restingHosts: 37, blockedBy: 'politeness' } as const;
  assert.match(progressText(live), / waiting · 37\/59 hosts rest$/);
  assert.ok(widthOf(progressText(live)) < 80);
  assert.match(progressText({ ...live, blockedBy: 'concurrency' }), / · limit: --concurrency · 59 hosts$/);
  assert.match(progressText({ ...live, restingHosts: 0, activeHosts: 1 }), / · limit: politeness · 1 host$/);
});

test('a terminal gets one line, rewritten at most ten times a second and never wider than the screen', () => {
  const { line, written } = lineOn(true, 40);
  for (let ms = 0; ms < 1000; ms += 10) line.update(moment(ms));
  line.end();
  const drawn = written.filter(text => text.startsWith('\r'));
  assert.ok(drawn.length <= 11, `${drawn.length}`);
  for (const text of drawn) assert.ok(widthOf(text.replace('\r\u001b[K', '')) <= 39);
  assert.equal(written.at(-1), '\n');
});

test('a pipe gets plain lines every few seconds and the last moment', () => {
  const { line, written } = lineOn(false);
  for (let ms = 0; ms <= 12_000; ms += 100) line.update(moment(ms, ms));
  line.end();
  assert.deepEqual(
    written.map(text => text.split('/')[0]),
    ['0', '5,000', '10,000', '12,000'],
  );
  assert.ok(written.every(text => text.endsWith('\n') && !text.includes('\u001b')));
});

test('a message stands above the live line', () => {
  const { line, written } = lineOn(true);
  line.write('before\n');
  line.update(moment(0));
  line.write('news\n');
  assert.equal(written[0], 'before\n');
  assert.ok(written[2]?.startsWith('\r\u001b[Knews\n1,234/5,000'), written[2]);
});

test('what goes on before the first page is shown on a terminal only, and leaves no trace', () => {
  const pipe = lineOn(false);
  pipe.line.begin('opening');
  pipe.line.end();
  assert.deepEqual(pipe.written, []);
  const terminal = lineOn(true);
  terminal.line.begin('opening');
  terminal.line.end();
  assert.deepEqual(terminal.written, ['\r\u001b[Kopening', '\r\u001b[K']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomOf } from '../../../src/kit/random.js';
import { exponential, normal, share } from '../../../src/web/draw.js';
import { encodeGbk } from '../../../src/web/gbk.js';
import { vocabularyOf, zipfTable } from '../../../src/web/vocabulary.js';
import { ASKED, type AskedTopic } from '../../../src/web/words-asked.js';

const decode = (bytes: Uint8Array): string => new TextDecoder('gbk', { fatal: true }).decode(bytes);

test('what GBK can write is read back, and the rest becomes references', () => {
  const text = '暴雨灾害 rain、，。《》¥…—镕〇 Ω';
  assert.equal(decode(encodeGbk(text)), text.replace('¥', '&#165;'));
  assert.equal(encodeGbk('雨').toString('hex'), 'd3ea');
  assert.equal(
    encodeGbk('é€😀\ud800')
      .toString('latin1')
      .replace(/[^ -~]+/g, '?'),
    '?&#8364;&#128512;&#55296;',
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), given => {
      const back = decode(encodeGbk(given)).replace(/&#(\d+);/g, (_, point) =>
        String.fromCodePoint(Number(point)),
      );
      assert.equal(
        back,
        given.replace(/&#(\d+);/g, (_, point) => String.fromCodePoint(Number(point))),
      );
    }),
    { seed: 1, numRuns: 300 },
  );
});

test('vocabularies have 2,000 words a topic and 3,000 common ones, and none of the asked topic elsewhere', () => {
  for (const asked of ['rainstorm', 'typhoon', 'flood'] satisfies AskedTopic[]) {
    for (const language of ['zh', 'en'] as const) {
      const { common, topic } = vocabularyOf(language, asked, 6);
      const isOwn = ASKED[asked].language === language;
      assert.equal(new Set(common).size, 3000);
      assert.deepEqual(
        topic.map(words => new Set(words).size),
        [isOwn ? 2000 : 0, 2000, 2000, 2000, 2000, 2000],
      );
      const elsewhere = new Set([...common, ...topic.slice(1).flat()]);
      assert.deepEqual(
        ASKED[asked].words.filter(word => elsewhere.has(word)),
        [],
      );
      if (isOwn) assert.deepEqual(topic[0]?.slice(0, 100), ASKED[asked].words.slice(0, 100));
    }
  }
});

test('ranks are drawn after Zipf and each can be drawn', () => {
  const table = zipfTable(3000);
  const count = new Uint32Array(3000);
  for (const rank of table) count[rank] = (count[rank] as number) + 1;
  assert.ok(count.every(times => times > 0));
  assert.ok(Math.abs((count[0] as number) / (count[9] as number) - 10) < 0.1);
});

test('draws need no library: the exponential is right, the normal has its moments, shares add up', () => {
  for (const x of [-5, -0.3, 0, 1, 2.5, 8]) assert.ok(Math.abs(exponential(x) / Math.exp(x) - 1) < 1e-6);
  const random = randomOf(1);
  const drawn = Array.from({ length: 20_000 }, () => normal(random));
  const mean = drawn.reduce((a, b) => a + b) / drawn.length;
  const variance = drawn.reduce((a, b) => a + (b - mean) ** 2, 0) / drawn.length;
  assert.ok(Math.abs(mean) < 0.03 && Math.abs(variance - 1) < 0.05);
  assert.deepEqual(share(10, [1, 1, 1]), [3, 4, 3]);
});

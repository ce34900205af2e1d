import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { packetOf, packReading, unpackReading } from '../../../src/contract/packet.js';
import { blankReading, type Reading, type VisitLinks } from '../../../src/contract/visit.js';

const shape = { numbers: ['anchor', 'block'], lists: ['anchorTerms', 'leafTerms'] } as const;
const u32 = fc.integer({ min: 0, max: 4294967295 });
const link = fc.record({
  url: fc.string(),
  anchor: fc.string({ unit: 'binary' }),
  print: u32,
  known: u32,
  value: fc.double(),
  terms: fc.array(u32, { maxLength: 5 }),
});

test('a reading comes out of its packet as it went in', () => {
  fc.assert(
    fc.property(
      fc.array(link, { maxLength: 6 }),
      fc.record({
        title: fc.string(),
        fault: fc.string(),
        bytes: fc.nat(),
        big: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      }),
      fc.array(fc.double({ min: 0, max: 1 }), { minLength: 1, maxLength: 3 }),
      (links, page, topics) => {
        const start = Uint32Array.from({ length: links.length + 1 }, (_, i) =>
          links.slice(0, i).reduce((sum, one) => sum + one.terms.length, 0),
        );
        const list = { start, id: Uint32Array.from(links.flatMap(one => one.terms)) };
        const reading: Reading = {
          ...blankReading(7, 1),
          ...{
            title: page.title,
            fault: page.fault,
            bytes: page.bytes,
            simhash: page.big,
            textHash: 5n,
            language: '中',
          },
          topics: Float64Array.from(topics),
          judges: Float64Array.of(Number.NaN, 0.5),
          terms: Uint32Array.of(1, 2, 3),
          links: {
            count: links.length,
            low: Uint32Array.from(links, one => one.print),
            high: Uint32Array.from(links, one => one.print),
            known: Uint32Array.from(links, one => one.known),
            flags: Uint32Array.from(links, () => 3),
            url: i => links[i]?.url as string,
            anchor: i => links[i]?.anchor as string,
            number: {
              anchor: Float64Array.from(links, one => one.value),
              block: new Float64Array(links.length),
            },
            list: {
              anchorTerms: list,
              leafTerms: { start: new Uint32Array(links.length + 1), id: new Uint32Array(0) },
            },
          },
        };
        const packet = structuredClone(packReading(reading, shape));
        const { links: got, ...rest } = unpackReading(packet, shape);
        const { links: sent, ...expected } = reading;
        assert.deepEqual(rest, expected);
        const plain = ({ url, anchor, words: _words, origin: _origin, ...arrays }: VisitLinks) => ({
          ...arrays,
          texts: Array.from({ length: arrays.count }, (_, i) => [url(i), anchor(i)]),
        });
        assert.deepEqual(plain(got), plain(sent));
      },
    ),
    { numRuns: 200 },
  );
});

const twoLinks = (): Reading => ({
  ...blankReading(1, 1),
  links: {
    count: 2,
    low: Uint32Array.of(1, 2),
    high: Uint32Array.of(3, 4),
    known: Uint32Array.of(9, 0),
    flags: new Uint32Array(2),
    url: i => `http://a.org/${i}`,
    anchor: i => `number ${i}`,
    number: {},
    list: {},
  },
});

test('where main needs no words of links that it knows, a page comes without them, and a sitemap with all', () => {
  const brief = { numbers: [], lists: [], leavesOutKnown: true };
  const { links } = unpackReading(packReading(twoLinks(), brief), brief);
  assert.deepEqual([links.url(0), links.anchor(0)], ['', '']);
  assert.deepEqual([links.url(1), links.anchor(1)], ['http://a.org/1', 'number 1']);
  assert.deepEqual([...links.known], [9, 0]);
  const sitemap = unpackReading(packReading({ ...twoLinks(), kind: 'sitemap' }, brief), brief);
  assert.deepEqual([sitemap.links.url(0), sitemap.links.url(1)], ['http://a.org/0', 'http://a.org/1']);
});

test('a reading knows the packet that it came in, a changed copy of it has another one', () => {
  const packet = packReading(twoLinks(), shape);
  const reading = unpackReading(packet, shape);
  assert.equal(packetOf(reading, shape), packet);
  assert.equal(unpackReading(packetOf({ ...reading, status: 404 }, shape), shape).status, 404);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { read, url, urlset } from './read.js';
import { saxesLocs } from './saxes-locs.js';

const SETTINGS = { seed: 50_000, numRuns: 300 };

const piece = fc.constantFrom(
  '<url>',
  '</url>',
  '<loc>',
  '</loc>',
  '<loc a="',
  '"',
  "'",
  '>',
  '<',
  '/>',
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '&',
  '&amp;',
  '&#',
  ';',
  '<!DOCTYPE x [',
  ']',
  '<?',
  '?>',
  'http://h.org/',
  '\r',
  'ü',
  '\0',
  '<image:image>',
  '</image:image>',
  '<lastmod>',
  '2005-01-01',
);

test('any sequence of markup gives the same however it is cut, and no error', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      async (pieces, step) => {
        const text = `<urlset>${pieces.join('')}`;
        // One byte more than a block, so that pieces are cut within blocks too.
        const body = Buffer.from(`${text}<!--${' '.repeat(16_384 - (pieces.length % 50))}-->${text}`);
        const whole = await read(body);
        assert.deepEqual(await read(body, 16_384 - step), whole);
        assert.deepEqual(await read(body, 997 * step), whole);
      },
    ),
    SETTINGS,
  );
});

test('any bytes give a listing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async bytes => {
      for (const body of [bytes, gzipSync(bytes), Buffer.concat([Buffer.from([0x1f, 0x8b, 8]), bytes])]) {
        assert.ok(Array.isArray((await read(body, 100)).loc));
      }
    }),
    SETTINGS,
  );
});

test('of well-formed listings we read what a validating parser reads', async () => {
  const text = fc.string({
    unit: fc.constantFrom(
      'a',
      '/',
      '&amp;',
      '&lt;',
      '&#65;',
      '&#x42;',
      '<![CDATA[&<b>]]>',
      '<!-- c -->',
      'ü',
      '\n',
      '>',
      '"',
    ),
  });
  const other = fc.constantFrom(
    '<lastmod>2005</lastmod>',
    '<i:image a="<![x">'.replace('<!', '&lt;!').concat('<i:loc>/no</i:loc></i:image>'),
    '<m:m/>',
    "<x y='>'/>",
    '<?pi x?>',
    '',
  );
  const entry = fc
    .tuple(other, text, other)
    .map(([before, loc, after]) => `<url>${before}<loc>/${loc}</loc>${after}</url>`);
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 12 }), async entries => {
      const body = `<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY e "]">]><urlset xmlns="s" xmlns:i="i" xmlns:m="m">${entries.join('')}</urlset>`;
      assert.deepEqual((await read(body, 1000)).loc, saxesLocs(body));
    }),
    SETTINGS,
  );
});

test('files made to be slow or large are read in bounded memory and the time of ordinary ones', async () => {
  const most = 8_000_000;
  const shape = [
    '\r',
    '<"',
    '- ',
    '<a:b>',
    '<a',
    '&',
    '<![CDATA[',
    '</url>',
    '<url>',
    '<loc>',
    ' ',
    "<a b='",
    '<image:image>',
    ']',
    '<!',
    '<!-',
    'x'.repeat(997),
  ];
  for (const before of [
    '<urlset><url><loc>',
    '<!DOCTYPE x [',
    '<!--',
    '<urlset a="',
    'http://h.org/',
    '<rss><item><link>',
  ]) {
    for (const unit of shape) {
      const sitemap = await read(
        gzipSync(before + unit.repeat(Math.ceil(most / unit.length / shape.length)), { level: 1 }),
        65_536,
      );
      assert.ok(sitemap.loc.length <= 50_000);
    }
  }
});

test('a bomb of gzip ends at the limit', async () => {
  const bomb = gzipSync(gzipSync(Buffer.alloc(100_000_000, urlset(url('http://h.org/')))));
  const before = process.memoryUsage().rss;
  const { isFull, bytes } = await read(bomb, 65_536, { mostBytes: 20_000_000 });
  assert.ok(isFull && bytes <= 20_000_000);
  assert.ok(process.memoryUsage().rss - before < 200_000_000);
});

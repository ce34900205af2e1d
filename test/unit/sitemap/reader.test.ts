import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { read, url, urlset } from './read.js';

async function locs(body: string | Uint8Array): Promise<readonly string[]> {
  return (await read(body)).loc;
}

test('a urlset gives its addresses with their dates', async () => {
  const sitemap = await read(
    urlset(
      '<url><loc>http://h.org/1</loc><lastmod>2005-01-01</lastmod></url><url><lastmod>x</lastmod><loc> http://h.org/2\n</loc></url>',
    ),
  );
  assert.equal(sitemap.kind, 'urlset');
  assert.deepEqual(sitemap.loc, ['http://h.org/1', 'http://h.org/2']);
  assert.deepEqual(sitemap.lastmodMs, [Date.UTC(2005, 0, 1), Number.NaN]);
  assert.equal(sitemap.base, 'http://h.org/maps/s.xml');
  assert.ok(!sitemap.isFull && !sitemap.isDamaged);
});

test('an index gives sitemaps, with and without loc', async () => {
  const text =
    '<sitemapindex><sitemap><loc>/m1.xml</loc><loc>/m2.xml</loc></sitemap><sitemap>\nhttp://h.org/m3.xml?a&amp;b\n</sitemap></sitemapindex>';
  const { kind, loc } = await read(text);
  assert.equal(kind, 'index');
  assert.deepEqual(loc, ['/m1.xml', '/m2.xml', 'http://h.org/m3.xml?a&b']);
});

test('gzip is told by the first bytes, also twice', async () => {
  const text = urlset(url('http://h.org/1'));
  for (const body of [
    gzipSync(text),
    gzipSync(gzipSync(text)),
    Buffer.concat([gzipSync(text), gzipSync('')]),
  ]) {
    for (const step of [1, 7, 1e9]) assert.deepEqual((await read(body, step)).loc, ['http://h.org/1']);
  }
  assert.equal((await read(brotliCompressSync(text))).kind, 'none');
});

test('of cut and damaged gzip the part before the damage counts', async () => {
  const many = urlset(
    Array.from({ length: 5000 }, (_, i) => url(`http://h.org/${i}/${(i * 7919) % 5003}`)).join(''),
  );
  const packed = gzipSync(many);
  const cut = await read(packed.subarray(0, packed.length >> 1), 1000);
  assert.ok(cut.loc.length > 1000 && cut.loc.length < 5000);
  const wrongSum = Buffer.from(packed);
  wrongSum.writeUInt32LE(7, packed.length - 8);
  const damaged = await read(wrongSum);
  assert.ok(damaged.isDamaged && damaged.loc.length > 4000);
  assert.equal((await read(Buffer.from([0x1f, 0x8b, 1, 2, 3]))).isDamaged, true);
  assert.equal((await read(Buffer.from([0x1f]))).kind, 'none');
});

test('prefixes do not matter, extensions do not count', async () => {
  assert.deepEqual(
    await locs(
      '<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"><s:url><s:loc>/1</s:loc></s:url></s:urlset>',
    ),
    ['/1'],
  );
  const image = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';
  assert.deepEqual(
    await locs(
      `<urlset ${image}><url><image:image><image:loc>/pic</image:loc></image:image><loc>/2</loc></url></urlset>`,
    ),
    ['/2'],
  );
  assert.deepEqual(
    await locs(
      urlset(
        '<url><loc>/1</loc><PageMap xmlns="http://x/"><loc>/no</loc></PageMap></url><url><video><loc>/no</loc></video><loc>/2</loc></url>',
      ),
    ),
    ['/1', '/2'],
  );
  assert.deepEqual(await locs('<urlset xmlns="u" xmlns:s="u"><s:url><s:loc>/1</s:loc></s:url></urlset>'), [
    '/1',
  ]);
  assert.deepEqual(await locs('<urlset xmlns="wrong"><url><loc>/1</loc></url></urlset>'), ['/1']);
});

test('alternates are given apart', async () => {
  const { loc, alternate } = await read(
    '<urlset xmlns:x="http://www.w3.org/1999/xhtml"><url><loc>/en</loc><x:link rel="alternate" hreflang="de" href="/de?a&amp;b"/>' +
      '<x:link rel="self" href="/no"/></url><url><loc>/2</loc></url></urlset>',
  );
  assert.deepEqual([loc, alternate], [['/en', '/2'], ['/de?a&b']]);
});

test('references are decoded once, CDATA not at all, blanks go', async () => {
  const text = urlset(
    `${url('\n  /a?x=1&amp;y=2\n')}${url('/b?x=1&#38;y=2')}${url('/c?x=1&#x26;y=2')}${url('\n<![CDATA[ /d?x=1&y=2 ]]>\n')}` +
      `${url('/e?x=1&amp;amp;y=2')}${url('/f<![CDATA[&amp;]]>&lt;')}${url('/g&#xfc;')}`,
  );
  const expected = [
    '/a?x=1&y=2',
    '/b?x=1&y=2',
    '/c?x=1&y=2',
    '/d?x=1&y=2',
    '/e?x=1&amp;y=2',
    '/f&amp;<',
    '/gü',
  ];
  for (const step of [1, 3, 1e9]) assert.deepEqual((await read(text, step)).loc, expected);
});

test('damage costs what it touches and nothing more', async () => {
  const row: readonly [string, readonly string[]][] = [
    [`${url('/a?x=1&y=2')}${url('/b&bogus;')}${url('/c')}`, ['/a?x=1&y=2', '/b&bogus;', '/c']],
    ['<url><loc>/1</loc><url><loc>/2</loc></url>', ['/1', '/2']],
    ['<url><loc>/1<lastmod>2005-01-01</lastmod></url><url><loc>/2</loc>', ['/1', '/2']],
    ['<url><loc>/1</url></loc></foo></bar><url><loc>/2</loc></url>', ['/1', '/2']],
    ['<url x=1 y><loc a="1>/1</loc></url><url><loc>/2</loc></url>', ['/1', '/2']],
    ['<url><loc></loc></url><url/><url><loc>/2</loc></url>', ['/2']],
    ['<url><loc>/a<b</loc></url><url><loc>/2 < 3</loc></url>', ['/a', '/2 < 3']],
    ['<!-- <url><loc>/no</loc></url> --><?php echo 1 ?><!x><url><loc>/2</loc></url>', ['/2']],
    ['<url><mobile:mobile></url><url><loc>/2</loc></url>', ['/2']],
    ['<URL><Loc>/1</LOC></URL>', ['/1']],
  ];
  for (const [inner, expected] of row) {
    for (const step of [1, 1e9]) assert.deepEqual((await read(urlset(inner), step)).loc, expected, inner);
  }
});

test('what stands before the markup does not matter', async () => {
  const text = urlset(url('/1'));
  for (const before of [
    '\n\n  ',
    '\ufeff',
    '\n\ufeff ',
    '<!-- c -->',
    '<!DOCTYPE urlset [<!ENTITY a "b"> ]>',
    'Warning: x in <b>y</b>\n',
  ]) {
    assert.deepEqual(await locs(before + text), ['/1'], before);
  }
  assert.deepEqual(
    await locs('<?xml version="1.0" encoding="UTF-8"><urlset><url><loc>/1</loc></url></urlset>'),
    ['/1'],
  );
  assert.deepEqual(await locs('<url><loc>/1</loc></url>'), ['/1']);
});

test('charsets: UTF-16, declared ones, and a declaration that lies', async () => {
  const text = urlset(url('http://h.org/ü?a'));
  const wide = Buffer.from(text, 'utf16le');
  for (const body of [wide, Buffer.from(wide).swap16(), Buffer.from(`\ufeff${text}`, 'utf16le')]) {
    for (const step of [1, 1e9]) assert.deepEqual((await read(body, step)).loc, ['http://h.org/ü?a']);
  }
  const latin = Buffer.from(text, 'latin1');
  assert.deepEqual(await locs(latin), ['http://h.org/%FC?a']);
  assert.deepEqual(await locs(Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1')), [
    'http://h.org/ü?a',
  ]);
  assert.deepEqual(await locs(text.replace('UTF-8', 'windows-1251')), ['http://h.org/ü?a']);
  assert.deepEqual(await locs(text.replace('UTF-8', 'no-such-charset')), ['http://h.org/ü?a']);
  const gbk = Buffer.concat([
    Buffer.from('<?xml version="1.0" encoding="gb2312"?><urlset><url><loc>/'),
    Buffer.from([0xd6, 0xd0, 0xce, 0xc4]),
    Buffer.from('</loc></url></urlset>'),
  ]);
  assert.deepEqual(await locs(gbk), ['/中文']);
});

test('RSS: items only, by link, else by a guid that is an address', async () => {
  const { kind, loc, lastmodMs } = await read(
    '<rss xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><link>/home</link><atom:link href="/self"/>' +
      '<image><url>/pic</url><link>/no</link></image><item><description><link>/no</link></description><link>/1</link><guid>http://h.org/no</guid>' +
      '<pubDate>Thu, 05 Jan 2017 12:34:50 GMT</pubDate></item><item><guid isPermaLink="false">http://h.org/2</guid></item>' +
      '<item><guid>7bd204c6</guid></item><item><link>/3<![CDATA[?q=a&l=fr]]></link><dc:date>2017-01-05</dc:date></item></channel></rss>',
  );
  assert.equal(kind, 'rss');
  assert.deepEqual(loc, ['/1', 'http://h.org/2', '/3?q=a&l=fr']);
  assert.deepEqual(lastmodMs, [Date.UTC(2017, 0, 5, 12, 34, 50), Number.NaN, Date.UTC(2017, 0, 5)]);
});

test('RSS 1.0 is RSS', async () => {
  const { kind, loc, lastmodMs } = await read(
    '<rdf:RDF xmlns:rdf="r" xmlns="http://purl.org/rss/1.0/" xmlns:dc="d"><channel><link>/home</link><items><rdf:Seq><rdf:li resource="/1"/></rdf:Seq></items></channel>' +
      '<item rdf:about="/1"><title>t</title><link>/1</link><dc:date>2017-01-05T00:00Z</dc:date></item></rdf:RDF>',
  );
  assert.deepEqual([kind, loc, lastmodMs], ['rss', ['/1'], [Date.UTC(2017, 0, 5)]]);
});

test('Atom: the first link to a page, the last of its dates, and xml:base', async () => {
  const { kind, loc, alternate, base, lastmodMs } = await read(
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/b/"><link href="/"/><id>http://h.org/feed</id><entry><updated>2003-12-13</updated><published>2001-01-01</published>' +
      '<link rel="edit" href="e"/><link rel="alternate" type="application/json" href="j"/><link href="1?a&amp;b"/><link href="2"/>' +
      '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><link href="no"/></div></content><source><link href="no"/></source></entry>' +
      '<entry><id>http://h.org/3</id></entry><entry><id>urn:uuid:1</id></entry></feed>',
  );
  assert.deepEqual([kind, loc, alternate], ['atom', ['1?a&b', 'http://h.org/3'], ['j', '2']]);
  assert.equal(base, 'http://h.org/b/');
  assert.deepEqual(lastmodMs, [Date.UTC(2003, 11, 13), Number.NaN]);
});

test('plain text: one address a line', async () => {
  for (const step of [1, 1e9]) {
    const { kind, loc, badCount } = await read(
      '\ufeffhttp://h.org/1\r\n  HTTPS://h.org/2?a&amp;b  \rjunk\n\n/rel\nhttp://h.org/ü',
      step,
    );
    assert.deepEqual(
      [kind, loc, badCount],
      ['text', ['http://h.org/1', 'HTTPS://h.org/2?a&amp;b', 'http://h.org/ü'], 2],
    );
  }
});

test('what is no listing gives nothing', async () => {
  for (const body of [
    '',
    ' ',
    '<!doctype html><html><body><a href="/x">x</a><url><loc>/x</loc></url></body></html>',
    '{"a":1}',
    '<x/>',
    '%PDF-1.4',
    '<',
  ]) {
    const { kind, loc } = await read(body);
    assert.deepEqual([kind, loc], ['none', []], body);
  }
});

test('the limits hold and are told', async () => {
  const many = urlset(Array.from({ length: 60_000 }, (_, i) => url(`http://h.org/n/${i}`)).join(''));
  const { loc, isFull } = await read(many, 65_536);
  assert.deepEqual([loc.length, isFull], [50_000, true]);
  assert.equal((await read(many, 65_536, { mostLocs: 60_000 })).isFull, false);
  const short = await read(gzipSync(many), 65_536, { mostBytes: 300_000 });
  assert.deepEqual([short.isFull, short.isDamaged, short.bytes], [true, false, 300_000]);
  const long = await read(urlset(url(`/${'x'.repeat(9000)}`) + url('/2')));
  assert.deepEqual([long.loc, long.badCount], [['/2'], 1]);
});

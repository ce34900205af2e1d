import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { PAGE_FLAG } from '../../../src/contract/document.js';
import { packReading, unpackReading } from '../../../src/contract/packet.js';
import { endOf, linksOf, livePages, liveSetup, visitOf } from '../../web/live-lane.js';
import { answer, rawServer } from '../../web/raw-server.js';

const HTML = 'Content-Type: text/html; charset=utf-8\r\n';
const page = (body: string, headers = ''): Buffer => answer(body, HTML + headers);
const FLOOD =
  '<title>Flood warning</title><p>A flood warning for the river. <a href="/next#x">next</a> <a href=next>again</a>';

test('a page of the live web is read and judged, and tells how it came', async t => {
  const server = await rawServer(t, { '/a/': page(FLOOD) });
  const pages = livePages(t);
  const before = Date.now();
  const reading = await pages.read(visitOf(`${server.origin}/a/`));
  assert.equal(endOf(reading), 'Ok');
  assert.deepEqual(
    [reading.slot, reading.kind, reading.status, reading.title, reading.charset, reading.sends],
    [7, 'page', 200, 'Flood warning', 'utf-8', 1],
  );
  assert.equal(reading.ip, '127.0.0.1');
  assert.equal(reading.contentType, 'text/html; charset=utf-8');
  assert.equal(reading.wireBytes, Buffer.byteLength(FLOOD));
  assert.ok(reading.sentAtMs >= before - 5 && reading.sentAtMs <= Date.now());
  assert.ok((reading.topics[0] as number) > 0.05);
  assert.ok(reading.fetchMs >= reading.firstByteMs && Number.isNaN(reading.retryAfterMs));
  assert.deepEqual(linksOf(reading), [`${server.origin}/next`, `${server.origin}/a/next`]);
});

const ENDS: readonly (readonly [string, Buffer | string, string])[] = [
  ['a page without a body', page(''), 'Empty'],
  ['an answer of 204', 'HTTP/1.1 204 No Content\r\n\r\n', 'Empty'],
  ['a file that is no page', answer('%PDF-1.7 x', HTML), 'NotHtml'],
  ['a type that no page has', answer('x', 'Content-Type: image/png\r\n'), 'Unwanted'],
  ['a page beyond the limit', page('x'.repeat(100_001)), 'TooLarge'],
  ['an error page', answer(FLOOD, HTML, '404 Not Found'), 'HttpError 404'],
  ['"not modified", which nobody asked', 'HTTP/1.1 304 Not Modified\r\n\r\n', 'HttpError 304'],
  ['a server that is too busy', answer('', 'Retry-After: 7\r\n', '503 Busy'), 'Busy'],
  ['a server that failed', answer('', '', '500 Oops'), 'ServerFault'],
  ['bytes that are no HTTP', '\0\x01 nonsense\r\n\r\n', 'BadHttp'],
  ['a connection that ends before the answer', '', 'Reset'],
  ['an error page that broke off', 'HTTP/1.1 410 Gone\r\nContent-Length: 99\r\n\r\nx', 'HttpError 410'],
  ['a coding that is not what came', page('\x28\xb5\x2f\xfd'.repeat(40), 'Content-Encoding: zstd\r\n'), 'Ok'],
];

for (const [what, bytes, end] of ENDS)
  test(`${what} ends as ${end}`, async t => {
    const server = await rawServer(t, { '/': bytes });
    const reading = await livePages(t).read(visitOf(`${server.origin}/`));
    assert.equal(endOf(reading), end);
    assert.equal(reading.fault, '');
    if (end === 'Busy') assert.equal(reading.retryAfterMs, 7000);
  });

test('what came of a page that broke off is read, and the row can say so when asking again does not help', async t => {
  const broken = `HTTP/1.1 200 OK\r\n${HTML}Content-Length: 5000\r\n\r\n${FLOOD}`;
  const server = await rawServer(t, { '/': broken, '/none': broken.slice(0, broken.indexOf('<')) });
  const pages = livePages(t);
  const reading = await pages.read(visitOf(`${server.origin}/`));
  assert.deepEqual(
    [endOf(reading), reading.charset, reading.title],
    ['Incomplete', 'utf-8', 'Flood warning'],
  );
  const nothing = await pages.read(visitOf(`${server.origin}/none`));
  assert.deepEqual([endOf(nothing), nothing.charset], ['Incomplete', '']);
});

test('a redirect gives the name of its target, whatever its body does', async t => {
  const moved = (location: string, rest = 'Content-Length: 0\r\n\r\n'): string =>
    `HTTP/1.1 302 Found\r\n${location === '' ? '' : `Location: ${location}\r\n`}${rest}`;
  const server = await rawServer(t, {
    '/ok': moved('../B/./c?x=1#frag'),
    '/broken': moved('/b', 'Content-Length: 99\r\n\r\nx'),
    '/none': moved(''),
    '/mail': moved('mailto:a@b.test'),
    '/long': moved(`/${'x'.repeat(3000)}`),
  });
  const pages = livePages(t);
  const ends: unknown[] = [];
  for (const path of ['ok', 'broken', 'none', 'mail', 'long']) {
    const reading = await pages.read(visitOf(`${server.origin}/${path}`));
    ends.push([endOf(reading), reading.target.replace(server.origin, '')]);
  }
  assert.deepEqual(ends, [
    ['Redirected', '/B/c?x=1'],
    ['Redirected', '/b'],
    ['RedirectFailed', ''],
    ['RedirectFailed', ''],
    ['RedirectFailed', ''],
  ]);
});

const { noindex, nofollow, noarchive } = PAGE_FLAG;
const WISHES: readonly (readonly [string, string, string, number, string])[] = [
  ['the header line for all', 'X-Robots-Tag: noindex\r\n', '', noindex, ''],
  [
    'only what is for our token',
    'X-Robots-Tag: otherbot: noindex\r\nX-Robots-Tag: testbot: nofollow\r\n',
    '',
    nofollow,
    '',
  ],
  [
    'meta elements for all and for us',
    '',
    '<meta name=robots content=noarchive><meta name=TestBot content=none>',
    noindex | nofollow | noarchive,
    '',
  ],
  [
    'none of what is for others',
    '',
    '<meta name=dowser content=none><meta name=googlebot content=none>',
    0,
    '',
  ],
  [
    'a moment that has passed',
    'X-Robots-Tag: unavailable_after: 25 Jun 2010 15:00:00 GMT\r\n',
    '',
    noindex,
    '',
  ],
  ['a moment to come', 'X-Robots-Tag: unavailable_after: 25 Jun 2999 15:00:00 GMT\r\n', '', 0, ''],
  [
    'refusals of machine learning',
    'X-Robots-Tag: noai\r\n',
    '<meta name=robots content="noimageai">',
    0,
    '{"optOuts":["noimageai","noai"]}',
  ],
];

for (const [what, header, meta, flags, detail] of WISHES)
  test(`a page's wishes: ${what}`, async t => {
    const server = await rawServer(t, { '/': page(`${meta}<p>flood</p>`, header) });
    const reading = await livePages(t).read(visitOf(`${server.origin}/`));
    assert.deepEqual([endOf(reading), reading.pageFlags, reading.detail], ['Ok', flags, detail]);
  });

test('a name is all its addresses, and nothing is sent', async t => {
  const server = await rawServer(t, { '*': page(FLOOD) });
  const pages = livePages(t, { fetch: { connectTo: [`a.test:80:127.0.0.1:${server.port}`] } });
  const ask = async (url: string) => pages.read(visitOf(url, { kind: 'name' }));
  const found = await ask('http://a.test/x');
  assert.deepEqual(
    [endOf(found), found.kind, found.ip, found.sends, found.sentAtMs],
    ['Ok', 'name', '127.0.0.1', 0, 0],
  );
  const refused = await ask('https://10.1.2.3/');
  assert.deepEqual([endOf(refused), refused.ip], ['AddressRefused', '']);
  assert.equal(server.connections(), 0);
});

test('a connection that does not come about is an outcome without a send', async t => {
  const server = await rawServer(t, {});
  const pages = livePages(t, { fetch: { connectTo: ['a.test:80:127.0.0.1:1'] } });
  const reading = await pages.read(visitOf('http://a.test/'));
  assert.deepEqual([endOf(reading), reading.sends, reading.sentAtMs], ['ConnectFailed', 0, 0]);
  const refused = await pages.read(visitOf('http://192.168.0.1/'));
  assert.deepEqual([endOf(refused), refused.sends], ['AddressRefused', 0]);
  assert.equal(server.connections(), 0);
});

test('closing answers what is under way as stopped', async t => {
  const server = await rawServer(t, { '/': () => undefined });
  const pages = livePages(t);
  const under = pages.read(visitOf(`${server.origin}/`));
  await new Promise(resolve => setTimeout(resolve, 50));
  await pages.close();
  assert.equal(endOf(await under), 'Stopped');
});

test('a packed page is read unpacked, and main is told both sizes', async t => {
  const packed = gzipSync(FLOOD);
  const server = await rawServer(t, { '/': answer(packed, `${HTML}Content-Encoding: gzip\r\n`) });
  const reading = await livePages(t).read(visitOf(`${server.origin}/`));
  assert.deepEqual([endOf(reading), reading.bytes, reading.wireBytes], ['Ok', FLOOD.length, packed.length]);
});

test('a reading of any kind crosses threads as it is', async t => {
  const server = await rawServer(t, {
    '/': page(FLOOD),
    '/robots.txt': answer('User-agent: *\nCrawl-delay: 2.5\nSitemap: /s.xml\n'),
    '/s.txt': answer(`/x\nhttp://127.0.0.1:9/y\n`),
  });
  const pages = livePages(t);
  const { shape } = liveSetup();
  for (const [path, kind] of [
    ['/', 'page'],
    ['/robots.txt', 'robots'],
    ['/s.txt', 'sitemap'],
    ['/', 'name'],
  ] as const) {
    const reading = await pages.read(visitOf(server.origin + path, { kind }));
    const crossed = unpackReading(packReading(reading, shape), shape);
    const { links, ...rest } = crossed;
    const { links: before, ...same } = reading;
    assert.deepEqual(rest, same);
    assert.deepEqual(linksOf(crossed), linksOf(reading));
    for (const name of shape.numbers)
      assert.deepEqual(links.number[name], before.number[name] ?? new Float64Array(0));
    for (const name of shape.lists)
      assert.deepEqual(links.list[name]?.id, before.list[name]?.id ?? new Uint32Array(0));
  }
});

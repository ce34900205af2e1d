import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { aMoment, testFetcher } from '../../web/fetchers.js';
import { answer, rawServer, type Say } from '../../web/raw-server.js';

/** What a server says → outcome, text that came. */
const ODD: Readonly<Record<string, readonly [say: Say, name: string, text?: string]>> = {
  '/plain': [answer('hi'), 'Ok', 'hi'],
  '/until-close': ['HTTP/1.1 200 OK\r\n\r\nuntil the end', 'Ok', 'until the end'],
  '/http10': ['HTTP/1.0 200 OK\r\n\r\nold', 'Ok', 'old'],
  '/no-reason': ['HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nhi', 'Ok', 'hi'],
  '/empty-reason': ['HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nhi', 'Ok', 'hi'],
  '/no-body': [answer(''), 'Ok', ''],
  '/204': ['HTTP/1.1 204 No Content\r\n\r\n', 'Ok', ''],
  '/304': ['HTTP/1.1 304 Not Modified\r\n\r\n', 'NotModified', ''],
  '/hints': [
    'HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi',
    'Ok',
    'hi',
  ],
  '/only-hints': ['HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000), 'BadHttp'],
  '/continue': ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi', 'BadHttp'],
  '/upgrade': ['HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', 'BadHttp'],
  '/chunked': [
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nhi\r\n0\r\nX: y\r\n\r\n',
    'Ok',
    'hi',
  ],
  '/chunk-cut': [
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n',
    'Incomplete',
    'hello',
  ],
  '/chunk-bad': [
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n\r\n',
    'Incomplete',
    'hello',
  ],
  '/short': ['HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\nstart', 'Incomplete', 'start'],
  '/short-close': [
    'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5000\r\n\r\nstart',
    'Incomplete',
    'start',
  ],
  '/long': ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi and more', 'Ok', 'hi'],
  '/length-twice': ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nhi', 'BadHttp'],
  '/length-odd': ['HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nhi', 'BadHttp'],
  '/garbage': ['garbage\r\n\r\n', 'BadHttp'],
  '/binary': [Buffer.from([0, 1, 2, 3, 255, 254]), 'BadHttp'],
  '/ssh': ['SSH-2.0-OpenSSH_9.2\r\n', 'BadHttp'],
  '/nothing': ['', 'Reset'],
  '/half-line': ['HTTP/1.1 20', 'Reset'],
  '/half-head': ['HTTP/1.1 200 OK\r\nContent-Ty', 'Reset'],
  '/reset': [socket => socket.resetAndDestroy(), 'Reset'],
  '/silence': [() => undefined, 'HeaderTimeout'],
  '/no-type-gzip': [answer(gzipSync('packed'), 'Content-Encoding: gzip\r\n'), 'Ok', 'packed'],
  '/gzip-cut': [
    answer(gzipSync('x'.repeat(5000)).subarray(0, 20), 'Content-Encoding: gzip\r\n'),
    'Truncated',
  ],
  '/zstd': [
    answer(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1, 2, 3]), 'Content-Encoding: zstd\r\n'),
    'BadEncoding',
  ],
  '/300': [answer('x', '', '300 Many'), 'HttpError', 'x'],
  '/302-nowhere': [answer('', '', '302 Found'), 'RedirectFailed'],
  '/404': [answer('gone', '', '404 Not Found'), 'HttpError', 'gone'],
  '/429': [answer('', '', '429 Slow'), 'Busy'],
  '/503': [answer('', '', '503 Later'), 'Busy'],
  '/500': [answer('', '', '500 Oh'), 'ServerFault'],
  '/521': [answer('', '', '521 Down'), 'ServerFault'],
  '/501': [answer('', '', '501 No'), 'HttpError'],
  '/999': [answer('', '', '999 Denied'), 'HttpError'],
  '/picture': [answer('x'.repeat(100), 'Content-Type: IMAGE/png\r\n'), 'Unwanted', ''],
  '/404-picture': [answer('x', 'Content-Type: image/png\r\n', '404 No'), 'HttpError', 'x'],
};

const says = Object.fromEntries(Object.entries(ODD).map(([path, [say]]) => [path, say]));

test('gives one clear answer whatever a server says', async t => {
  const server = await rawServer(t, says);
  for (const [path, [, name, text]] of Object.entries(ODD)) {
    const { get } = testFetcher(t);
    const found = await get(`${server.origin}${path}`);
    assert.equal(found.name, name, path);
    if (text !== undefined) assert.equal(found.text, text, path);
    assert.equal(found.sends.length, 1, path);
    assert.equal(found.status, Number(/^\/(\d{3})/.exec(path)?.[1] ?? found.status), path);
  }
});

test('gives the same answers when everything is asked at once over used connections', async t => {
  const server = await rawServer(t, says);
  const { get } = testFetcher(t, { limits: { connectionsPerOrigin: 3 } });
  const paths = Object.keys(ODD).filter(path => path !== '/silence' && ODD[path]?.[1] !== 'BadHttp');
  const found = await Promise.all(
    paths.flatMap(path => ['/plain', path]).map(path => get(`${server.origin}${path}`)),
  );
  for (const [i, path] of paths.entries()) {
    assert.equal(found[2 * i]?.name, 'Ok', path);
    assert.equal(found[2 * i + 1]?.name, ODD[path]?.[1], path);
  }
  assert.ok(found.every(one => one.sends.length <= 2));
});

test('passes on a Location byte by byte, and headers with their repeats', async t => {
  const head = Buffer.concat([
    Buffer.from(
      'HTTP/1.1 302 Found\r\nX-Robots-Tag: noindex\r\nx-robots-tag: bot: none\r\nSet-Cookie: a=1\r\nLocation: /fa/',
    ),
    Buffer.from('мир'),
    Buffer.from([0xe9]),
    Buffer.from(' /%D0%BC?x y \r\nContent-Length: 0\r\nRetry-After: 7\r\n\r\n'),
  ]);
  const server = await rawServer(t, { '/': head });
  const { get } = testFetcher(t);
  const found = await get(`${server.origin}/`);
  assert.equal(found.name, 'Redirected');
  assert.equal(found.location, '/fa/%D0%BC%D0%B8%D1%80%E9 /%D0%BC?x y');
  assert.deepEqual(found.headers.all('x-robots-tag'), ['noindex', 'bot: none']);
  assert.equal(found.headers.get('set-cookie'), 'a=1');
  assert.equal(found.headers.get('x-nothing'), undefined);
  assert.deepEqual([...found.headers].slice(0, 2), [
    ['x-robots-tag', 'noindex'],
    ['x-robots-tag', 'bot: none'],
  ]);
  assert.equal(found.headers.count, 6);
  assert.equal(found.retryAfterMs, 7000);
  assert.equal(found.statusText, 'Found');
  assert.match(
    found.headers.text(),
    /^X-Robots-Tag: noindex\r\nx-robots-tag: bot: none\r\nSet-Cookie: a=1\r\n/,
  );
});

test('reads long heads up to its limit and no further', async t => {
  const cookies = `Set-Cookie: c=${'v'.repeat(600)}\r\n`.repeat(95);
  const server = await rawServer(t, {
    '/long': answer('hi', cookies),
    '/line': answer('hi', `X-Long: ${'v'.repeat(200_000)}\r\n`),
    '/lines': answer('hi', 'X-Many-Of-Them: value\r\n'.repeat(5000)),
  });
  const { get } = testFetcher(t);
  assert.deepEqual([(await get(`${server.origin}/long`)).name], ['Ok']);
  assert.equal((await get(`${server.origin}/line`)).name, 'HeadersTooLarge');
  assert.equal((await get(`${server.origin}/lines`)).name, 'HeadersTooLarge');
});

test('sends what it should and nothing else', async t => {
  const server = await rawServer(t, { '*': answer('hi') });
  const { get } = testFetcher(t, { headers: { 'Accept-Language': 'en', 'X-Own': 'caf\u00e9' } });
  await get(`${server.origin}/a%20b?q=1`, {
    validators: { etag: '"x"', lastModified: 'Mon, 01 Jan 2024 00:00:00 GMT' },
  });
  const lines = (server.heads[0] ?? '').split('\r\n');
  assert.deepEqual(lines, [
    'GET /a%20b?q=1 HTTP/1.1',
    `host: 127.0.0.1:${server.port}`,
    'connection: keep-alive',
    'user-agent: test/1.0',
    'accept: text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.8,*/*;q=0.5',
    'accept-encoding: gzip, deflate, br',
    'accept-language: en',
    'x-own: caf\u00e9',
    'if-none-match: "x"',
    'if-modified-since: Mon, 01 Jan 2024 00:00:00 GMT',
  ]);
});

test('answers to addresses that are none', async t => {
  const { get } = testFetcher(t);
  for (const url of [
    '',
    'x',
    'ftp://a.org/',
    'http://',
    'http://a.org',
    'http://u:p@a.org/',
    'http://a b/',
    'http://[::1/',
    'http://a:99999/',
    'http://127.0.0.1/\u4e2d',
  ])
    assert.equal((await get(url)).name, 'BadUrl', url);
});

test('says that nobody listens', async t => {
  const server = await rawServer(t, {});
  const { get, fetcher } = testFetcher(t);
  const free = await rawServer(t, {}, '127.0.0.5');
  assert.equal((await get(`http://127.0.0.6:${free.port}/`)).name, 'ConnectFailed');
  assert.equal(server.connections(), 0);
  assert.equal(fetcher.connectionCount, 0);
});

test('answers everything under way when it is closed, and everything after', async t => {
  const server = await rawServer(t, { '/': () => undefined });
  const { get, fetcher } = testFetcher(t);
  const waiting = [get(`${server.origin}/`), get(`${server.origin}/`), get('http://nosuch.invalid/')];
  await aMoment();
  await fetcher.close();
  for (const found of await Promise.all(waiting))
    assert.ok(['Stopped', 'DnsFailed'].includes(found.name), found.name);
  assert.equal((await get(`${server.origin}/`)).name, 'Stopped');
});

test('turns a fault of our own into an answer', async t => {
  const server = await rawServer(t, { '*': answer('hi') });
  const { get } = testFetcher(t, {
    isWanted: () => {
      throw new Error('planted');
    },
  });
  const found = await get(`${server.origin}/`);
  assert.deepEqual([found.name, found.fault], ['FetchFault', 'Error: planted']);
  const sending = testFetcher(t, {
    onSend: () => {
      throw new Error('planted');
    },
  });
  assert.equal((await sending.get(`${server.origin}/`)).name, 'FetchFault');
});

/** Where a request goes and what it tells about us: redirections, proxies, passwords, cookies. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRedirection } from '../../../src/fetch/connect-to.js';
import { retryAfterMsOf } from '../../../src/fetch/retry-after.js';
import { aMoment, testFetcher } from '../../web/fetchers.js';
import { proxyServer } from '../../web/proxy-server.js';
import { answer, rawServer } from '../../web/raw-server.js';

test('follows the first rule that matches, and empty parts match or keep all', () => {
  const redirect = createRedirection([
    'A.test:80:127.0.0.1:8080',
    '[::1]:90:[::2]:91',
    ':443:b.test:',
    'c.test:::1',
    '::z.test:',
  ]);
  assert.deepEqual(redirect('a.test', 80), { host: '127.0.0.1', port: 8080, isOwnWord: true });
  assert.deepEqual(redirect('::1', 90), { host: '::2', port: 91, isOwnWord: true });
  assert.deepEqual(redirect('a.test', 443), { host: 'b.test', port: 443, isOwnWord: true });
  assert.deepEqual(redirect('C.test', 81), { host: 'c.test', port: 1, isOwnWord: false });
  assert.deepEqual(redirect('x.test', 81), { host: 'z.test', port: 81, isOwnWord: true });
  assert.deepEqual(createRedirection()('x.test', 81), { host: 'x.test', port: 81, isOwnWord: false });
  for (const wrong of [
    '',
    'a:80',
    'a:80:b',
    'a:80:b:c',
    'a:80:b:99999',
    'a:0:b:1',
    '::1:80:b:1',
    'a:80:b:1:2',
  ])
    assert.throws(() => createRedirection([wrong]), { code: 'FETCH_CONNECT_TO', exitCode: 2 }, wrong);
});

test('keeps the name of the address in the Host header, and the guard on when only the port is redirected', async t => {
  const server = await rawServer(t, { '*': answer('hi') });
  const { get, fetcher } = testFetcher(t, {
    allowPrivate: [],
    connectTo: [`a.test:80:127.0.0.1:${server.port}`, `127.0.0.1:::${server.port}`],
  });
  assert.equal((await get('http://a.test/x')).name, 'Ok');
  assert.match(server.heads[0] ?? '', /^host: a\.test$/m);
  assert.equal((await get('http://127.0.0.1/x')).name, 'AddressRefused');
  assert.deepEqual(await fetcher.resolve('a.test'), { ips: ['127.0.0.1'], outcome: 200 });
  assert.equal(server.connections(), 1);
});

test('asks a proxy for whole addresses, says who we are to nobody else, and gives no address away', async t => {
  const proxy = await proxyServer(t);
  const { get, fetcher } = testFetcher(t, {
    proxy: `http://me:s%40crt@127.0.0.1:${proxy.port}`,
    allowPrivate: [],
  });
  const found = await get('http://far.example/path?q');
  assert.deepEqual(
    [found.name, found.text, found.ip],
    ['Ok', 'proxied http://far.example/path?q far.example', ''],
  );
  assert.deepEqual(proxy.lines, [`GET http://far.example/path?q Basic ${btoa('me:s@crt')}`]);
  assert.deepEqual(await fetcher.resolve('far.example'), { ips: [], outcome: 200 });
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254'])
    assert.equal((await get(`http://${host}/`)).name, 'AddressRefused');
  assert.equal(proxy.lines.length, 1);
});

test('goes through a tunnel for https, and says so when the proxy refuses', async t => {
  const plain = await rawServer(t, {});
  const open = await proxyServer(t);
  const shut = await proxyServer(t, 403);
  const through = testFetcher(t, { proxy: `http://127.0.0.1:${open.port}`, limits: { connectMs: 300 } });
  assert.equal((await through.get(`https://far.example:${plain.port}/`)).name, 'ConnectTimeout');
  assert.deepEqual(open.lines, [`CONNECT far.example:${plain.port} `]);
  assert.equal(plain.connections(), 1);
  const stopped = testFetcher(t, { proxy: `http://127.0.0.1:${shut.port}` });
  const found = await stopped.get('https://far.example/');
  assert.deepEqual([found.name, found.fault, found.sends.length], ['ProxyFailed', 'CONNECT 403', 0]);
  for (const proxy of ['', '127.0.0.1:80', 'ftp://x/', 'socks5://x:1'])
    assert.throws(() => testFetcher(t, { proxy }), { code: 'FETCH_PROXY', exitCode: 2 });
});

test('sends a password to its origin only', async t => {
  const mine = await rawServer(t, { '*': answer('hi') });
  const other = await rawServer(t, { '*': answer('hi') });
  const { get } = testFetcher(t, {
    credentials: { [mine.origin]: 'user:p:w', 'named.test': 'a:b' },
    connectTo: [`named.test:80:127.0.0.1:${other.port}`],
  });
  await get(`${mine.origin}/`);
  await get(`${other.origin}/`);
  await get(`http://localhost:${mine.port}/`);
  await get('http://named.test/');
  assert.match(mine.heads[0] ?? '', new RegExp(`^authorization: Basic ${btoa('user:p:w')}$`, 'm'));
  assert.doesNotMatch(mine.heads[1] ?? '', /^authorization/im);
  assert.doesNotMatch(other.heads[0] ?? '', /^authorization/im);
  assert.match(other.heads[1] ?? '', new RegExp(`^authorization: Basic ${btoa('a:b')}$`, 'm'));
  for (const wrong of [{ 'a.test': 'nocolon-s3cret' }, { 'a b': 'x:s3cret' }])
    assert.throws(
      () => testFetcher(t, { credentials: wrong as Record<string, string> }),
      (error: Error) => !error.message.includes('s3cret') && 'exitCode' in error,
    );
});

test('keeps cookies only when asked to, and each for its host alone', async t => {
  const odd = [
    '=x',
    ';;;',
    'a',
    'sid=1; Domain=test',
    'own=1',
    'b=1; Domain=b.test',
    '>=A; Path=/;;; Max-Age=abc',
    'e=1; Expires=Thu, 99-Jan-2030 88:00:00',
    `big=${'v'.repeat(9000)}`,
  ];
  const server = await rawServer(t, {
    '*': answer('hi', odd.map(line => `Set-Cookie: ${line}\r\n`).join('')),
  });
  const connectTo = [`::127.0.0.1:${server.port}`];
  const without = testFetcher(t, { connectTo });
  const having = testFetcher(t, { connectTo, hasCookies: true });
  for (const { get } of [without, having])
    for (const host of ['a.test', 'a.test', 'b.test', 'x.a.test']) {
      assert.equal((await get(`http://${host}/`)).name, 'Ok');
      await aMoment();
    }
  const cookies = server.heads.map(head => /^cookie: (.*)$/im.exec(head)?.[1]);
  assert.deepEqual(cookies.slice(0, 4), [undefined, undefined, undefined, undefined]);
  assert.match(cookies[5] ?? '', /own=1/);
  assert.doesNotMatch(cookies[5] ?? '', /sid|b=1|big/);
  assert.deepEqual([cookies[4], cookies[6], cookies[7]], [undefined, undefined, undefined]);
});

test('a host that invents cookies without end makes no jar without end', async t => {
  let count = 0;
  const server = await rawServer(t, {
    '*': socket => {
      const lines = Array.from({ length: 40 }, () => `Set-Cookie: c${count++}=1\r\n`).join('');
      socket.write(answer('hi', lines));
    },
  });
  const { get } = testFetcher(t, { hasCookies: true });
  for (let i = 0; i < 30; i++) {
    await get(`${server.origin}/`);
    await aMoment();
  }
  const longest = Math.max(
    ...server.heads.map(head => (/^cookie: (.*)$/im.exec(head)?.[1] ?? '').split(';').length),
  );
  assert.ok(longest > 1 && longest <= 200, `${longest}`);
});

test('refuses headers that are not the person’s to set or that would break the head', t => {
  for (const headers of [
    { Host: 'x' },
    { connection: 'x' },
    { 'a b': 'x' },
    { a: 'x\r\ny: z' },
    { a: '中' },
    { 'Content-Length': '1' },
  ])
    assert.throws(() => testFetcher(t, { headers: headers as Record<string, string> }), {
      code: 'FETCH_HEADER',
      exitCode: 2,
    });
  assert.throws(() => testFetcher(t, { userAgent: 'a\nb' }), { code: 'FETCH_HEADER' });
});

test('understands Retry-After in every form and nothing that only looks like one', () => {
  const now = Date.UTC(2024, 0, 1, 12, 0, 0);
  const date = 'Mon, 01 Jan 2024 11:00:00 GMT';
  const ms = (value: string | undefined, from?: string): number | undefined =>
    retryAfterMsOf(value, from, now);
  assert.equal(ms('120'), 120_000);
  assert.equal(ms(' 0 '), 0);
  assert.equal(ms('99999999'), 99_999_999_000);
  assert.equal(ms('Mon, 01 Jan 2024 12:00:30 GMT'), 30_000);
  assert.equal(ms('Monday, 01-Jan-24 12:00:30 GMT'), 30_000);
  assert.equal(ms('Mon Jan  1 12:00:30 2024'), 30_000);
  assert.equal(ms('Mon, 01 Jan 2024 11:00:05 GMT', date), 5000);
  assert.equal(ms('Mon, 01 Jan 2024 12:00:05 GMT', 'not a date'), 5000);
  assert.equal(ms('Mon, 01 Jan 2001 12:00:05 GMT'), 0);
  for (const wrong of [
    undefined,
    '',
    '-5',
    '1.5',
    'soon',
    '1e3',

    '2024-01-01',
    '9'.repeat(400),
    'Mon, 99 Jan 2024 12:00:30 GMT',
    `Mon, ${' '.repeat(5000)}`,
  ])
    assert.equal(ms(wrong), undefined, wrong);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { testFetcher } from '../../web/fetchers.js';
import { answer, rawServer, type Say } from '../../web/raw-server.js';

const LF_GZIP = Buffer.concat([
  Buffer.from('HTTP/1.1 200 OK\nContent-Encoding: gzip\n\n'),
  gzipSync('packed'),
]);

/** What undici refuses → outcome and text of the second try. */
const ODD: Readonly<Record<string, readonly [say: Say, name: string, text?: string]>> = {
  'bare line feeds': ['HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: 2\n\nhi more', 'Ok', 'hi'],
  'a space before the colon': ['HTTP/1.1 200 OK\r\nX : y\r\nContent-Length : 2\r\n\r\nhi', 'Ok', 'hi'],
  'a line without a colon': ['HTTP/1.1 200 OK\r\nno colon\r\nContent-Length: 2\r\n\r\nhi', 'Ok', 'hi'],
  'a name with a space': ['HTTP/1.1 200 OK\r\nA name: x\r\nContent-Length: 2\r\n\r\nhi', 'Ok', 'hi'],
  'the same length twice': [
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nhi',
    'Ok',
    'hi',
  ],
  'two lengths': ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nhi!', 'Ok', 'hi!'],
  'an empty length': ['HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\nhi', 'Ok', 'hi'],
  'a length beside chunks': [
    'HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n2 ;x\r\nhi\r\n0\r\n\r\n',
    'Ok',
    'hi',
  ],
  'a 100 unasked for': [
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi',
    'Ok',
    'hi',
  ],
  'a control character': ['HTTP/1.1 200 OK\r\nX: a\u0001b\r\nContent-Length: 2\r\n\r\nhi', 'Ok', 'hi'],
  'folded headers': ['HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 2\r\n\r\nhi', 'Ok', 'hi'],
  'an odd version': ['HTTP/1.2 200 OK\r\nContent-Length: 2\r\n\r\nhi', 'Ok', 'hi'],
  ICY: ['ICY 200 OK\r\nContent-Length: 2\r\n\r\nhi', 'Ok', 'hi'],
  'a packed body': [LF_GZIP, 'Ok', 'packed'],
  'a redirect': ['HTTP/1.1 301 Moved\nLocation: /there\n\n', 'Redirected', ''],
  'a cut body': ['HTTP/1.1 200 OK\nContent-Length: 9\n\nhi', 'Incomplete', 'hi'],
  'cut chunks': ['HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\nhi', 'Incomplete', 'hi'],
  'chunks that are none': ['HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\nzz\nhi', 'Incomplete', ''],
  'a 304': ['HTTP/1.1 304 Same\n\n', 'NotModified', ''],
  garbage: ['garbage\r\n\r\n', 'BadHttp'],
  'a shell': ['SSH-2.0-OpenSSH_9.2\r\n', 'BadHttp'],
  'a switch': ['HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', 'BadHttp'],
  hints: ['HTTP/1.1 100 Continue\n\n'.repeat(2000), 'BadHttp'],
  'an endless head': [`HTTP/1.1 200 OK\n${'X: y\n'.repeat(20_000)}`, 'HeadersTooLarge'],
};

test('reads at the second try what undici could not', async t => {
  for (const [what, [say, name, text]] of Object.entries(ODD)) {
    const server = await rawServer(t, { '*': say });
    const { get } = testFetcher(t, { headers: { 'x-own': 'y' } });
    assert.equal((await get(`${server.origin}/a?b`)).name, 'BadHttp', what);
    const found = await get(`${server.origin}/a?b`);
    assert.deepEqual(
      [found.name, found.sends.length, found.isReused, found.ip],
      [name, 1, false, '127.0.0.1'],
      what,
    );
    if (text !== undefined) assert.equal(found.text, text, what);
    const [first = '', second = ''] = server.heads.map(head => head.replace(/^connection: .*\r\n/m, ''));
    assert.equal(first, second);
  }
});

test('keeps limits and deadlines at the second try too', async t => {
  const server = await rawServer(t, {
    '/odd': 'HTTP/1.1 200 OK\n\n',
    '/silent': () => undefined,
    '/drip': socket => socket.write('HTTP/1.1 200 OK\n\nbegun'),
    '/large': Buffer.concat([Buffer.from('HTTP/1.1 200 OK\n\n'), Buffer.alloc(500_000, 'x')]),
    '/radio': 'HTTP/1.1 200 OK\nContent-Type: audio/mpeg\n\nla la',
    '/reset': socket => socket.resetAndDestroy(),
  });
  const { get } = testFetcher(t, { limits: { headMs: 200, totalMs: 400 } });
  await get(`${server.origin}/odd`);
  const names: string[] = [];
  for (const path of ['/silent', '/drip', '/radio', '/reset'])
    names.push((await get(`${server.origin}${path}`)).name);
  assert.deepEqual(names, ['HeaderTimeout', 'BodyTimeout', 'Unwanted', 'Reset']);
  const large = await get(`${server.origin}/large`, { mostBytes: 1000 });
  assert.deepEqual([large.name, large.body.length], ['TooLarge', 1000]);
  assert.equal((await get(`${server.origin}/a b`)).name, 'BadUrl');
});

test('refuses addresses at the second try as at the first', async t => {
  const server = await rawServer(t, { '*': 'HTTP/1.1 200 OK\n\nhi' });
  const { get } = testFetcher(t, {
    allowPrivate: ['127.0.0.1'],
    connectTo: [`odd.test:80:127.0.0.1:${server.port}`],
  });
  await get('http://odd.test/');
  assert.equal((await get('http://odd.test/')).name, 'Ok');
  assert.equal((await get('http://127.0.0.2/')).name, 'AddressRefused');
});

test('gives one answer to any bytes in any pieces', async t => {
  const parts = fc.constantFrom(
    'HTTP/1.1 200 OK',
    '\n',
    '\r\n',
    ' ',
    ':',
    'Transfer-Encoding: chunked',
    'Content-Length: 3',
    '5',
    '0',
    'ICY 200',
    '\0',
    'x',
    'HTTP/1.1 100 C\n\n',
  );
  const cases: readonly string[][] = fc.sample(fc.array(parts, { maxLength: 20 }), { numRuns: 150, seed: 3 });
  const server = await rawServer(t, {
    '*': (socket, _count, head) => {
      const at = Number(/ \/(\d+)/.exec(head)?.[1]);
      const pieces = [...(at % 3 === 0 ? [] : ['HTTP/1.1 200 OK\n']), ...(cases[at] as string[])];
      const half = pieces.length >> 1;
      socket.write(pieces.slice(0, half).join(''), () =>
        setImmediate(() => socket.end(pieces.slice(half).join(''))),
      );
    },
  });
  const { get } = testFetcher(t, { connectTo: [`::127.0.0.1:${server.port}`] });
  for (let at = 0; at < cases.length; at++)
    for (const reader of ['strict', 'lenient']) {
      const found = await get(`http://host${at}.test/${at}`);
      const isKnown = ['Ok', 'Incomplete', 'Reset', 'BadHttp'].includes(found.name);
      assert.ok(isKnown, `${reader} ${found.name} ${JSON.stringify(cases[at])}`);
    }
});

test('an origin that speaks well is asked by undici', async t => {
  const server = await rawServer(t, { '*': answer('hi') });
  const { get } = testFetcher(t);
  await get(`${server.origin}/`);
  assert.match(server.heads[0] ?? '', /keep-alive/);
});

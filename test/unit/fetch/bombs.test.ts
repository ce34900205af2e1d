import assert from 'node:assert/strict';
import { test } from 'node:test';
import { constants, createBrotliCompress, deflateRawSync, gzipSync } from 'node:zlib';
import { testFetcher } from '../../web/fetchers.js';
import { rawServer } from '../../web/raw-server.js';

const MIB = 1 << 20;
const MOST = MIB;

const ZEROS = Buffer.alloc(4 * MIB);
const TIMES = 256;

/** A gibibyte of zeros: 4 MiB packed, ended at a byte's border, and said 256 times. */
function gzipBomb(): Buffer {
  const part = deflateRawSync(ZEROS, { finishFlush: constants.Z_FULL_FLUSH });
  const start = Buffer.from([31, 139, 8, 0, 0, 0, 0, 0, 0, 3]);
  const parts = Array.from({ length: TIMES }, () => part);
  return Buffer.concat([start, ...parts, Buffer.from([3, 0]), Buffer.alloc(8)]);
}

/** The same for brotli, whose second part says no more than "as before". */
async function brotliBomb(): Promise<Buffer> {
  const packer = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  const parts: Buffer[] = [];
  for (let i = 0; i < 2; i++) {
    await new Promise<void>(resolve => {
      packer.write(ZEROS, () => packer.flush(resolve));
    });
    await new Promise<void>(resolve => setTimeout(resolve, 20));
    parts.push(packer.read() as Buffer);
  }
  packer.destroy();
  const [first, second] = parts as [Buffer, Buffer];
  return Buffer.concat([first, ...Array.from({ length: TIMES - 1 }, () => second), Buffer.from([3])]);
}

const head = (more: string): string => `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${more}\r\n`;

test('a bomb of a gibibyte ends at the limit, whatever it is packed with', async t => {
  const gzip = gzipBomb();
  const brotli = await brotliBomb();
  const empty = gzipSync('');
  const coded = (bytes: Buffer, coding: string): Buffer =>
    Buffer.concat([
      Buffer.from(head(`Content-Encoding: ${coding}\r\nContent-Length: ${bytes.length}\r\n`)),
      bytes,
    ]);
  const server = await rawServer(t, {
    '/gzip': coded(gzip, 'gzip'),
    '/br': coded(brotli, 'br'),
    '/twice': coded(gzipSync(gzip), 'gzip, gzip'),
    '/empty-blocks': coded(gzipSync(Buffer.alloc(empty.length * 200_000, empty)), 'gzip, gzip'),
  });
  const { get } = testFetcher(t, {
    limits: { mostBytes: { page: MOST, robots: MOST, sitemap: MOST }, totalMs: 20_000 },
  });
  const before = process.memoryUsage().rss;
  for (const path of ['/gzip', '/br', '/twice', '/empty-blocks']) {
    const found = await get(`${server.origin}${path}`);
    assert.equal(found.name, 'TooLarge', path);
    assert.ok(found.body.length <= MOST && found.wireBytes < 10 * MIB, path);
    if (path !== '/empty-blocks') assert.equal(found.body.length, MOST);
  }
  assert.ok(process.memoryUsage().rss - before < 100 * MIB);
});

test('an endless body ends at the limit, and at once when its length says so or its type is not wanted', async t => {
  let sent = 0;
  const pour = (socket: import('node:net').Socket): void => {
    const piece = Buffer.alloc(65_536, 'x');
    const more = (): void => {
      while (!socket.destroyed && socket.write(piece)) sent += piece.length;
    };
    socket.on('drain', more);
    more();
  };
  const server = await rawServer(t, {
    '/endless': socket => socket.write(head(''), () => pour(socket)),
    '/claimed': socket => socket.write(head('Content-Length: 99999999999\r\n'), () => pour(socket)),
    '/radio': socket =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n', () => pour(socket)),
    '/error': socket => socket.write('HTTP/1.1 404 No\r\n\r\n', () => pour(socket)),
  });
  const { get } = testFetcher(t, { limits: { mostBytes: { page: MOST, robots: 1000, sitemap: MOST } } });
  const endless = await get(`${server.origin}/endless`);
  assert.deepEqual([endless.name, endless.body.length], ['TooLarge', MOST]);
  assert.equal((await get(`${server.origin}/claimed`)).name, 'TooLarge');
  const robots = await get(`${server.origin}/claimed`, { purpose: 'robots' });
  assert.deepEqual([robots.name, robots.text], ['TooLarge', 'x'.repeat(1000)]);
  assert.equal((await get(`${server.origin}/radio`)).name, 'Unwanted');
  const error = await get(`${server.origin}/error`);
  assert.deepEqual([error.name, error.body.length], ['HttpError', 65_536]);
  assert.ok(sent < 60 * MIB);
});

test('dripping heads and bodies end in time', async t => {
  const drip = (socket: import('node:net').Socket, piece: string): void => {
    const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(piece)), 10);
  };
  const server = await rawServer(t, {
    '/head': socket => socket.write('HTTP/1.1 200 OK\r\nX: ', () => drip(socket, 'y')),
    '/heads': socket => socket.write('HTTP/1.1 200 OK\r\n', () => drip(socket, 'X: y\r\n')),
    '/body': socket => socket.write(head(''), () => drip(socket, 'y')),
    '/gzip': socket =>
      socket.write(head('Content-Encoding: gzip\r\n'), () => drip(socket, gzipSync('').toString('latin1'))),
    '/waiting': () => undefined,
  });
  const { get } = testFetcher(t, { limits: { headMs: 300, totalMs: 600 } });
  const names = await Promise.all(
    ['/head', '/heads', '/body', '/gzip', '/waiting'].map(
      async path => (await get(`${server.origin}${path}`)).name,
    ),
  );
  assert.deepEqual(names, ['HeaderTimeout', 'HeaderTimeout', 'BodyTimeout', 'BodyTimeout', 'HeaderTimeout']);
  const begun = await get(`${server.origin}/body`);
  assert.match(begun.text, /^y+$/);
});

test('a body in single bytes costs no more than its bytes', async t => {
  const count = 300_000;
  const chunk = Buffer.from('1\r\nx\r\n');
  const body = Buffer.concat([...Array.from({ length: count }, () => chunk), Buffer.from('0\r\n\r\n')]);
  const server = await rawServer(t, {
    '*': Buffer.concat([Buffer.from(head('Transfer-Encoding: chunked\r\n')), body]),
  });
  const { get } = testFetcher(t, { limits: { totalMs: 20_000 } });
  const found = await get(`${server.origin}/`);
  assert.deepEqual([found.name, found.body.length, found.wireBytes], ['Ok', count, count]);
});

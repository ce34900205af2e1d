import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { VirtualClock } from '../../../src/kit/clock.js';
import { aMoment, testFetcher } from '../../web/fetchers.js';
import { answer, rawServer } from '../../web/raw-server.js';

const kept = answer('hi');
const say = (socket: Socket): unknown => socket.write(kept);

test('uses a connection again and says so', async t => {
  const server = await rawServer(t, { '*': say });
  const { get, fetcher } = testFetcher(t);
  const first = await get(`${server.origin}/1`);
  await aMoment();
  const second = await get(`${server.origin}/2`);
  assert.deepEqual([first.isReused, second.isReused], [false, true]);
  assert.ok(first.connectMs > 0 && second.connectMs === 0);
  assert.equal(second.ip, '127.0.0.1');
  assert.equal(server.connections(), 1);
  assert.equal(fetcher.connectionCount, 1);
});

test('asks once more over a new connection when the kept one was closed, and counts both', async t => {
  const sent: string[] = [];
  const server = await rawServer(t, {
    '*': (socket, count) => (count > 1 ? socket.resetAndDestroy() : socket.write(kept)),
  });
  const { get } = testFetcher(t, { onSend: (host, ip) => sent.push(`${host} ${ip}`) });
  for (let i = 0; i < 6; i++) {
    const found = await get(`${server.origin}/${i}`);
    assert.equal(found.name, 'Ok');
    assert.equal(found.sends.length, i === 0 ? 1 : 2);
    await aMoment();
  }
  assert.equal(sent.length, 11);
  assert.equal(server.heads.length, 11);
  assert.equal(new Set(sent).size, 1);
});

test('closes the other kept connections of a host before it asks again', async t => {
  let isRestarted = false;
  const server = await rawServer(t, {
    '*': (socket, count) => {
      if (isRestarted && count > 1) socket.resetAndDestroy();
      else setTimeout(() => socket.write(kept), 20);
    },
  });
  const { get } = testFetcher(t);
  await Promise.all([1, 2, 3, 4].map(i => get(`${server.origin}/${i}`)));
  await aMoment();
  isRestarted = true;
  const found = await get(`${server.origin}/again`);
  assert.deepEqual([found.name, found.sends.length], ['Ok', 2]);
});

test('keeps the delay of a host before it asks again', async t => {
  const server = await rawServer(t, {
    '/again': (socket, count) => (count > 1 ? socket.resetAndDestroy() : socket.write(kept)),
    '*': say,
  });
  const { get } = testFetcher(t, { limits: { resendMs: 300 } });
  await get(`${server.origin}/`);
  await aMoment();
  const { name, sends } = await get(`${server.origin}/again`);
  assert.equal(name, 'Ok');
  assert.equal(sends.length, 2);
  assert.ok((sends[1]?.atMs as number) - (sends[0]?.atMs as number) >= 299);
});

test('asks no second time when a byte had come or the connection was new', async t => {
  const server = await rawServer(t, {
    '/new': socket => socket.resetAndDestroy(),
    '/byte': socket => socket.write('HTTP/1.1 200', () => setTimeout(() => socket.resetAndDestroy(), 20)),
    '*': say,
  });
  const { get } = testFetcher(t);
  const fresh = await get(`${server.origin}/new`);
  assert.deepEqual([fresh.name, fresh.sends.length], ['Reset', 1]);
  await get(`${server.origin}/`);
  await aMoment();
  const begun = await get(`${server.origin}/byte`);
  assert.deepEqual([begun.isReused, begun.name, begun.sends.length], [true, 'Reset', 1]);
});

test('does not trip over connections that close when they are idle, or say more than asked', async t => {
  const server = await rawServer(t, {
    '/close': socket => socket.write(kept, () => setTimeout(() => socket.destroy(), 2)),
    '/more': socket =>
      socket.write(Buffer.concat([kept, Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil')])),
    '*': say,
  });
  const { get } = testFetcher(t);
  for (const path of ['/close', '/a', '/more', '/b', '/more', '/close', '/c', '/d']) {
    const found = await get(`${server.origin}${path}`);
    assert.deepEqual([found.name, found.text], ['Ok', 'hi'], path);
    await aMoment();
  }
});

test('keeps no more connections than it may, and those that were used last', async t => {
  const server = await rawServer(t, { '*': say });
  const { get, fetcher } = testFetcher(t, {
    limits: { connections: 3 },
    connectTo: [`::127.0.0.1:${server.port}`],
  });
  for (let i = 0; i < 8; i++) {
    assert.equal((await get(`http://host${i}.test/`)).name, 'Ok');
    await aMoment();
    assert.ok(fetcher.connectionCount <= 4);
  }
  assert.equal((await get('http://host7.test/')).isReused, true);
  await aMoment();
  assert.equal((await get('http://host0.test/')).isReused, false);
});

test('opens no more connections to an origin than it may; the others wait', async t => {
  const server = await rawServer(t, { '*': socket => setTimeout(() => socket.write(kept), 5) });
  const { get } = testFetcher(t, { limits: { connectionsPerOrigin: 2 } });
  const found = await Promise.all(Array.from({ length: 20 }, (_, i) => get(`${server.origin}/${i}`)));
  assert.ok(found.every(one => one.name === 'Ok'));
  assert.equal(server.connections(), 2);
});

test('a request that waits too long for a connection is never sent', async t => {
  const server = await rawServer(t, { '/slow': () => undefined, '*': say });
  // One look at the clock must find both late: between two, the second could have the connection of the first.
  const clock = new VirtualClock();
  const limits = { connectionsPerOrigin: 1, headMs: 10_000, totalMs: 300 };
  const { get } = testFetcher(t, { clock, limits });
  const slow = get(`${server.origin}/slow`);
  const waiting = get(`${server.origin}/waiting`);
  while (server.heads.length === 0) await aMoment();
  clock.advance(limits.totalMs + 1);
  assert.equal((await slow).name, 'HeaderTimeout');
  const found = await waiting;
  assert.deepEqual([found.name, found.sends.length], ['ConnectTimeout', 0]);
  assert.equal((await get(`${server.origin}/next`)).name, 'Ok');
  assert.deepEqual(
    server.heads.map(head => head.split(' ')[1]),
    ['/slow', '/next'],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type NameServer, ownNames } from '../../../src/fetch/name-server.js';
import { Names } from '../../../src/fetch/names.js';
import { VirtualClock } from '../../../src/kit/clock.js';
import { aMoment, testFetcher } from '../../web/fetchers.js';
import { rawServer } from '../../web/raw-server.js';
import { udpNames } from '../../web/udp-names.js';

const FAILED = -11;
const NO_ANSWER = -12;

/** A resolver for each question: that of Node 20.19 remembers answers itself, by the real clock. */
const freshNames = (address: string, limitMs: number): NameServer => ({
  ask: name => ownNames([address], limitMs).ask(name),
  close: () => undefined,
});

const namesOn = (address: string, clock = new VirtualClock(), limitMs = 1500, mostNames = 3) =>
  new Names({ server: freshNames(address, limitMs), clock, mostNames });

test('asks once for a name however many want it at the same time', async t => {
  const server = await udpNames(t, {
    'a.test': { a: ['192.0.2.1'], aaaa: ['20010db8000000000000000000000001'], delayMs: 20 },
  });
  const names = namesOn(server.address);
  const all = await Promise.all(Array.from({ length: 100 }, () => names.resolve('a.test')));
  for (const one of all) assert.deepEqual(one, { ips: ['192.0.2.1', '2001:db8::1'], outcome: 200 });
  assert.deepEqual(server.questions.sort(), ['a.test/a', 'a.test/aaaa']);
});

test('believes an answer as long as its time to live, within a minute and an hour', async t => {
  const server = await udpNames(t, {
    'short.test': { a: ['192.0.2.1'], ttl: 0 },
    'usual.test': { a: ['192.0.2.1'], ttl: 600 },
    'long.test': { a: ['192.0.2.1'], ttl: 1_000_000 },
  });
  for (const [name, keptMs] of [
    ['short.test', 60_000],
    ['usual.test', 600_000],
    ['long.test', 3_600_000],
  ] as const) {
    const clock = new VirtualClock(5);
    const names = namesOn(server.address, clock);
    await names.resolve(name);
    clock.advance(keptMs - 1);
    await names.resolve(name);
    assert.equal(server.questions.filter(one => one === `${name}/a`).length, 1, name);
    clock.advance(1);
    await names.resolve(name);
    assert.equal(server.questions.filter(one => one === `${name}/a`).length, 2, name);
  }
});

test('remembers that a name does not exist, and asks little', async t => {
  const server = await udpNames(t, { 'bare.test': {} });
  const clock = new VirtualClock();
  const names = namesOn(server.address, clock);
  for (let i = 0; i < 5; i++) {
    assert.equal((await names.resolve('gone.test')).outcome, FAILED);
    assert.equal((await names.resolve('bare.test')).outcome, FAILED);
  }
  assert.equal(server.questions.length, 4);
  clock.advance(60_000);
  await names.resolve('gone.test');
  assert.equal(server.questions.length, 6);
});

test('asks again after a failure and says so when there is no answer at all', async t => {
  const server = await udpNames(t, {
    'shaky.test': { a: ['192.0.2.1'], mode: 'servfail', failFirst: 1 },
    'lossy.test': { a: ['192.0.2.2'], mode: 'silent', failFirst: 1 },
    'broken.test': { mode: 'servfail' },
    'hole.test': { mode: 'silent' },
    'half.test': { a: ['192.0.2.3'], isSilentOnAaaa: true },
  });
  const names = namesOn(server.address);
  const asked = ['shaky.test', 'lossy.test', 'broken.test', 'hole.test', 'half.test'].map(name =>
    names.resolve(name),
  );
  const outcomes = (await Promise.all(asked)).map(one => one.outcome);
  assert.deepEqual(outcomes, [200, 200, NO_ANSWER, NO_ANSWER, 200]);
  assert.ok(server.questions.filter(one => one.startsWith('hole')).length <= 8);
});

test('remembers no more names than it may', async t => {
  const server = await udpNames(
    t,
    Object.fromEntries(['a', 'b', 'c', 'd'].map(name => [name, { a: ['192.0.2.1'] }])),
  );
  const names = namesOn(server.address);
  for (const name of ['a', 'b', 'c', 'a', 'd', 'a']) await names.resolve(name);
  assert.equal(server.questions.filter(one => one === 'a/a').length, 1);
  await names.resolve('b');
  assert.equal(server.questions.filter(one => one === 'b/a').length, 2);
});

test('asks nobody about names that cannot be or that never leave the machine', async t => {
  const server = await udpNames(t, {});
  const names = namesOn(server.address);
  for (const name of ['', '.', 'a..b', 'x'.repeat(64), `${'abc.'.repeat(80)}test`])
    assert.equal((await names.resolve(name)).outcome, FAILED, name);
  assert.deepEqual((await names.resolve('localhost')).ips, ['127.0.0.1', '::1']);
  assert.deepEqual(server.questions, []);
});

test('a silent name server holds up nobody else', async t => {
  const web = await rawServer(t, { '*': 'HTTP/1.1 200 OK\r\n\r\nx' });
  const holes = Array.from({ length: 20 }, (_, i) => [`hole${i}.test`, { mode: 'silent' as const }] as const);
  const server = await udpNames(t, { ...Object.fromEntries(holes), 'good.test': { a: ['127.0.0.1'] } });
  const { get } = testFetcher(t, { dnsServers: [server.address] });
  const order: string[] = [];
  const slow = holes.map(async ([name]) => order.push((await get(`http://${name}/`)).name));
  order.push((await get(`http://good.test:${web.port}/`)).name);
  await Promise.all(slow);
  assert.equal(order[0], 'Ok');
  assert.deepEqual(new Set(order.slice(1)), new Set(['DnsTimeout']));
});

test('falls over to the next address of a name', async t => {
  const web = await rawServer(t, { '*': 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx' }, '127.0.0.3');
  const server = await udpNames(t, { 'two.test': { a: ['127.0.0.4', '127.0.0.3'] } });
  const { get } = testFetcher(t, { dnsServers: [server.address] });
  const found = await get(`http://two.test:${web.port}/`);
  assert.deepEqual([found.name, found.ip], ['Ok', '127.0.0.3']);
});

test('reaches IPv6 hosts, by name and by address', async t => {
  const web = await rawServer(t, { '*': 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx' }, '::1');
  const server = await udpNames(t, { 'six.test': { aaaa: ['00000000000000000000000000000001'] } });
  const { get } = testFetcher(t, { dnsServers: [server.address] });
  for (const host of ['six.test', '[::1]']) {
    const found = await get(`http://${host}:${web.port}/`);
    assert.deepEqual([found.name, found.ip], ['Ok', '::1'], host);
  }
  await aMoment();
  assert.match(web.heads[1] ?? '', /^host: \[::1\]:\d+$/im);
});

test('refuses a name server that is none, with a sentence', () => {
  for (const wrong of ['', 'dns.example', '1.2.3.4:0', '1.2.3.4:99999', '1.2.3', 'x:53'])
    assert.throws(() => ownNames([wrong], 100), { code: 'FETCH_DNS_SERVER', exitCode: 2 }, wrong);
  ownNames(['1.2.3.4', '[::1]:5353', '9.9.9.9:53'], 100).close();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGuard } from '../../../src/fetch/guard.js';
import { testFetcher } from '../../web/fetchers.js';
import { rawServer } from '../../web/raw-server.js';
import { udpNames } from '../../web/udp-names.js';

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  unspecified: ['0.0.0.0', '0.1.2.3', '::', '::ffff:0.0.0.0', '0:0:0:0:0:0:0:0'],
  private: [
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.254',
    '192.168.0.1',
    '192.168.255.255',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    '::ffff:c0a8:101',
    '64:ff9b::10.0.0.1',
    '64:ff9b::c0a8:1',
    '2002:a00:1::',
    '2002:c0a8:101::1',
    'fc00::1',
    'fd00::1',
    'fd00:ec2::254',
    'fdff:ffff::1',
    'fec0::1',
    '2a01:4f8::5efe:10.0.0.1',
    '2a01:4f8::200:5efe:c0a8:1',
  ],
  'carrier-grade NAT': ['100.64.0.0', '100.100.100.200', '100.127.255.255', '::ffff:100.64.0.1'],
  loopback: [
    '127.0.0.1',
    '127.0.0.53',
    '127.255.255.255',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:7f00:1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::1',
    '::1%lo',
  ],
  'link-local': [
    '169.254.0.1',
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fe80::5efe:8.8.8.8',
  ],
  'protocol assignments': [
    '192.0.0.1',
    '192.0.0.192',
    '2001::1',
    '2001:0:4136:e378::',
    '2001:2::1',
    '2001:20::1',
  ],
  documentation: ['192.0.2.1', '198.51.100.7', '203.0.113.9', '2001:db8::1', '3fff::1', '::ffff:203.0.113.9'],
  benchmarking: ['198.18.0.1', '198.19.255.255'],
  multicast: ['224.0.0.1', '239.255.255.250', '::ffff:224.0.0.1', 'ff02::1', 'ff0e::1'],
  reserved: [
    '240.0.0.1',
    '255.255.255.255',
    '::127.0.0.1',
    '::8.8.8.8',
    '::ffff:0:8.8.8.8',
    '64:ff9b:1::1',
    '100::1',
    '5f00::1',
    '4000::1',
    'e000::1',
  ],
  '6to4 relay': ['192.88.99.1'],
  AS112: ['192.31.196.1', '192.175.48.1', '2620:4f:8000::1'],
  metadata: ['168.63.129.16', '::ffff:168.63.129.16'],
  'not an address': [
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
    '0177.0.0.1',
    '[::1]',
    '1.2.3.4.5',
    ':::',
  ],
};
const OPEN = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '126.255.255.255',
  '128.0.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '192.0.1.1',
  '198.17.255.255',
  '198.20.0.1',
  '223.255.255.255',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2002:808:808::1',
  '2606:4700:4700::1111',
  '2a01:4f8::1',
  '2001:200::1',
];

test('refuses every address that is not on the public net, in every spelling, and says why', () => {
  const guard = createGuard();
  let count = 0;
  for (const [why, ips] of Object.entries(REFUSED))
    for (const ip of ips) {
      assert.equal(guard.refusal(ip, 'example.org'), why, ip);
      count++;
    }
  assert.ok(count >= 60);
  for (const ip of OPEN) assert.equal(guard.refusal(ip, 'example.org'), undefined, ip);
});

test('lets exceptions pass by network, address or name, and nothing beside them', () => {
  const guard = createGuard(['10.1.0.0/16', 'fd00::/8', '127.0.0.2', 'intranet', '*.corp.example']);
  assert.equal(guard.refusal('10.1.2.3', 'x.org'), undefined);
  assert.equal(guard.refusal('10.2.2.3', 'x.org'), 'private');
  assert.equal(guard.refusal('fd12::1', 'x.org'), undefined);
  assert.equal(guard.refusal('127.0.0.2', 'x.org'), undefined);
  assert.equal(guard.refusal('127.0.0.1', 'x.org'), 'loopback');
  assert.equal(guard.refusal('127.0.0.1', 'Intranet'), undefined);
  assert.equal(guard.refusal('192.168.0.1', 'a.corp.example'), undefined);
  assert.equal(guard.refusal('192.168.0.1', 'corp.example'), 'private');
  for (const wrong of ['10.0.0.0/33', '10.0.0.0/', '1.2.3', 'a b', 'http://x/', '']) {
    assert.throws(() => createGuard([wrong]), { code: 'FETCH_ALLOW_PRIVATE', exitCode: 2 }, wrong);
  }
});

test('opens not one connection to a refused address, however it is written or named', async t => {
  const four = await rawServer(t, {});
  const names = await udpNames(t, {
    'inside.test': { a: ['127.0.0.1'] },
    'mapped.test': { aaaa: ['00000000000000000000ffff7f000001'] },
    'rebind.test': { a: ['203.0.113.9', '127.0.0.1'], isRotating: true, ttl: 0 },
    'both.test': { a: ['10.0.0.1', '127.0.0.1'], aaaa: ['00000000000000000000000000000001'] },
  });
  const { get, fetcher } = testFetcher(t, { allowPrivate: [], dnsServers: [names.address] });
  const hosts = [
    ...['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '0.0.0.0', '127.0.0.1.'],
    ...['[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::]', '[64:ff9b::7f00:1]'],
    ...['localhost', 'LOCALHOST', 'a.localhost', 'localhost.'],
    ...['inside.test', 'mapped.test', 'rebind.test', 'rebind.test', 'both.test', 'inside.test.'],
  ];
  for (const host of hosts)
    for (const purpose of ['page', 'robots', 'sitemap'] as const) {
      const found = await get(`http://${host}:${four.port}/inside`, { purpose });
      assert.equal(found.name, 'AddressRefused', host);
      assert.deepEqual(found.sends, []);
    }
  assert.equal((await fetcher.resolve('inside.test')).outcome, -13);
  assert.equal(four.connections(), 0);
});

test('connects to the address that was checked when a name answers differently the second time', async t => {
  const inside = await rawServer(t, {});
  const outside = await rawServer(t, { '/': 'HTTP/1.1 200 OK\r\n\r\nopen' }, '127.0.0.7');
  const names = await udpNames(t, {
    'rebind.test': { a: ['127.0.0.7', '127.0.0.1'], isRotating: true, ttl: 0 },
  });
  const { get } = testFetcher(t, { allowPrivate: ['127.0.0.7'], dnsServers: [names.address] });
  const found = await get(`http://rebind.test:${outside.port}/`);
  assert.deepEqual([found.name, found.ip, found.text], ['Ok', '127.0.0.7', 'open']);
  await get(`http://rebind.test:${outside.port}/`);
  await get(`http://rebind.test:${inside.port}/`);
  assert.equal(inside.connections(), 0);
});

test('takes the open one of several addresses of a name', async t => {
  const open = await rawServer(t, { '/': 'HTTP/1.1 200 OK\r\n\r\nopen' }, '127.0.0.9');
  const names = await udpNames(t, { 'mixed.test': { a: ['127.0.0.1', '10.9.9.9', '127.0.0.9'] } });
  const { get, fetcher } = testFetcher(t, { allowPrivate: ['127.0.0.9'], dnsServers: [names.address] });
  assert.equal((await get(`http://mixed.test:${open.port}/`)).ip, '127.0.0.9');
  assert.deepEqual(await fetcher.resolve('mixed.test'), { ips: ['127.0.0.9'], outcome: 200 });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hosts } from '../../../src/engine/hosts.js';
import { hostOf } from '../../../src/url/parts.js';

test('a host is the same one by the bytes of an address and by its name', () => {
  const hosts = new Hosts(() => null);
  const ofBytes = (url: string) => {
    const bytes = Buffer.from(`ab${url}cd`);
    return hosts.ofAddress({ bytes, start: Uint32Array.of(0, 2, bytes.length - 2) }, 1, hostOf);
  };
  // More hosts than the short cut has places for.
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 3000; i++) {
      const scheme = i % 2 === 0 ? 'http' : 'https';
      assert.equal(ofBytes(`${scheme}://h${i}.test:${8000 + (i % 3)}/a//b`).id, i);
    }
  }
  assert.equal(ofBytes('http://h7.test:8001/'), hosts.of('h7.test:8001'));
  for (const odd of ['', 'http:', 'http:/a', 'name']) assert.equal(ofBytes(odd), hosts.of(hostOf(odd)), odd);
});

test('requests are counted, and the addresses that were asked are kept once each, the first sixteen of them', () => {
  const hosts = new Hosts(() => null);
  const { id } = hosts.of('a.test');
  hosts.asked(id, 1, '');
  const ips = Array.from({ length: 20 }, (_, i) => `10.0.0.${i}`);
  for (const ip of [...ips, ...ips]) hosts.asked(id, 2, ip);
  assert.equal(hosts.at(id).requests, 81);
  assert.deepEqual(hosts.at(id).ips, ips.slice(0, 16));
});

test('a host is active as long as one of its links is open', () => {
  const hosts = new Hosts(() => null);
  const [a, b] = [hosts.of('a.test').id, hosts.of('b.test').id];
  const active = (
    [
      [a, 1],
      [a, 1],
      [b, 1],
      [a, -1],
      [a, -1],
      [b, -1],
    ] as const
  ).map(([id, change]) => {
    hosts.open(id, change);
    return hosts.active;
  });
  assert.deepEqual(active, [1, 1, 2, 2, 1, 0]);
});

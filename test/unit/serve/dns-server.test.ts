import assert from 'node:assert/strict';
import { Resolver } from 'node:dns/promises';
import { test } from 'node:test';
import fc from 'fast-check';
import { dnsAnswer, startDns } from '../../../src/serve/dns-server.js';

const addressOf = (name: string): string | undefined => (name === 'a.test' ? '127.0.0.7' : undefined);

test('a resolver gets the address of a host, nothing for IPv6, and that an unknown name is none', async () => {
  const server = await startDns({ port: 0, addressOf, ttlS: 9 });
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${server.port}`]);
  try {
    assert.deepEqual(await resolver.resolve4('A.Test', { ttl: true }), [{ address: '127.0.0.7', ttl: 9 }]);
    await assert.rejects(resolver.resolve6('a.test'), { code: 'ENODATA' });
    await assert.rejects(resolver.resolve4('b.test'), { code: 'ENOTFOUND' });
    assert.equal(server.questions, 3);
  } finally {
    await server.close();
  }
});

test('a message of any bytes is answered or not, and never throws', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
      const answer = dnsAnswer(Buffer.from(bytes), { addressOf });
      if (answer !== undefined) assert.deepEqual([...answer.subarray(0, 2)], [...bytes.subarray(0, 2)]);
    }),
    { numRuns: 2000, seed: 1 },
  );
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { realDisk } from '../../../src/kit/disk.js';
import type { Fault } from '../../../src/kit/fault.js';
import { FileLog } from '../../../src/serve/request-log.js';
import { startWeb, type WebServerOptions } from '../../../src/serve/web-server.js';
import type { ServedWeb, TroubleKind } from '../../../src/web/served-web.js';
import { startLiveServer } from '../../web/live-server.js';
import { temporaryFolder } from '../../web/tiny.js';
import { ask } from './ask.js';

const text = 'a page with some words. '.repeat(40);

/** Hosts a.test … d.test; `/KIND` on each has that trouble once or always. */
const web = (times = Number.POSITIVE_INFINITY): ServedWeb => ({
  hosts: ['a.test', 'b.test', 'c.test', 'd.test'],
  answer: url => ({ url, status: 200, headers: [['Content-Type', 'text/html']], body: Buffer.from(text) }),
  troubleAt(url) {
    const kind = new URL(url).pathname.slice(1);
    return kind === '' || kind.startsWith('p') ? undefined : { kind: kind as TroubleKind, times };
  },
});

async function withWeb(
  options: Partial<WebServerOptions>,
  work: (server: Awaited<ReturnType<typeof startWeb>>) => Promise<void>,
): Promise<void> {
  const server = await startWeb({ web: web(), ...options });
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

test('hosts are spread over loopback addresses that share one port, and the log says who asked where', async () => {
  await withWeb({ addresses: 3 }, async server => {
    assert.deepEqual(server.addresses, ['127.0.0.1', '127.0.0.2', '127.0.0.3']);
    assert.deepEqual(server.connectTo(), [
      `a.test:80:127.0.0.1:${server.port}`,
      `b.test:80:127.0.0.2:${server.port}`,
      `c.test:80:127.0.0.3:${server.port}`,
      `d.test:80:127.0.0.1:${server.port}`,
    ]);
    const before = Date.now();
    const address = server.addressOf('b.test');
    const answer = await ask({ url: 'http://b.test/p?q=1', address, port: server.port });
    assert.deepEqual([answer.status, answer.body.toString()], [200, text]);
    const [{ t, ...record } = { t: 0 }] = server.requests;
    assert.deepEqual(record, { host: 'b.test', path: '/p?q=1', address: '127.0.0.2', status: 200 });
    assert.ok(Math.abs(t - before) < 2000);
  });
});

test('one address needs one rule', async () => {
  await withWeb({}, async server => {
    assert.deepEqual(server.connectTo(), [`::127.0.0.1:${server.port}`]);
  });
});

test('a connection is kept, a body is packed for whoever takes that, other methods are refused', async () => {
  await withWeb({}, async ({ port }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<unknown>();
    agent.on('free', socket => sockets.add(socket));
    const headers = { 'Accept-Encoding': 'br, gzip' };
    for (const page of [1, 2, 3]) {
      const answer = await ask({ url: `http://a.test/p${page}`, port, agent, headers });
      assert.equal(answer.headers['content-encoding'], 'gzip');
      assert.equal(gunzipSync(answer.body).toString(), text);
    }
    agent.destroy();
    assert.equal(sockets.size, 1);
    const post = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST' });
    assert.equal(post.status, 405);
  });
});

for (const [kind, expected] of [
  ['500', { status: 500, broken: undefined }],
  ['503', { status: 503, broken: undefined }],
  ['429', { status: 429, broken: undefined }],
  ['reset', { status: 0, broken: 'ECONNRESET' }],
  ['truncated', { status: 200, broken: 'ECONNRESET' }],
  ['garbage', { status: 0, broken: 'HPE_INVALID_CONSTANT' }],
  ['hang', { status: 0, broken: 'LATE' }],
  ['slow', { status: 200, broken: undefined }],
  ['drip', { status: 200, broken: undefined }],
] as const) {
  test(`the fault ${kind} looks as it does on the web`, async () => {
    await withWeb({ slowMs: 50 }, async ({ port, requests }) => {
      const timeoutMs = kind === 'hang' ? 200 : 5000;
      const { status, broken, headers, body } = await ask({ url: `http://a.test/${kind}`, port, timeoutMs });
      assert.deepEqual({ status, broken }, expected);
      if (kind === '503' || kind === '429') assert.equal(headers['retry-after'], '1');
      if (kind === 'drip') assert.equal(body.toString(), text);
      if (kind === 'truncated') assert.ok(body.length < text.length);
      assert.equal(requests[0]?.trouble, kind);
      assert.equal(requests[0]?.status, status);
    });
  });
}

test('a trouble that passes is over after so many requests', async () => {
  await withWeb({ web: web(2) }, async ({ port }) => {
    const status: number[] = [];
    for (let i = 0; i < 4; i++) status.push((await ask({ url: 'http://a.test/503', port })).status);
    assert.deepEqual(status, [503, 503, 200, 200]);
  });
});

test('who asks a host too often gets 429, and other hosts are not touched', async () => {
  await withWeb({ ratePerSecond: 3, retryAfterS: 2 }, async ({ port }) => {
    const ofA = await Promise.all(
      Array.from({ length: 5 }, (_, i) => ask({ url: `http://a.test/p${i}`, port })),
    );
    assert.deepEqual(ofA.map(({ status }) => status).sort(), [200, 200, 200, 429, 429]);
    assert.equal(ofA.find(({ status }) => status === 429)?.headers['retry-after'], '2');
    assert.equal((await ask({ url: 'http://b.test/p', port })).status, 200);
  });
});

test('an answer waits for its latency', async () => {
  await withWeb({ latencyMs: 80, jitterMs: 20 }, async ({ port }) => {
    const start = process.hrtime.bigint();
    await ask({ url: 'http://a.test/p', port });
    assert.ok(Number(process.hrtime.bigint() - start) / 1e6 >= 79);
  });
});

test('the log file can be read while the server runs, and is whole once it is closed', async () => {
  const path = join(temporaryFolder(), 'requests.jsonl');
  await withWeb({ log: new FileLog(realDisk.create(path)) }, async ({ port, requests }) => {
    await ask({ url: 'http://a.test/p0', port });
    while (readFileSync(path).length === 0) await new Promise(resolve => setTimeout(resolve, 50));
    for (let i = 1; i < 5; i++) await ask({ url: `http://a.test/p${i}`, port });
    assert.equal(requests.length, 0);
  });
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  assert.deepEqual(
    lines.map(line => (JSON.parse(line) as { path: string }).path),
    ['/p0', '/p1', '/p2', '/p3', '/p4'],
  );
});

test('a port that is taken is a sentence, and closing ends requests that hang', async () => {
  await withWeb({ addresses: 2 }, async ({ port }) => {
    await assert.rejects(startWeb({ web: web(), port }), (fault: Fault) => {
      assert.equal(fault.exitCode, 2);
      return /cannot be served on 127\.0\.0\.1:\d+ \(EADDRINUSE\)/.test(fault.message);
    });
    void ask({ url: 'http://a.test/hang', port });
    await new Promise(resolve => setTimeout(resolve, 50));
  });
});

test('what is no HTTP at all harms nobody', async () => {
  await withWeb({}, async ({ port }) => {
    const { connect } = await import('node:net');
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.end('\u0000\u0001\u0002 nothing\r\n\r\n');
    await new Promise(resolve => socket.on('close', resolve));
    assert.equal((await ask({ url: 'http://a.test/p', port })).status, 200);
  });
});

test('a server in a thread of its own says what it saw when it is stopped', async () => {
  const server = await startLiveServer({ island: { seed: 2 }, addresses: 4 });
  const [host = ''] = server.web.hosts;
  const address = server.addressOf.get(host) as string;
  assert.equal((await ask({ url: `http://${host}/robots.txt`, address, port: server.port })).status, 200);
  const [record, ...more] = await server.stop();
  assert.deepEqual(
    [record?.host, record?.path, record?.address, more.length],
    [host, '/robots.txt', address, 0],
  );
});

test('requests are logged in the order in which they came, however long their answers take', async () => {
  const slow: ServedWeb = {
    ...web(),
    answer(url) {
      const end = process.hrtime.bigint() + 10_000_000n;
      while (process.hrtime.bigint() < end);
      return { url, status: 200, headers: [], body: Buffer.from('x') };
    },
  };
  await withWeb({ web: slow }, async ({ port, requests }) => {
    await Promise.all(Array.from({ length: 10 }, (_, i) => ask({ url: `http://a.test/p${i}`, port })));
    const stamped = requests.map(({ t }) => t);
    assert.equal(stamped.length, 10);
    assert.deepEqual(
      stamped,
      [...stamped].sort((a, b) => a - b),
    );
  });
});

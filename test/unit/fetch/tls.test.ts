import assert from 'node:assert/strict';
import { createSecureServer } from 'node:http2';
import { type AddressInfo, createServer as plainServer } from 'node:net';
import { before, type TestContext, test } from 'node:test';
import { createSecureContext, createServer } from 'node:tls';
import { type Certificates, makeCertificates, type Pair } from '../../web/certificates.js';
import { aMoment, testFetcher } from '../../web/fetchers.js';
import { proxyServer } from '../../web/proxy-server.js';
import { rawServer } from '../../web/raw-server.js';

let certificates: Certificates;
before(async () => {
  certificates = await makeCertificates();
});

interface TlsServer {
  readonly port: number;
  readonly names: string[];
  requestCount: number;
  resumedCount: number;
}

async function tlsServer(t: TestContext): Promise<TlsServer> {
  const found = { port: 0, names: [] as string[], requestCount: 0, resumedCount: 0 };
  const pairOf = (name: string): Pair => (certificates.of[name] ?? certificates.of['127.0.0.1']) as Pair;
  const server = createServer(
    {
      ...pairOf(''),
      SNICallback: (name, done) => {
        found.names.push(name);
        done(null, createSecureContext(pairOf(name)));
      },
    },
    socket => {
      if (socket.isSessionReused()) found.resumedCount++;
      socket
        .on('error', () => undefined)
        .on('data', () => {
          found.requestCount++;
          socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nsecret');
        });
    },
  );
  server.on('tlsClientError', () => undefined);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  found.port = (server.address() as AddressInfo).port;
  return found;
}

/** Speaks first, as mail and shell servers do. */
async function greetingServer(t: TestContext): Promise<{ port: number }> {
  const server = plainServer(socket => {
    socket.on('error', () => undefined).write('220 mail.example ESMTP\r\n');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return { port: (server.address() as AddressInfo).port };
}

const toLoopback = ['::127.0.0.1:'];

test('tells each fault of a certificate, and sends nothing to those who have one', async t => {
  const server = await tlsServer(t);
  const { get } = testFetcher(t, { caFile: certificates.caFile, connectTo: toLoopback });
  const wanted: Readonly<Record<string, string>> = {
    'old.test': 'CertificateExpired',
    'early.test': 'CertificateExpired',
    'wrong.test': 'CertificateName',
    'self.test': 'CertificateSelfSigned',
    'stranger.test': 'CertificateUntrusted',
    'nowhere.test': 'CertificateName',
  };
  for (let round = 0; round < 2; round++)
    for (const [host, name] of Object.entries(wanted)) {
      const found = await get(`https://${host}:${server.port}/`);
      assert.deepEqual([found.name, found.sends.length], [name, 0], host);
    }
  assert.equal(server.requestCount, 0);
  for (const host of ['good.test', 'other.test', '127.0.0.1']) {
    const found = await get(`https://${host}:${server.port}/`);
    assert.deepEqual([found.name, found.text, found.ip], ['Ok', 'secret', '127.0.0.1'], host);
  }
  assert.ok(server.names.includes('good.test') && !server.names.includes('127.0.0.1'));
});

test('checks the far end through a proxy as it does without one', async t => {
  const server = await tlsServer(t);
  const proxy = await proxyServer(t);
  const { get } = testFetcher(t, { caFile: certificates.caFile, proxy: `http://127.0.0.1:${proxy.port}` });
  for (let i = 0; i < 2; i++) {
    const found = await get(`https://good.test:${server.port}/`);
    assert.deepEqual([found.name, found.text, found.ip], ['Ok', 'secret', '']);
  }
  assert.equal((await get(`https://old.test:${server.port}/`)).name, 'CertificateExpired');
  assert.deepEqual(
    new Set(proxy.lines.map(line => line.split(':')[0])),
    new Set(['CONNECT good.test', 'CONNECT old.test']),
  );
  assert.equal(server.requestCount, 2);
});

test('trusts no own authority unless told to', async t => {
  const server = await tlsServer(t);
  const { get } = testFetcher(t, { connectTo: toLoopback });
  const found = await get(`https://good.test:${server.port}/`);
  assert.equal(found.name, 'CertificateUntrusted');
  assert.equal(server.requestCount, 0);
});

test('takes up a session again, and only with the host that it was made with', async t => {
  const server = await tlsServer(t);
  const { get } = testFetcher(t, { caFile: certificates.caFile, connectTo: toLoopback });
  for (let i = 0; i < 3; i++) {
    assert.equal((await get(`https://good.test:${server.port}/`)).name, 'Ok');
    await aMoment();
  }
  assert.ok(server.resumedCount >= 1);
  assert.equal((await get(`https://wrong.test:${server.port}/`)).name, 'CertificateName');
});

test('tells plain talk on a TLS port from a dead host', async t => {
  const plain = await rawServer(t, {});
  const greeter = await greetingServer(t);
  const { get } = testFetcher(t, { caFile: certificates.caFile, limits: { connectMs: 400 } });
  assert.equal((await get(`https://127.0.0.1:${plain.port}/`)).name, 'ConnectTimeout');
  assert.equal((await get(`https://127.0.0.1:${greeter.port}/`)).name, 'TlsFailed');
  const tls = await tlsServer(t);
  assert.equal((await get(`http://127.0.0.1:${tls.port}/`)).sends.length, 1);
});

test('refuses a file of authorities that is none, with a sentence', async t => {
  for (const caFile of ['/nowhere/at/all.pem', new URL(import.meta.url).pathname])
    assert.throws(() => testFetcher(t, { caFile }), { code: 'FETCH_CA', exitCode: 2 });
});

test('speaks HTTP/2 when told to, and goes on after GOAWAY', async t => {
  const { key, cert } = certificates.of['good.test'] as Pair;
  const server = createSecureServer({ key, cert, allowHTTP1: true });
  let sessionCount = 0;
  const paths: string[] = [];
  server.on('session', () => sessionCount++);
  server.on('stream', (stream, headers) => {
    paths.push(String(headers[':path']));
    stream.on('error', () => undefined);
    stream.respond({ ':status': 200, 'content-type': 'text/html', 'x-twice': ['a', 'b'] });
    stream.end(`page ${headers[':path']}`);
    const { session } = stream;
    if (paths.length % 2 === 0)
      stream.on('close', () => {
        session?.goaway(0);
        session?.close();
      });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const { get, fetcher } = testFetcher(t, {
    caFile: certificates.caFile,
    connectTo: toLoopback,
    hasHttp2: true,
  });
  for (let i = 0; i < 8; i++) {
    const found = await get(`https://good.test:${port}/${i}`);
    assert.deepEqual([found.name, found.text], ['Ok', `page /${i}`]);
    await aMoment();
  }
  assert.ok(sessionCount >= 2 && sessionCount <= 8, `${sessionCount} sessions`);
  assert.equal(new Set(paths).size, 8);
  await fetcher.close();
});

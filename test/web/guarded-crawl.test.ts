import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createSecureContext } from 'node:tls';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { makeCertificates } from './certificates.js';
import { crawlStored, type StoredCrawl } from './crawl-stored.js';
import { answer, rawServer, type Say } from './raw-server.js';

const page = (...links: readonly string[]): Buffer =>
  answer(links.map(url => `<a href="${url}">${url}</a>`).join('\n'), 'Content-Type: text/html\r\n');

const moved = (to: string): Buffer => answer('', `Location: ${to}\r\n`, '302 Found');

/** Flags of a crawl whose names lead to one loopback port by the operator's own word. */
const flagsOf = (
  port: number,
  seed: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> => ({
  topics: ['flood-warning'],
  seeds: [seed],
  contact: 'you@example.org',
  connectTo: [`ok.example:80:127.0.0.1:${port}`, `two.example:80:127.0.0.1:${port}`],
  delayMs: '0',
  adaptsDelay: 'false',
  workers: '1',
  retries: '0',
  robotsRetryMs: '50ms',
  ...more,
});

const outcomes = async (crawl: StoredCrawl): Promise<Map<string, string>> =>
  new Map(
    (await crawl.rows(
      "SELECT url, o.name FROM pages p JOIN outcomes o ON o.code = p.outcome WHERE kind IN ('page', 'denied') ORDER BY seq",
    )) as [string, string][],
  );

test('no link, redirect, robots.txt or sitemap leads a crawl to an inner address', async t => {
  const inner = await rawServer(t, { '*': page() });
  const bait = (path: string): string[] =>
    ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', 'localhost', '127.1'].map(
      host => `http://${host}:${inner.port}/${path}`,
    );
  const says: Record<string, Say> = {
    '/robots.txt': (socket, _, head) => {
      const isFirst = head.includes('ok.example');
      socket.write(
        isFirst
          ? answer(
              `User-agent: *\nAllow: /\nSitemap: http://ok.example/map.xml\nSitemap: ${bait('map.xml')[0]}\n`,
            )
          : moved(bait('robots.txt')[0] as string),
      );
    },
    '/': page(...bait('linked'), 'http://ok.example/r1', 'http://ok.example/r2', 'http://two.example/behind'),
    '/r1': moved(bait('redirected')[0] as string),
    '/r2': moved(bait('redirected')[3] as string),
    '/map.xml': answer(
      `<urlset>${bait('listed').map(url => `<url><loc>${url}</loc></url>`)}<url><loc>http://ok.example/fine</loc></url></urlset>`,
      'Content-Type: application/xml\r\n',
    ),
    '/fine': page('/'),
  };
  const outer = await rawServer(t, says);
  const crawl = await crawlStored(flagsOf(outer.port, 'http://ok.example/'));
  assert.equal(inner.connections(), 0, 'not one connection was opened to a refused address');
  const ends = await outcomes(crawl);
  const baits = [...ends].filter(([url]) => url.includes(`:${inner.port}/`));
  assert.ok(baits.length >= 4);
  for (const [url, name] of baits) assert.match(name, /^(AddressRefused|DnsFailed|RobotsUnreachable)$/, url);
  assert.equal(ends.get('http://ok.example/fine'), 'Ok');
  assert.equal(crawl.end.stopReason, 'frontier empty');
});

test('every fault of a certificate has its outcome, and good sites are crawled beside it', async t => {
  const { caFile, of } = await makeCertificates();
  const asked: string[] = [];
  const names = ['good.test', 'old.test', 'wrong.test', 'self.test', 'stranger.test'];
  const server = createServer(
    {
      SNICallback: (name, done) => done(null, createSecureContext(of[name] ?? of['good.test'])),
    },
    (request, response) => {
      asked.push(`${request.headers.host}${request.url}`);
      if (request.url === '/robots.txt') {
        response.writeHead(404).end();
        return;
      }
      response.setHeader('content-type', 'text/html');
      response.end(names.map(name => `<a href="https://${name}/page">${name}</a>`).join(' '));
    },
  );
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const flags = flagsOf(port, 'https://good.test/', {
    caFile,
    connectTo: names.map(name => `${name}:443:127.0.0.1:${port}`),
    robots: 'ignore',
  });
  const crawl = await crawlStored(flags);
  const ends = await outcomes(crawl);
  assert.equal(ends.get('https://good.test/page'), 'Duplicate');
  assert.equal(ends.get('https://old.test/page'), 'CertificateExpired');
  assert.equal(ends.get('https://wrong.test/page'), 'CertificateName');
  assert.equal(ends.get('https://self.test/page'), 'CertificateSelfSigned');
  assert.equal(ends.get('https://stranger.test/page'), 'CertificateUntrusted');
  assert.ok(
    asked.every(one => one.startsWith('good.test')),
    'nothing was sent to those that cannot be trusted',
  );
});

test('bombs, endless bodies and dripping heads end with an outcome, in bounded memory', async t => {
  const bomb =
    (encoding: 'gzip' | 'br'): Say =>
    socket => {
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: ${encoding}\r\nConnection: close\r\n\r\n`,
      );
      const packer =
        encoding === 'gzip'
          ? createGzip()
          : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
      const piece = Buffer.alloc(1 << 20, 'a ');
      let left = 1024;
      const feed = (): void => {
        while (left-- > 0) if (!packer.write(piece)) return void packer.once('drain', feed);
        packer.end();
      };
      packer.pipe(socket);
      socket.on('close', () => packer.destroy());
      feed();
    };
  const drip =
    (text: string): Say =>
    socket => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write(text), 20);
      socket.on('close', () => clearInterval(timer));
    };
  const endless: Say = socket => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n');
    const piece = Buffer.alloc(1 << 16, '<p>more</p>');
    const feed = (): void => {
      while (!socket.destroyed) if (!socket.write(piece)) return void socket.once('drain', feed);
    };
    feed();
  };
  const server = await rawServer(t, {
    '/': page('/gzip', '/br', '/endless', '/drip', '/fine'),
    '/gzip': bomb('gzip'),
    '/br': bomb('br'),
    '/endless': endless,
    '/drip': drip('x-a: b\r\n'),
    '/fine': page('/'),
  });
  const before = process.memoryUsage().rss;
  const flags = flagsOf(server.port, 'http://ok.example/', {
    timeoutMs: '3s',
    maxBodyBytes: '2MB',
    robots: 'ignore',
  });
  const crawl = await crawlStored(flags);
  const ends = await outcomes(crawl);
  for (const path of ['gzip', 'br', 'endless']) {
    assert.match(ends.get(`http://ok.example/${path}`) ?? '', /^(TooLarge|Truncated)$/, path);
  }
  assert.match(ends.get('http://ok.example/drip') ?? '', /^(HeaderTimeout|BodyTimeout|HeadersTooLarge)$/);
  assert.match(ends.get('http://ok.example/fine') ?? '', /^(Ok|Duplicate)$/);
  assert.ok(process.memoryUsage().rss - before < 400e6);
});

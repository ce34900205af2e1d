/**
 * What a request costs the fetch room beside bare undici: processor time of this process a request, in µs, against a
 * server in a process of its own. Both ways take turns, 32 requests at a time on kept connections; medians of the rounds.
 * `node dist/bench/room/fetch.js` prints one JSON line.
 */
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Agent } from 'undici';
import { Body } from '../../src/fetch/body.js';
import { createFetcher } from '../../src/fetch/fetcher.js';

const ROUNDS = 9;
const REQUESTS = 2000;
const AT_ONCE = 32;
const PAGE = Buffer.from(
  Array.from({ length: 900 }, (_, i) => `<p>line ${i} of a page about ${(i * 7919) % 1009}</p>\n`).join(''),
);
const PAGES: Readonly<Record<string, Buffer>> = {
  '/small': PAGE.subarray(0, 600),
  '/page': PAGE,
  '/gzip': gzipSync(PAGE),
};

function serve(): void {
  const server = createServer((request, response) => {
    const body = PAGES[request.url ?? ''] as Buffer;
    const coding = request.url === '/gzip' ? { 'content-encoding': 'gzip' } : {};
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': body.length,
      'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT',
      etag: '"abc"',
      vary: 'accept-encoding',
      server: 'bench',
      'cache-control': 'max-age=60',
      ...coding,
    });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

type Way = (url: string, path: string) => Promise<number>;

/** The least that anybody who wants the bytes has to do. */
function bareWay(agent: Agent): Way {
  const headers = ['user-agent', 'bench', 'accept', '*/*', 'accept-encoding', 'gzip, deflate, br'];
  return (origin, path) =>
    new Promise((resolve, reject) => {
      const pieces: Buffer[] = [];
      agent.dispatch(
        { origin, path, method: 'GET', headers },
        {
          onConnect: () => undefined,
          onHeaders: () => true,
          onData: piece => {
            pieces.push(piece);
            return true;
          },
          onComplete: () => resolve(unpacked(path, Buffer.concat(pieces)).length),
          onError: reject,
        },
      );
    });
}

const unpacked = (path: string, bytes: Buffer): Buffer => (path === '/gzip' ? gunzipSync(bytes) : bytes);

async function microseconds(way: Way, origin: string, path: string): Promise<number> {
  let left = REQUESTS;
  const start = process.cpuUsage();
  const worker = async (): Promise<void> => {
    while (left-- > 0)
      if ((await way(origin, path)) < 600) throw new Error('The bench server said something else.');
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const used = process.cpuUsage(start);
  return (used.user + used.system) / REQUESTS;
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1] as number;
const rounded = (number: number): number => Math.round(number * 100) / 100;

function unpackingMicroseconds(work: () => unknown): number {
  const each = Array.from({ length: ROUNDS }, () => {
    const start = process.cpuUsage();
    for (let i = 0; i < 500; i++) work();
    const used = process.cpuUsage(start);
    return (used.user + used.system) / 500;
  });
  return rounded(median(each));
}

async function bench(origin: string): Promise<Record<string, unknown>> {
  const fetcher = createFetcher({
    userAgent: 'bench',
    allowPrivate: ['127.0.0.1'],
    limits: { connectionsPerOrigin: AT_ONCE },
  });
  const agent = new Agent({ connections: AT_ONCE });
  const bare = bareWay(agent);
  const room: Way = async (from, path) =>
    (await fetcher.get({ url: from + path, purpose: 'page' })).body.length;
  const found: Record<string, unknown> = {};
  for (const path of Object.keys(PAGES)) {
    const times: [number, number][] = [];
    for (let round = -2; round < ROUNDS; round++) {
      const pair: [number, number] = [
        await microseconds(bare, origin, path),
        await microseconds(room, origin, path),
      ];
      if (round >= 0) times.push(pair);
    }
    found[path.slice(1)] = {
      bareUs: rounded(median(times.map(([a]) => a))),
      fetchUs: rounded(median(times.map(([, b]) => b))),
      ratio: rounded(median(times.map(([a, b]) => b / a))),
    };
  }
  const packed = PAGES['/gzip'] as Buffer;
  found['unpackUs'] = {
    gunzipSync: unpackingMicroseconds(() => gunzipSync(packed)),
    body: unpackingMicroseconds(() => {
      const body = new Body(['gzip'], 1 << 22, packed.length);
      body.push(packed);
      return body.end();
    }),
  };
  await fetcher.close();
  await agent.close();
  return found;
}

if (process.argv[2] === 'serve') {
  serve();
} else {
  const server = fork(fileURLToPath(import.meta.url), ['serve']);
  server.once('message', port => {
    void bench(`http://127.0.0.1:${port}`)
      .then(found => {
        const line = {
          bench: 'room fetch',
          unit: 'µs of processor time a request',
          node: process.version,
          ...found,
        };
        process.stdout.write(`${JSON.stringify(line)}\n`);
      })
      .finally(() => server.kill());
  });
}

/**
 * Asks servers that answer with anything as pages, robots.txt and sitemaps, and holds every reading to its law.
 * `node dist/test/fuzz/live.js [answers] [seed]`; the unit tests do a few.
 */
import { type AddressInfo, createServer, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { outcomeOf } from '../../src/contract/outcome.js';
import type { VisitKind } from '../../src/contract/visit.js';
import { type Random, randomOf } from '../../src/kit/random.js';
import { openLane } from '../../workers/lane-setup.js';
import type { LivePages } from '../../workers/live-pages.js';
import { hostileAnswer } from '../web/hostile-answers.js';
import { liveSetup, visitOf } from '../web/live-lane.js';
import { assertLaw } from '../web/live-law.js';

const KINDS: readonly VisitKind[] = ['page', 'page', 'robots', 'sitemap'];
const AT_ONCE = 16;

/** Mostly an origin that was not met before: those that once spoke oddly are read with more patience ever after. */
const addressOf = (slot: number): string =>
  slot % 5 === 0 ? '127.0.0.1' : `127.1.${(slot >> 8) & 255}.${slot & 255}`;

/** Every request gets an answer of its own; the connection ends behind it, now and then at once. */
async function hostileServer(random: Random): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer(socket => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      const bytes = hostileAnswer(random);
      if (random.below(12) === 0) socket.write(bytes, () => socket.resetAndDestroy());
      else socket.end(bytes);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

/** Throws when a reading breaks the law; else the number of readings by kind and outcome. */
export async function fuzzLive(count: number, seed: number): Promise<ReadonlyMap<string, number>> {
  const random = randomOf(seed);
  const { server, port } = await hostileServer(random);
  const setup = liveSetup({ fetch: { limits: { headMs: 500, totalMs: 1500 } } });
  const pages = openLane(setup, 1).live as LivePages;
  const ends = new Map<string, number>();
  const one = async (slot: number): Promise<void> => {
    const kind = KINDS[slot % KINDS.length] as VisitKind;
    const visit = visitOf(`http://${addressOf(slot)}:${port}/${slot}/`, { slot, kind, hops: slot % 7 });
    const reading = await pages.read(visit);
    const name = `${kind} ${outcomeOf(reading.outcome).name}`;
    assertLaw(reading, visit, setup.shape);
    ends.set(name, (ends.get(name) ?? 0) + 1);
  };
  try {
    for (let slot = 0; slot < count; slot += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => one(slot + i)));
  } finally {
    await pages.close();
    server.close();
  }
  return ends;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [count = '20000', seed = '1'] = process.argv.slice(2);
  console.table(Object.fromEntries(await fuzzLive(Number(count), Number(seed))));
}

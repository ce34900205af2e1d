import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Frontier, STATE } from '../../../src/frontier/frontier.js';
import { LinkStore } from '../../../src/frontier/link-store.js';
import { memoryDisk } from '../../../src/kit/disk.js';
import { randomOf } from '../../../src/kit/random.js';

const HOSTS = 3;

interface Link {
  readonly slot: number;
  readonly host: number;
  score: number;
}

/** What the frontier must say, by looking at everything. */
function bestOf(links: readonly Link[], closed: ReadonlySet<number>): number {
  const open = links.filter(link => !closed.has(link.host));
  open.sort((a, b) => b.score - a.score || a.slot - b.slot);
  return open[0]?.slot ?? -1;
}

const step = fc.oneof(
  fc.record({ do: fc.constant('admit' as const), host: fc.nat(HOSTS - 1), score: fc.nat(9) }),
  fc.record({ do: fc.constant('close' as const), host: fc.nat(HOSTS - 1) }),
  fc.record({ do: fc.constant('open' as const), host: fc.nat(HOSTS - 1) }),
  fc.record({ do: fc.constant('take' as const) }),
  fc.record({ do: fc.constant('rescore' as const), which: fc.nat(40), score: fc.nat(9) }),
  fc.record({ do: fc.constant('leave' as const), which: fc.nat(40) }),
);

test('the top is the best link whose host is open, whatever closes, opens, comes, goes and changes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), steps => {
      const frontier = new Frontier({
        columns: [],
        capacity: Infinity,
        links: new LinkStore(memoryDisk().create('links')),
      });
      let links: Link[] = [];
      const closed = new Set<number>();
      const drop = (slot: number): void => {
        frontier.leave(slot, STATE.settled);
        links = links.filter(link => link.slot !== slot);
      };
      for (const one of steps) {
        const link = 'which' in one ? links[one.which % Math.max(1, links.length)] : undefined;
        if (one.do === 'admit') {
          const slot = frontier.allocate(one.host, 0);
          frontier.admit(slot, one.score);
          links.push({ slot, host: one.host, score: one.score });
        } else if (one.do === 'close') {
          frontier.closeHost(one.host);
          closed.add(one.host);
        } else if (one.do === 'open') {
          frontier.openHost(one.host);
          closed.delete(one.host);
        } else if (one.do === 'take') {
          if (frontier.top >= 0) drop(frontier.top);
        } else if (link !== undefined && one.do === 'leave') drop(link.slot);
        else if (link !== undefined && one.do === 'rescore') {
          link.score = one.score;
          frontier.rescore(link.slot, one.score);
        }
        assert.equal(frontier.top, bestOf(links, closed));
        assert.equal(frontier.waiting, links.length);
      }
      const every = links.map(({ slot }) => slot).sort((a, b) => a - b);
      assert.deepEqual(
        [...frontier.waitingSlots()].sort((a, b) => a - b),
        every,
      );
      assert.deepEqual(
        frontier.sample(links.length, randomOf(1)).sort((a, b) => a - b),
        every,
      );
      for (const slot of frontier.best(5)) assert.ok(!closed.has(frontier.host(slot)));
    }),
    { numRuns: 400, seed: 3 },
  );
});

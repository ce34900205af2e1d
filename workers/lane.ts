/**
 * A lane: one long-lived Piscina task. Visits come from a port in batches, readings go back in batches, and a pulse in
 * shared memory tells main which page is being read. A stored web is read page by page; on the live web all visits of a
 * lane are under way together, and the pulse marks a page while its bytes are looked at.
 */
import type { ArchiveOrder } from '../src/contract/archive.js';
import type { LaneAnswer, LaneOrder, LaneTask } from '../src/contract/lane.js';
import type { Visit } from '../src/contract/visit.js';
import type { SeenHandle } from '../src/kernel/seen.js';
import { Fault } from '../src/kit/fault.js';
import { type LaneSetup, type OpenLane, openLane } from './lane-setup.js';
import { Outbox } from './outbox.js';
import { Pulse } from './pulse.js';
import type { StoredPages } from './stored-pages.js';

/** Resolves when main says so; rejects on any fault of ours, and main replaces the lane. */
export default function runLane(task: LaneTask): Promise<void> {
  return new Promise((resolve, reject) => {
    const { port } = task;
    let lane: Lane | undefined;
    const fail = (error: unknown): void => {
      // The thread lives on and may become another lane.
      lane?.close().catch(reject);
      port.close();
      reject(error as Error);
    };
    try {
      const opened = new Lane(task, fail);
      lane = opened;
      port.on('message', (order: LaneOrder) => {
        opened.obey(order).then(isOver => isOver && resolve(), fail);
      });
    } catch (error) {
      // Main waits for the end of the port, also of a lane that could not be opened.
      fail(error);
    }
  });
}

class Lane {
  readonly #port: LaneTask['port'];
  readonly #open: OpenLane;
  readonly #outbox: Outbox;
  readonly #pulse: Pulse;
  readonly #fail: (error: unknown) => void;

  constructor({ port, pulse, number, shape, setup }: LaneTask, fail: (error: unknown) => void) {
    this.#port = port;
    this.#fail = fail;
    this.#pulse = new Pulse(pulse);
    this.#outbox = new Outbox(port, shape, fail);
    this.#open = openLane(setup as LaneSetup, number, {
      pulse: this.#pulse,
      onSend: (slot, { atMs }) => this.#outbox.tell(slot, atMs),
      onArchive: answer => port.postMessage({ packets: [], ...answer } satisfies LaneAnswer),
    });
  }

  /** True when it was the last order. */
  async obey(order: LaneOrder): Promise<boolean> {
    switch (order.kind) {
      case 'visits':
        for (const visit of order.visits) this.#read(visit);
        return false;
      case 'seen':
        this.#open.moveSeen(order.handle as SeenHandle);
        return false;
      case 'frequency':
        this.#open.renew(order.handle as LaneSetup['frequency']);
        return false;
      case 'keep':
      case 'drop':
      case 'sync':
        this.#obeyArchive(order);
        return false;
      case 'end':
        this.#outbox.close();
        await this.close();
        this.#port.close();
        return true;
    }
  }

  /** Ends the connections and the segment. */
  async close(): Promise<void> {
    this.#open.desk?.close();
    await this.#open.live?.close();
  }

  #obeyArchive(order: ArchiveOrder): void {
    const { desk } = this.#open;
    if (desk === undefined) throw new Fault('LANE_NO_ARCHIVE', 'A lane without an archive was told to keep.');
    desk.obey(order);
  }

  #read(visit: Visit): void {
    const { live, reader } = this.#open;
    if (live === undefined)
      this.#pulse.mark(visit.slot, () => this.#outbox.add((reader as StoredPages).read(visit)));
    else
      live
        .read(visit)
        .then(reading => this.#outbox.add(reading))
        .catch(this.#fail);
  }
}

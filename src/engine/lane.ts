/**
 * One lane as main sees it: a long-lived Piscina task that takes visits from a port in batches and answers in batches.
 * It knows what it owes, and whether it still breathes.
 */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import type { ArchiveAnswer, KeepOrder } from '../contract/archive.js';
import { type LaneAnswer, type LaneOrder, PULSE } from '../contract/lane.js';
import { type PacketShape, unpackReading } from '../contract/packet.js';
import type { Reading, Visit } from '../contract/visit.js';

export interface LaneEvents {
  onReading(reading: Reading): void;
  /** A request left; only where the set-up asks for it. */
  onSent?(slot: number, atMs: number): void;
  /** What the archive's desk of the lane says. */
  onArchive?(answer: ArchiveAnswer): void;
  /** The thread ended or hung. `slot` is the page that it was reading, -1 for none; `owed` were not begun. */
  onDeath(lane: Lane, slot: number, owed: readonly Visit[], cause: unknown): void;
}

export interface LaneOptions {
  readonly pool: Piscina;
  readonly shape: PacketShape;
  readonly setup: unknown;
  /** From 1. */
  readonly number: number;
  readonly events: LaneEvents;
}

export class Lane {
  readonly owed = new Map<number, Visit>();
  readonly #port: MessagePort;
  readonly #pulse = new Int32Array(new SharedArrayBuffer(PULSE.length * 4));
  readonly #abort = new AbortController();
  readonly #events: LaneEvents;
  readonly #done: Promise<void>;
  /** The port ends after everything that the thread had sent has come. */
  readonly #drained: Promise<void>;
  #outbox: Visit[] = [];
  #keeps: KeepOrder[] = [];
  #drops: number[] = [];
  /** Pages to be kept that were not answered for. */
  readonly #unkept = new Map<number, KeepOrder>();
  #isEnding = false;
  #lastPulse = -1;

  constructor(options: LaneOptions) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#events = options.events;
    port1.on('message', (answer: LaneAnswer) => {
      for (const { slot, atMs } of answer.sent ?? []) this.#events.onSent?.(slot, atMs);
      this.#hearArchive(answer);
      for (const packet of answer.packets) this.#take(unpackReading(packet, options.shape));
    });
    this.#drained = new Promise(resolve => port1.once('close', resolve));
    const task = {
      port: port2,
      pulse: this.#pulse,
      number: options.number,
      shape: options.shape,
      setup: options.setup,
    };
    const running = options.pool.run(task, { transferList: [port2], signal: this.#abort.signal });
    this.#done = running.then(
      () => this.#end(undefined),
      (cause: unknown) => this.#end(cause),
    );
  }

  assign(visit: Visit): void {
    this.owed.set(visit.slot, visit);
    this.#outbox.push(visit);
  }

  /** Sends what was assigned since the last call, in one message. */
  flush(): void {
    if (this.#keeps.length > 0) this.send({ kind: 'keep', pages: this.#keeps.splice(0) });
    if (this.#drops.length > 0) this.send({ kind: 'drop', slots: this.#drops.splice(0) });
    if (this.#outbox.length === 0) return;
    this.send({ kind: 'visits', visits: this.#outbox });
    this.#outbox = [];
  }

  keep(order: KeepOrder): void {
    this.#keeps.push(order);
    this.#unkept.set(order.seq, order);
  }

  drop(slot: number): void {
    this.#drops.push(slot);
  }

  /** Pages that it will never answer for, when it has ended. */
  get unkept(): readonly KeepOrder[] {
    return [...this.#unkept.values()];
  }

  send(order: LaneOrder): void {
    this.#port.postMessage(order);
  }

  /** True when the lane has been reading the same page since the last call. */
  isStuck(): boolean {
    const slot = Atomics.load(this.#pulse, PULSE.slot);
    const pulse = Atomics.load(this.#pulse, PULSE.count);
    const isSame = slot !== 0 && pulse === this.#lastPulse;
    this.#lastPulse = pulse;
    return isSame;
  }

  /** Ends the thread, whatever it is doing. */
  kill(): void {
    this.#abort.abort();
  }

  async close(): Promise<void> {
    this.#isEnding = true;
    this.send({ kind: 'end' });
    await this.#done;
  }

  #hearArchive({ kept, synced }: ArchiveAnswer): void {
    if (kept === undefined && synced === undefined) return;
    for (const { seq } of kept ?? []) this.#unkept.delete(seq);
    this.#events.onArchive?.({ ...(kept && { kept }), ...(synced && { synced }) });
  }

  #take(reading: Reading): void {
    this.owed.delete(reading.slot);
    this.#events.onReading(reading);
  }

  async #end(cause: unknown): Promise<void> {
    if (this.#isEnding) {
      this.#port.close();
      return;
    }
    await this.#drained;
    const reading = Atomics.load(this.#pulse, PULSE.slot) - 1;
    const wasReading = this.owed.delete(reading);
    this.#events.onDeath(this, wasReading ? reading : -1, [...this.owed.values()], cause);
  }
}

/**
 * The reader's door with lanes that cost nothing behind it. Messages are real: visits go out and packets come back `batch` at a
 * time, as with busy lanes, and the candidates for reading ahead are asked for as often.
 */
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import type { LaneAnswer, LaneOrder } from '../../src/contract/lane.js';
import { type Packet, unpackReading } from '../../src/contract/packet.js';
import type { Reading, Visit } from '../../src/contract/visit.js';
import type { Reader } from '../../src/engine/road.js';
import { SHAPE } from './engine-pages.js';

/** Batches that lanes have read ahead. */
const AHEAD = 2;

export class NullLanes implements Reader {
  readonly #port: MessagePort;
  readonly #batch: number;
  readonly #asked: Visit[] = [];
  #outbox: Visit[] = [];
  #packets: Packet[] = [];
  #taken = 0;
  #wake: (() => void) | undefined;

  constructor(lane: Worker, batch: number) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#batch = batch;
    lane.postMessage(port2, [port2]);
    port1.on('message', ({ packets }: LaneAnswer) => {
      this.#packets = this.#packets.slice(this.#taken).concat(packets);
      this.#taken = 0;
      this.#wake?.();
    });
    const visits = Array.from({ length: batch }, () => ({ slot: 0, url: '', level: 0 }));
    for (let i = 0; i < AHEAD; i++) this.#send({ kind: 'visits', visits });
  }

  assign(visit: Visit): void {
    this.#asked.push(visit);
    this.#outbox.push(visit);
  }

  async next(): Promise<Reading> {
    const { slot } = this.#asked.shift() as Visit;
    while (this.#taken === this.#packets.length) {
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
    const packet = this.#packets[this.#taken++] as Packet;
    packet.numbers[0] = slot;
    return unpackReading(packet, SHAPE);
  }

  plan(candidates: (count: number) => readonly number[], visitOf: (slot: number) => Visit): void {
    if (this.#outbox.length < this.#batch) return;
    for (const slot of candidates(this.#batch)) visitOf(slot);
    this.#send({ kind: 'visits', visits: this.#outbox });
    this.#outbox = [];
  }

  async close(): Promise<void> {
    this.#send({ kind: 'end' });
    this.#port.close();
  }

  #send(order: LaneOrder): void {
    this.#port.postMessage(order);
  }
}

/** The same without any message. */
export class ReadyReadings implements Reader {
  readonly #readings: readonly Reading[];
  #slot = -1;
  #next = 0;

  constructor(readings: readonly Reading[]) {
    this.#readings = readings;
  }

  assign({ slot }: Visit): void {
    this.#slot = slot;
  }

  async next(): Promise<Reading> {
    return Object.assign(this.#readings[this.#next++] as Reading, { slot: this.#slot });
  }

  plan(): void {}

  async close(): Promise<void> {}
}

/** Readings on their way to main: sent together at the end of a turn, or as soon as the first has waited long enough. */
import type { MessagePort } from 'node:worker_threads';
import type { LaneAnswer } from '../src/contract/lane.js';
import { type Packet, type PacketShape, packReading } from '../src/contract/packet.js';
import type { Reading } from '../src/contract/visit.js';
import { systemClock } from '../src/kit/clock.js';

const BATCH_MS = 1;

type Sent = NonNullable<LaneAnswer['sent']>[number];

export class Outbox {
  readonly #port: MessagePort;
  readonly #shape: PacketShape;
  readonly #fail: (error: unknown) => void;
  #packets: Packet[] = [];
  #sent: Sent[] = [];
  #sinceTick = 0;
  #isPlanned = false;
  #isClosed = false;

  /** `fail` hears of a fault while the box is emptied. */
  constructor(port: MessagePort, shape: PacketShape, fail: (error: unknown) => void) {
    this.#port = port;
    this.#shape = shape;
    this.#fail = fail;
  }

  add(reading: Reading): void {
    if (this.#isClosed) return;
    this.#packets.push(packReading(reading, this.#shape));
    if (!this.#isPlanned) this.#plan();
    else if (systemClock.tick() - this.#sinceTick >= BATCH_MS) this.#flush();
  }

  /** A request left. */
  tell(slot: number, atMs: number): void {
    if (this.#isClosed) return;
    this.#sent.push({ slot, atMs });
    if (!this.#isPlanned) this.#plan();
  }

  /** Sends what there is; nothing goes out any more. */
  close(): void {
    this.#flush();
    this.#isClosed = true;
  }

  #plan(): void {
    this.#isPlanned = true;
    this.#sinceTick = systemClock.tick();
    setImmediate(() => {
      this.#isPlanned = false;
      try {
        this.#flush();
      } catch (error) {
        this.#fail(error);
      }
    });
  }

  #flush(): void {
    const [packets, sent] = [this.#packets, this.#sent];
    if (packets.length + sent.length === 0) return;
    this.#packets = [];
    this.#sent = [];
    this.#sinceTick = systemClock.tick();
    const answer: LaneAnswer = sent.length === 0 ? { packets } : { packets, sent };
    this.#port.postMessage(answer);
  }
}

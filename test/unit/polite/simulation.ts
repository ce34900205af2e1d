/** A crawl of made-up servers in virtual time, driven as an engine would do it, with a record of what the servers saw. */
import type { OutcomeClass } from '../../../src/contract/outcome.js';
import { type Random, randomOf } from '../../../src/kit/random.js';
import type { PolitenessOptions } from '../../../src/polite/pace.js';
import { Politeness, type Ticket } from '../../../src/polite/politeness.js';

export interface Plan {
  readonly seed: number;
  readonly options: Partial<PolitenessOptions>;
  /** Addresses of each host, as numbers; none: unknown. */
  readonly addresses: readonly (readonly number[])[];
  /** Requests wanted of each host. */
  readonly work: readonly number[];
  readonly window: number;
  /** Most time between the start and the sending, and to the answer. */
  readonly lagMs: number;
  readonly latencyMs: number;
  /** Part of the requests that are reported as soon as they are sent, that are cancelled, that end in trouble. */
  readonly reported: number;
  readonly cancelled: number;
  readonly troubled: number;
}

export interface Send {
  readonly host: number;
  readonly addresses: readonly number[];
  readonly atMs: number;
  readonly endMs: number;
  readonly retryAfterMs: number;
}

export interface Outcome {
  readonly sends: readonly Send[];
  /** Work that was done, given up, or cancelled; the rest was lost. */
  readonly left: number;
  readonly endMs: number;
  /** Hosts that takeOpened returned. */
  readonly openings: number;
  readonly politeness: Politeness;
}

interface Event {
  readonly atMs: number;
  readonly run: () => void;
}

export const ipOf = (address: number): string => `127.0.${address >> 8}.${address & 255}`;

export class Simulation {
  readonly #plan: Plan;
  readonly #random: Random;
  readonly #polite: Politeness;
  readonly #work: number[];
  readonly #open = new Set<number>();
  readonly #sends: Send[] = [];
  #events: Event[] = [];
  #nowMs = 0;
  #openings = 0;
  #inFlight = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#random = randomOf(plan.seed);
    this.#polite = new Politeness(plan.options);
    this.#work = [...plan.work];
    plan.addresses.forEach((ips, host) => void this.#polite.setAddress(host, ips.map(ipOf), 0));
    plan.work.forEach((_, host) => void this.#open.add(host));
  }

  run(): Outcome {
    for (let step = 0; step < 100_000; step++) {
      for (const host of this.#polite.takeOpened(this.#nowMs)) {
        this.#openings++;
        if (this.#open.has(host)) throw new Error(`Host ${host} was opened twice.`);
        this.#open.add(host);
      }
      this.#startWhatMayStart();
      const next = Math.min(this.#polite.wakeAtMs, ...this.#events.map(event => event.atMs));
      if (next === Number.POSITIVE_INFINITY) break;
      this.#nowMs = Math.max(this.#nowMs, next);
      const due = this.#events.filter(event => event.atMs <= this.#nowMs);
      this.#events = this.#events.filter(event => event.atMs > this.#nowMs);
      for (const event of due.sort((a, b) => a.atMs - b.atMs)) event.run();
    }
    const left = this.#work.reduce((sum, count) => sum + count, 0);
    return {
      sends: this.#sends.sort((a, b) => a.atMs - b.atMs),
      left,
      endMs: this.#nowMs,
      openings: this.#openings,
      politeness: this.#polite,
    };
  }

  #startWhatMayStart(): void {
    const polite = this.#polite;
    for (const host of this.#open) {
      while ((this.#work[host] as number) > 0 && this.#inFlight < this.#plan.window) {
        if (polite.isGone(host)) this.#work[host] = 0;
        else if (polite.canStart(host, this.#nowMs)) this.#send(host);
        else {
          polite.hold(host, this.#nowMs, this.#random.below(3));
          this.#open.delete(host);
          break;
        }
      }
    }
  }

  #send(host: number): void {
    const { lagMs, latencyMs, reported, cancelled } = this.#plan;
    const random = this.#random;
    const ticket = this.#polite.start(host, this.#nowMs);
    this.#work[host] = (this.#work[host] as number) - 1;
    this.#inFlight++;
    const sentMs = this.#nowMs + random.below(lagMs + 1);
    if (random.next() < cancelled) {
      this.#events.push({
        atMs: sentMs,
        run: () => {
          this.#inFlight--;
          this.#polite.cancel(ticket, this.#nowMs);
        },
      });
      return;
    }
    const endMs = sentMs + random.below(latencyMs + 1);
    if (random.next() < reported)
      this.#events.push({ atMs: sentMs, run: () => this.#polite.sent(ticket, sentMs, this.#nowMs) });
    this.#events.push({ atMs: endMs, run: () => this.#finish(ticket, sentMs, endMs) });
  }

  #finish(ticket: Ticket, sentAtMs: number, endedAtMs: number): void {
    const random = this.#random;
    const { host } = ticket;
    const isTrouble = random.next() < this.#plan.troubled;
    const outcomeClass: OutcomeClass = isTrouble ? (random.below(2) === 0 ? 'retry' : 'host') : 'ok';
    const retryAfterMs = isTrouble && random.below(2) === 0 ? random.below(3000) : Number.NaN;
    const status = isTrouble ? (outcomeClass === 'retry' ? 503 : 0) : 200;
    const addresses = this.#plan.addresses[host] as readonly number[];
    this.#sends.push({
      host,
      addresses,
      atMs: sentAtMs,
      endMs: endedAtMs,
      retryAfterMs: Number.isNaN(retryAfterMs) ? 0 : retryAfterMs,
    });
    this.#inFlight--;
    this.#polite.finish(
      ticket,
      { sentAtMs, endedAtMs, outcomeClass, status, latencyMs: endedAtMs - sentAtMs, retryAfterMs },
      this.#nowMs,
    );
  }
}

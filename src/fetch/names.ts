/**
 * What is known about names: a cache of addresses and of names without any, and one question a name however many ask at
 * once. A time to live of 0 (rebinding, load balancers) is stretched, so that a crawl asks once a minute and no oftener.
 */
import type { Clock } from '../kit/clock.js';
import { type NameAnswer, type NameServer, nothing, type Resolved } from './name-server.js';

const LEAST_TTL_MS = 60_000;
const MOST_TTL_MS = 3_600_000;
/** Where the server does not say (getaddrinfo). */
const USUAL_TTL_MS = 300_000;
const UNKNOWN_NAME_MS = 60_000;
const NO_ANSWER_MS = 10_000;
/** Addresses remembered of a name, which may have thousands. */
const MOST_ADDRESSES = 16;
/** RFC 1035 §2.3.4. */
const MOST_NAME_LENGTH = 253;

export interface NamesOptions {
  readonly server: NameServer;
  readonly clock: Clock;
  /** Most names remembered; the one that was not asked for longest goes first. */
  readonly mostNames: number;
}

interface Known {
  readonly resolved: Resolved;
  readonly untilMs: number;
}

/** RFC 6761 §6.3: these never leave the machine, so nobody is asked. */
const isLocalhost = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');
const LOCALHOST: Resolved = { ips: ['127.0.0.1', '::1'], outcome: 200 };

function isAskable(name: string): boolean {
  const labels = name.split('.');
  return name.length <= MOST_NAME_LENGTH && labels.every(label => label.length >= 1 && label.length <= 63);
}

export class Names {
  readonly #options: NamesOptions;
  readonly #known = new Map<string, Known>();
  readonly #asked = new Map<string, Promise<Resolved>>();

  constructor(options: NamesOptions) {
    this.#options = options;
  }

  /** Addresses of a lower-case host name. Never rejects. */
  resolve(name: string): Promise<Resolved> {
    const host = name.endsWith('.') ? name.slice(0, -1) : name;
    if (isLocalhost(host)) return Promise.resolve(LOCALHOST);
    if (!isAskable(host)) return Promise.resolve(nothing(true));
    const known = this.#recall(host);
    if (known !== undefined) return Promise.resolve(known);
    const asked = this.#asked.get(host) ?? this.#ask(host);
    this.#asked.set(host, asked);
    return asked;
  }

  close(): void {
    this.#options.server.close();
  }

  #recall(host: string): Resolved | undefined {
    const known = this.#known.get(host);
    if (known === undefined) return undefined;
    this.#known.delete(host);
    if (known.untilMs <= this.#options.clock.tick()) return undefined;
    this.#known.set(host, known);
    return known.resolved;
  }

  async #ask(host: string): Promise<Resolved> {
    let answer: NameAnswer;
    try {
      answer = await this.#options.server.ask(host);
    } catch {
      answer = nothing(false);
    }
    this.#asked.delete(host);
    const resolved = { ips: answer.ips.slice(0, MOST_ADDRESSES), outcome: answer.outcome };
    this.#known.set(host, { resolved, untilMs: this.#options.clock.tick() + keptMs(answer) });
    const oldest = this.#known.keys().next();
    if (this.#known.size > this.#options.mostNames && oldest.done !== true) this.#known.delete(oldest.value);
    return resolved;
  }
}

function keptMs(answer: NameAnswer): number {
  if (answer.outcome === 200)
    return Math.min(Math.max(answer.ttlMs ?? USUAL_TTL_MS, LEAST_TTL_MS), MOST_TTL_MS);
  return answer.outcome === nothing(true).outcome ? UNKNOWN_NAME_MS : NO_ANSWER_MS;
}

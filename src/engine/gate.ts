/**
 * Step 8, the live web only: when may whom be asked? A page goes out when its host (and IP address) may be asked, its name is
 * known and its robots.txt read; robots.txt and sitemaps are requests of the same host and paced like pages. The gate holds
 * what must wait and closes hosts in the frontier, so that only links that can go out are chosen.
 *
 * Invariant: every visit that was pushed is held here, or under way with a ticket of the politeness, until `take` or
 * `giveBack` has it.
 */

import { type OutcomeClass, outcome, outcomeOf } from '../contract/outcome.js';
import type { Loaded, Saved } from '../contract/snapshot.js';
import { type Reading, UNASKED, type Visit } from '../contract/visit.js';
import { Fault } from '../kit/fault.js';
import type { Ticket } from '../polite/politeness.js';
import { letWait } from './admit.js';
import { HostQueue, type QueueFacts } from './host-queue.js';
import { Later } from './later.js';
import { giveBack } from './refill.js';
import type { Gate, LiveParts, Road } from './road.js';
import { settle } from './settle.js';
import { endUnasked, type SiteFacts, SiteFiles } from './site-files.js';

const HOST_GONE = outcome('HostGone').code;
const WORKER_DIED = outcome('WorkerDied').code;
/** Answers of a lane that has sent nothing. */
const NEVER_ASKED: ReadonlySet<number> = new Set([
  UNASKED.needsRobots,
  UNASKED.freed,
  outcome('RobotsUnreachable').code,
]);
/** A request may travel this much slower than the next one, and the gap must hold where they arrive. */
const JITTER_MS = 5;

/** A visit under way. */
interface Asked {
  readonly visit: Visit;
  readonly host: number;
  /** Absent for names: they bother no host. */
  readonly ticket: Ticket | undefined;
}

/** What a snapshot keeps: names are looked up again, and hosts are closed again when somebody asks. */
interface GateFacts {
  readonly queues: readonly (readonly [host: number, QueueFacts])[];
  readonly asked: readonly Pick<Asked, 'visit' | 'host'>[];
  readonly later: Later['entries'];
  readonly files: SiteFacts;
}

export class LiveGate implements Gate {
  readonly #road: Road;
  readonly #live: LiveParts;
  readonly #files: SiteFiles;
  readonly #queues = new Map<number, HostQueue>();
  readonly #asked = new Map<number, Asked>();
  readonly #resolved = new Set<number>();
  /** Hosts during whose look-up a lane ended: once more. */
  readonly #unresolved = new Set<number>();
  /** Hosts that are closed in the frontier. */
  readonly #closed = new Set<number>();
  readonly #later = new Later();
  /** Hosts that a strategy which is choosing has pushed visits for. */
  readonly #pushed = new Set<number>();
  #nowMs = 0;
  /** Nothing goes out any more. */
  #isStopping = false;
  /** Requests of our own under way: robots, sitemaps, names. */
  #sides = 0;

  constructor(road: Road, live: LiveParts) {
    this.#road = road;
    this.#live = live;
    this.#files = new SiteFiles(road, live, {
      queueOf: host => this.#queueOf(host),
      serve: host => this.#serve(host),
      now: () => this.#now(),
    });
    road.parts.reader.hearSends?.((slot, atMs) => this.#sent(slot, atMs));
  }

  get laterCount(): number {
    return this.#later.count;
  }

  get sideCount(): number {
    return this.#sides;
  }

  /** Hosts that wait until they may be asked. */
  get heldHosts(): number {
    return this.#live.politeness.heldCount;
  }

  /** When something may be done without an answer; Infinity: not before one. */
  get wakeAtMs(): number {
    return Math.min(this.#live.politeness.wakeAtMs, this.#later.nextMs);
  }

  isGone(host: number): boolean {
    return this.#live.politeness.isGone(host);
  }

  mayTake(host: number): boolean {
    const isBusy = this.#queues.get(host)?.isBusy === true;
    const now = this.#now();
    if (!isBusy && this.#live.politeness.canStart(host, now)) return true;
    this.#road.parts.frontier.closeHost(host);
    this.#closed.add(host);
    if (!isBusy) this.#live.politeness.hold(host, now, this.#urgencyOf(host));
    return false;
  }

  push(visit: Visit): void {
    const host = this.#road.parts.frontier.host(visit.slot);
    this.#queueOf(host).pages.push(visit);
    if (this.#road.isChoosing) this.#pushed.add(host);
    else this.#serve(host);
  }

  servePushed(): void {
    for (const host of this.#pushed) this.#serve(host);
    this.#pushed.clear();
  }

  later(slot: number, waitMs: number): void {
    this.#later.add(slot, this.#road.nowMs + waitMs);
  }

  /** Whatever time alone has made possible. */
  tick(): void {
    const now = this.#now();
    while (this.#later.nextMs <= now) this.due();
    for (const host of this.#live.politeness.takeOpened(now)) this.#serve(host);
  }

  /** The first of the links that wait for another attempt waits in the frontier again; returns its slot. */
  due(): number {
    const { frontier } = this.#road.parts;
    const slot = this.#later.take(Number.POSITIVE_INFINITY);
    this.#road.journal?.due(slot);
    letWait(this.#road, slot, frontier.score(slot), frontier.order(slot));
    return slot;
  }

  /** Hears an answer: a page is settled, everything else goes its own way. */
  take(reading: Reading): void {
    const asked = this.#asked.get(reading.slot);
    if (asked === undefined)
      throw new Fault('ENGINE_STRAY_ANSWER', `Slot ${reading.slot} was answered without being asked.`);
    this.#asked.delete(reading.slot);
    const { visit, host, ticket } = asked;
    if (visit.kind !== 'name') this.#road.journal?.answered(reading, this.#road.nowMs);
    if (visit.kind !== undefined) this.#sides--;
    if (visit.kind !== 'name') this.#road.hosts.asked(host, reading.sends, reading.ip);
    if (ticket !== undefined) this.#end(ticket, reading);
    const needsRobots = reading.outcome === UNASKED.needsRobots;
    // Rules for which nobody will ask any more would be waited for without end.
    if (reading.outcome === UNASKED.freed || (needsRobots && this.#isStopping)) this.#putBack(visit, host);
    else if (needsRobots) this.#files.wantRules(visit, host);
    else if (visit.kind === 'name') this.#named(reading, host);
    else if (visit.kind === 'robots') this.#files.hearRobots(reading, visit);
    else if (visit.kind === 'sitemap') this.#files.hearSitemap(reading, visit);
    else settle(this.#road, reading);
    this.#serve(host);
  }

  /** Looks at every host for which something is held; a last resort when nothing else moves. */
  serveAll(): void {
    for (const host of [...this.#queues.keys()]) this.#serve(host);
  }

  /** The host was given up: its pages end, its robots.txt counts as unread. */
  abandon(host: number): void {
    const queue = this.#queueOf(host);
    this.#road.journal?.abandoned(host, this.#road.nowMs);
    for (const visit of queue.pages.splice(0)) endUnasked(this.#road, visit, HOST_GONE);
    for (const { origin = '' } of queue.robots.splice(0)) this.#files.miss(origin, host);
    queue.sitemaps.length = 0;
  }

  /** Retraces that the visit of a slot left. */
  left(slot: number): void {
    const host = this.#road.parts.frontier.host(slot);
    const visit = this.#queueOf(host).remove(slot);
    if (visit === undefined) throw new Fault('JOURNAL_DIFFERS', `Slot ${slot} left without being held.`);
    this.#asked.set(slot, { visit, host, ticket: undefined });
    if (visit.kind !== undefined) this.#sides++;
  }

  /** What was under way when the crawl ended is held again; `serveAll` lets it go out. */
  takeUp(): void {
    this.#isStopping = false;
    for (const [slot, { visit, host }] of [...this.#asked].toReversed()) {
      this.#asked.delete(slot);
      if (visit.kind !== undefined) this.#sides--;
      this.#putBack(visit, host);
    }
  }

  save(): Saved {
    const asked = [...this.#asked.values()].filter(({ visit }) => visit.kind !== 'name');
    const facts: GateFacts = {
      queues: Array.from(this.#queues, ([host, { facts }]) => [host, facts] as const),
      asked: asked.map(({ visit, host }) => ({ visit, host })),
      later: this.#later.entries,
      files: this.#files.facts,
    };
    return { facts };
  }

  load(saved: Loaded): void {
    const { queues, asked, later, files } = saved.facts as GateFacts;
    for (const [host, facts] of queues) this.#queueOf(host).facts = facts;
    for (const { visit, host } of asked) this.#asked.set(visit.slot, { visit, host, ticket: undefined });
    this.#sides = asked.filter(({ visit }) => visit.kind !== undefined).length;
    for (const [i, slot] of later.slot.entries()) this.#later.add(slot, later.dueMs[i] as number);
    this.#files.facts = files;
  }

  /** What has not gone out yet waits in the frontier again: the crawl is about to stop. */
  giveBack(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.#road.journal?.stopping();
    const held = [...this.#queues.values()].flatMap(queue => queue.release());
    for (const { kind, slot } of [...held, ...this.#files.release()]) {
      if (kind === undefined) giveBack(this.#road, slot);
    }
    for (const [host, queue] of this.#queues) if (queue.sitemaps.length === 0) this.#queues.delete(host);
  }

  #sent(slot: number, atMs: number): void {
    const asked = this.#asked.get(slot);
    const now = this.#now();
    if (asked?.ticket === undefined) return;
    this.#live.politeness.sent(asked.ticket, Math.min(atMs, now) + JITTER_MS, now);
  }

  #putBack(visit: Visit, host: number): void {
    if (this.#isStopping && visit.kind === undefined) giveBack(this.#road, visit.slot);
    else this.#queueOf(host).unshift(visit);
  }

  #now(): number {
    this.#nowMs = Math.max(this.#nowMs, this.#road.parts.clock.now());
    return this.#nowMs;
  }

  #urgencyOf(host: number): number {
    const { frontier } = this.#road.parts;
    const { top } = frontier;
    return top >= 0 && frontier.host(top) === host ? frontier.score(top) : 0;
  }

  #queueOf(host: number): HostQueue {
    let queue = this.#queues.get(host);
    if (queue === undefined) {
      queue = new HostQueue();
      this.#queues.set(host, queue);
    }
    return queue;
  }

  /** Sends what may go out, and opens the host in the frontier when nothing of its own waits. */
  #serve(host: number): void {
    if (this.#isStopping || this.#road.isRetracing) return;
    const { politeness } = this.#live;
    const queue = this.#queues.get(host);
    if (queue !== undefined) {
      if (politeness.isGone(host)) this.abandon(host);
      else if (!this.#sendFrom(host, queue)) return;
      if (queue.isIdle) this.#queues.delete(host);
      if (queue.isBusy) return;
    }
    if (!this.#closed.has(host) && queue === undefined) return;
    if (politeness.isGone(host) || politeness.canStart(host, this.#now())) this.#open(host);
    else politeness.hold(host, this.#now(), this.#urgencyOf(host));
  }

  #open(host: number): void {
    if (this.#closed.delete(host)) this.#road.parts.frontier.openHost(host);
  }

  /** False when the host has to wait. */
  #sendFrom(host: number, queue: HostQueue): boolean {
    const { politeness, resolvesFirst } = this.#live;
    for (;;) {
      const visit = queue.first(this.#road.hosts.at(host).open > 0);
      if (visit === undefined) return true;
      const now = this.#now();
      if (resolvesFirst && !this.#resolved.has(host)) {
        if (!queue.isResolving) this.#resolve(host, queue, visit);
        return false;
      }
      if (!politeness.canStart(host, now)) {
        politeness.hold(host, now, this.#road.parts.frontier.score(visit.slot) || 0);
        return false;
      }
      queue.take(visit);
      this.#send(visit, host, politeness.start(host, now));
    }
  }

  #send(visit: Visit, host: number, ticket: Ticket | undefined): void {
    // A name bothers no host and is looked up again after a resume.
    if (visit.kind !== 'name') this.#road.journal?.sent(visit.slot);
    this.#asked.set(visit.slot, { visit, host, ticket });
    if (visit.kind !== undefined) this.#sides++;
    this.#road.parts.reader.assign(visit);
  }

  #end(ticket: Ticket, reading: Reading): void {
    const { politeness } = this.#live;
    const now = this.#now();
    const isUnasked = NEVER_ASKED.has(reading.outcome);
    const kind = isUnasked ? 'denied' : outcomeOf(reading.outcome).class;
    if (reading.sends === 0 && (isUnasked || kind === 'denied')) {
      // Whether a lane that ended had sent it nobody knows.
      if (reading.outcome === UNASKED.freed) politeness.sent(ticket, now + JITTER_MS, now);
      politeness.cancel(ticket, now);
      return;
    }
    politeness.finish(
      ticket,
      {
        sentAtMs: reading.sends === 0 ? Number.NaN : Math.min(reading.sentAtMs, now) + JITTER_MS,
        endedAtMs: now,
        outcomeClass: classOf(reading, kind),
        status: reading.status,
        latencyMs: reading.status === 0 ? Number.NaN : reading.firstByteMs,
        retryAfterMs: reading.retryAfterMs,
        ip: reading.ip === '' ? null : reading.ip,
      },
      now,
    );
  }

  #resolve(host: number, queue: HostQueue, { slot, url }: Visit): void {
    queue.isResolving = true;
    this.#send({ slot, url, level: 0, kind: 'name' }, host, undefined);
  }

  /** A name without an address: the request itself will say so. */
  #named(reading: Reading, host: number): void {
    this.#queueOf(host).isResolving = false;
    if (reading.outcome === WORKER_DIED && !this.#unresolved.has(host)) {
      this.#unresolved.add(host);
      return;
    }
    this.#resolved.add(host);
    const ips = reading.ip === '' ? [] : reading.ip.split(' ');
    this.#live.politeness.setAddress(host, ips, this.#now());
  }
}

/** What the politeness shall think: a host from which no answer comes at all is dead, a dead lane says nothing of it. */
function classOf({ outcome: code, status }: Reading, kind: OutcomeClass): OutcomeClass {
  if (code === WORKER_DIED) return 'drop';
  return kind === 'retry' && status === 0 ? 'host' : kind;
}

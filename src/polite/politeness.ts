/**
 * When may we ask this host and this IP address again? Nothing here has a clock: every time comes in, in ms, from one clock
 * that never runs backwards. Gaps are from sending to sending. Invariants: as long as whoever sends reports the true times, no
 * two requests of a host (or address) go out closer than its delay, and no more than its limit are in flight.
 *
 * For whoever drives it: ask `canStart`, then `start`; where it says no, `hold` the host and do not look at it again until
 * `takeOpened` returns it. Sleep until `wakeAtMs`. Every ticket ends in exactly one `finish` or `cancel`.
 */
import { Fault } from '../kit/fault.js';
import { ActiveTable } from './active-table.js';
import { Addresses } from './addresses.js';
import { emptyQueue, HeldHosts } from './held-hosts.js';
import { type Answer, delayOf, learn, POLITE_DEFAULTS, type PolitenessOptions } from './pace.js';
import { AddressPlace, freeAt, HostPlace, LONG_AGO_MS } from './place.js';
import { type HostView, type PolitenessSnapshot, snapshotOf, viewOf } from './view.js';

/** A request that may go out. To be handed back, not to be looked into. */
export interface Ticket {
  readonly host: number;
  readonly startedMs: number;
  readonly place: HostPlace;
  readonly addresses: readonly AddressPlace[];
  isSent: boolean;
  isOver: boolean;
}

const NOWHERE: readonly AddressPlace[] = [];

export class Politeness {
  readonly options: PolitenessOptions;
  readonly #hosts = new ActiveTable<HostPlace>();
  readonly #places = new ActiveTable<AddressPlace>();
  readonly #addresses = new Addresses();
  /** Delays that robots.txt asks for, where they are longer than ours. */
  readonly #asked = new Map<number, number>();
  readonly #held: HeldHosts;
  readonly #limitsAddresses: boolean;
  /** Any host may have been asked until then, by the process that crawled before this one. */
  #unknownMs = LONG_AGO_MS;
  #inFlight = 0;

  constructor(options: Partial<PolitenessOptions> = {}) {
    this.options = { ...POLITE_DEFAULTS, ...options };
    const { perIpDelayMs, perIpConcurrency } = this.options;
    this.#limitsAddresses = perIpDelayMs > 0 || perIpConcurrency < Number.POSITIVE_INFINITY;
    this.#held = new HeldHosts({
      hostOpensAt: host => this.#hostOpensAt(host),
      addressOpensAt: address => freeAt(address, perIpDelayMs, perIpConcurrency),
      roomAt: address => (perIpDelayMs > 0 ? 1 : perIpConcurrency - address.inFlight),
      addressesOf: host => this.#placesOf(host.id),
    });
  }

  /** Requests that started and are not over. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Hosts that are held. */
  get heldCount(): number {
    return this.#held.count;
  }

  /** Hosts and addresses that take more than 4 bytes at this moment. */
  get activeCount(): number {
    return this.#hosts.size + this.#places.size;
  }

  /** When `takeOpened` may have something; Infinity: not before something is finished, sent or cancelled. */
  get wakeAtMs(): number {
    return this.#held.wakeAtMs;
  }

  /** What the name of a host resolves to, as often as that is learned. `host` is a small whole number; IPs as text. */
  setAddress(host: number, ips: readonly string[], nowMs: number): void {
    const place = this.#hosts.get(host);
    const change = (): void => this.#addresses.set(host, ips);
    if (place === undefined) change();
    else this.#held.hostChanged(place, nowMs, change);
  }

  /** The delay that robots.txt asks for, already capped; the larger of it and `delayMs` counts. 0 or NaN: none. */
  setDelay(host: number, ms: number, nowMs: number): void {
    if (ms > this.options.delayMs) this.#asked.set(host, ms);
    else this.#asked.delete(host);
    const place = this.#hosts.get(host);
    if (place !== undefined) this.#held.hostChanged(place, nowMs);
    // A host that was asked a moment ago may be forgotten already, because nobody knew of the delay.
    else if (ms > this.options.delayMs) this.#hostPlace(host).sentMs = nowMs;
  }

  /** True when a request may go out now. */
  canStart(host: number, nowMs: number): boolean {
    const place = this.#hosts.get(host) ?? this.#haunted(host, nowMs);
    if (place !== undefined && (place.goneReason !== null || this.#hostOpensAt(place) > nowMs)) return false;
    if (!this.#limitsAddresses) return true;
    const { perIpDelayMs, perIpConcurrency } = this.options;
    return this.#addresses.of(host).every(id => {
      const address = this.#places.get(id);
      if (address === undefined) return this.#unknownMs + perIpDelayMs <= nowMs;
      return freeAt(address, perIpDelayMs, perIpConcurrency) <= nowMs;
    });
  }

  /** Reserves one request. @throws {Fault} when `canStart` would have said no. */
  start(host: number, nowMs: number): Ticket {
    if (!this.canStart(host, nowMs)) throw new Fault('POLITE_TOO_SOON', `Host ${host} may not be asked now.`);
    const place = this.#hostPlace(host);
    const addresses = this.#placesOf(host);
    this.#held.release(place, nowMs);
    for (const asked of [place, ...addresses]) {
      asked.inFlight++;
      asked.unsent++;
      asked.startedMs = nowMs;
    }
    for (const address of addresses) {
      if (address.offered > 0) address.offered--;
      this.#held.addressChanged(address, nowMs);
    }
    this.#inFlight++;
    this.#sweep(addresses.length + 1, nowMs);
    return { host, startedMs: nowMs, place, addresses, isSent: false, isOver: false };
  }

  /**
   * The request went out, now or a moment ago; each time when it goes out again. Optional: `finish` says it too, but then
   * nothing else starts at a host or address with a delay until the answer is here, whatever its concurrency.
   */
  sent(ticket: Ticket, atMs: number, nowMs: number): void {
    if (ticket.isOver) return;
    this.#noteSent(ticket, atMs, undefined);
    this.#changed(ticket, nowMs);
  }

  /** Nothing went out: gives everything back, as if the request had never been allowed. */
  cancel(ticket: Ticket, nowMs: number): void {
    this.#end(ticket);
    this.#changed(ticket, nowMs);
  }

  /** The request is over, with whatever answer; see `Answer`. A fault of ours (a reader died) is class `drop` here. */
  finish(ticket: Ticket, answer: Answer, nowMs: number): void {
    const { place } = ticket;
    const isKnown = !Number.isNaN(answer.sentAtMs);
    // An attempt to connect bothers a host as well; it came at the latest when it ended.
    this.#noteSent(ticket, isKnown ? answer.sentAtMs : answer.endedAtMs, answer.ip);
    this.#end(ticket);
    learn(place, answer, ticket.startedMs, { floorMs: this.#floorOf(place.id), options: this.options });
    this.#changed(ticket, nowMs);
  }

  /** Somebody waits for the host: `takeOpened` will return it, the more urgent first where hosts share an address. */
  hold(host: number, nowMs: number, urgency = 0): void {
    this.#held.hold(this.#hostPlace(host), Number.isNaN(urgency) ? 0 : urgency, nowMs);
  }

  /** Nobody waits any more. */
  release(host: number, nowMs: number): void {
    const place = this.#hosts.get(host);
    if (place !== undefined) this.#held.release(place, nowMs);
  }

  /** Held hosts whose wait is over, each once; also those that were given up, so that their links can be settled. */
  takeOpened(nowMs: number): number[] {
    return this.#held.take(nowMs);
  }

  isGone(host: number): boolean {
    return (this.#hosts.get(host)?.goneReason ?? null) !== null;
  }

  /** What a log or a person wants to know of a host. */
  view(host: number): HostView {
    const place = this.#hosts.get(host) ?? new HostPlace(host);
    const ips = this.#addresses.of(host).map(id => this.#addresses.text(id));
    return viewOf(
      place,
      { ips, floorMs: this.#floorOf(host), openAtMs: this.#hostOpensAt(place) },
      this.options,
    );
  }

  /** Plain data: what has to survive. What was in flight counts as sent; addresses and holds are not in it. */
  snapshot(nowMs: number): PolitenessSnapshot {
    const hosts = [...this.#hosts].filter(place => place.inFlight > 0 || !this.#saysNothing(place, nowMs));
    const { perIpDelayMs } = this.options;
    const places = [...this.#places].filter(one => one.inFlight > 0 || one.sentMs + perIpDelayMs > nowMs);
    return snapshotOf(hosts, { places, asked: this.#asked, textOf: id => this.#addresses.text(id) });
  }

  /**
   * To be called once, before anything else. What went out after the snapshot is not in it, so that every host counts as asked
   * at `nowMs`.
   */
  restore(snapshot: PolitenessSnapshot, nowMs: number): void {
    this.#unknownMs = nowMs;
    for (const { host, ...facts } of snapshot.hosts)
      this.#hosts.add(Object.assign(new HostPlace(host), facts, { sentMs: nowMs }));
    for (const [ip] of snapshot.addresses) {
      const place = new AddressPlace(this.#addresses.idOf(ip), emptyQueue());
      this.#places.add(Object.assign(place, { sentMs: nowMs }));
    }
    for (const [host, ms] of snapshot.delays) this.#asked.set(host, ms);
  }

  #floorOf(host: number): number {
    return this.#asked.get(host) ?? this.options.delayMs;
  }

  #hostOpensAt(place: HostPlace): number {
    if (place.goneReason !== null) return Number.NEGATIVE_INFINITY;
    const delayMs = delayOf(place, this.#floorOf(place.id), this.options);
    return Math.max(place.blockedMs, freeAt(place, delayMs, this.options.perHostConcurrency));
  }

  #hostPlace(host: number): HostPlace {
    const known = this.#hosts.get(host);
    if (known !== undefined) return known;
    const place = new HostPlace(host);
    place.sentMs = this.#unknownMs;
    this.#hosts.add(place);
    return place;
  }

  /** The place of a host of which nothing is known but that it may have been asked a moment ago; else undefined. */
  #haunted(host: number, nowMs: number): HostPlace | undefined {
    return this.#unknownMs + this.#floorOf(host) > nowMs ? this.#hostPlace(host) : undefined;
  }

  #placesOf(host: number): readonly AddressPlace[] {
    if (!this.#limitsAddresses) return NOWHERE;
    return this.#addresses.of(host).map(id => {
      const known = this.#places.get(id);
      if (known !== undefined) return known;
      const place = new AddressPlace(id, emptyQueue());
      place.sentMs = this.#unknownMs;
      this.#places.add(place);
      return place;
    });
  }

  /** A start adds one host and its addresses, so looking at one more of each keeps the tables small. */
  #sweep(count: number, nowMs: number): void {
    this.#hosts.sweep(2, place => this.#saysNothing(place, nowMs));
    if (count > 1) this.#places.sweep(count, place => this.#isIdle(place, nowMs));
  }

  #isIdle(place: AddressPlace, nowMs: number): boolean {
    if (place.inFlight > 0 || place.waiters.size > 0) return false;
    return Math.max(place.sentMs + this.options.perIpDelayMs, place.turnEndsMs) <= nowMs;
  }

  /** True for a host of which nothing has to be remembered. */
  #saysNothing(place: HostPlace, nowMs: number): boolean {
    if (place.inFlight > 0 || place.isHeld || place.failures > 0 || place.refusals > 0) return false;
    const floorMs = this.#floorOf(place.id);
    return delayOf(place, floorMs, this.options) <= floorMs && this.#hostOpensAt(place) <= nowMs;
  }

  #noteSent(ticket: Ticket, atMs: number, ip: string | null | undefined): void {
    const used = this.#usedAddress(ticket, ip);
    for (const asked of [ticket.place, ...ticket.addresses]) {
      if (!ticket.isSent) asked.unsent--;
      if (asked === ticket.place || used === undefined || asked === used)
        asked.sentMs = Math.max(asked.sentMs, atMs);
    }
    ticket.isSent = true;
  }

  /** The one of several addresses that was asked; undefined when it is not known which. */
  #usedAddress(ticket: Ticket, ip: string | null | undefined): AddressPlace | undefined {
    if (ip === undefined || ip === null || ticket.addresses.length < 2) return undefined;
    const id = this.#addresses.find(ip);
    return ticket.addresses.find(address => address.id === id);
  }

  #end(ticket: Ticket): void {
    if (ticket.isOver) throw new Fault('POLITE_TWICE', `A request to host ${ticket.host} ended twice.`);
    ticket.isOver = true;
    for (const asked of [ticket.place, ...ticket.addresses]) {
      asked.inFlight--;
      if (!ticket.isSent) asked.unsent--;
    }
    this.#inFlight--;
  }

  #changed(ticket: Ticket, nowMs: number): void {
    this.#held.hostChanged(ticket.place, nowMs);
    for (const address of ticket.addresses) this.#held.addressChanged(address, nowMs);
  }
}

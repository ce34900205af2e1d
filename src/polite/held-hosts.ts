/**
 * Which hosts does somebody wait for, and which of them opens next? A held host is in one of four places: among the timers
 * until its own wait is over, in the queue of an address that is busy, nowhere while only an answer can open it, or opened.
 *
 * An address that becomes free opens as many hosts as may start there, not all that wait: a thousand hosts on one address cost
 * one step a request. Who is opened has a turn of a moment; if it does not start by then, the next one is opened too, so
 * nobody waits for a host that has nothing left to ask.
 */
import { ObjectHeap } from './heap.js';
import type { AddressPlace, HostPlace } from './place.js';

export const TURN_MS = 10;

/** When hosts and addresses open is not decided here. */
export interface Openings {
  /** Infinity: only an answer opens it. */
  hostOpensAt(host: HostPlace): number;
  addressOpensAt(address: AddressPlace): number;
  /** Requests that may start at a free address at once. */
  roomAt(address: AddressPlace): number;
  /** Addresses of the host that are limited; none when unknown. */
  addressesOf(host: HostPlace): readonly AddressPlace[];
}

const isSooner = (a: HostPlace | AddressPlace, b: HostPlace | AddressPlace): boolean =>
  a.openAtMs !== b.openAtMs ? a.openAtMs < b.openAtMs : a.id < b.id;
const isMoreUrgent = (a: HostPlace, b: HostPlace): boolean =>
  a.urgency !== b.urgency ? a.urgency > b.urgency : a.order < b.order;

export const emptyQueue = (): ObjectHeap<HostPlace> => new ObjectHeap(isMoreUrgent);

export class HeldHosts {
  readonly #openings: Openings;
  readonly #hosts = new ObjectHeap<HostPlace>(isSooner);
  readonly #addresses = new ObjectHeap<AddressPlace>(isSooner);
  #order = 0;
  #count = 0;

  constructor(openings: Openings) {
    this.#openings = openings;
  }

  /** Hosts that are held. */
  get count(): number {
    return this.#count;
  }

  /** When something may open; Infinity when only answers can open anything, or nothing is held. */
  get wakeAtMs(): number {
    const host = this.#hosts.top?.openAtMs ?? Number.POSITIVE_INFINITY;
    return Math.min(host, this.#addresses.top?.openAtMs ?? Number.POSITIVE_INFINITY);
  }

  hold(host: HostPlace, urgency: number, nowMs: number): void {
    if (!host.isHeld) {
      host.isHeld = true;
      host.order = this.#order++;
      this.#count++;
    }
    this.#leave(host, nowMs);
    host.urgency = urgency;
    this.#enter(host, nowMs);
  }

  release(host: HostPlace, nowMs: number): void {
    if (!host.isHeld) return;
    this.#leave(host, nowMs);
    this.#letGo(host);
  }

  /** To be called when the times of a host have changed, or to `change` its addresses: it keeps its place in line. */
  hostChanged(host: HostPlace, nowMs: number, change?: () => void): void {
    if (host.isHeld) this.#leave(host, nowMs);
    change?.();
    if (host.isHeld) this.#enter(host, nowMs);
  }

  /** To be called when the times of an address have changed. */
  addressChanged(address: AddressPlace, nowMs: number): void {
    this.#arm(address, nowMs);
  }

  /** Hosts whose wait is over, each of them once; they are no longer held. */
  take(nowMs: number): number[] {
    const opened: number[] = [];
    for (let host = this.#hosts.top; host !== undefined && host.openAtMs <= nowMs; host = this.#hosts.top) {
      this.#hosts.remove(host);
      this.#admit(host, nowMs, opened);
    }
    for (;;) {
      const address = this.#addresses.top;
      if (address === undefined || address.openAtMs > nowMs) return opened;
      this.#handOut(address, nowMs, opened);
    }
  }

  /** Puts a held host where it has to wait. */
  #enter(host: HostPlace, nowMs: number): void {
    const at = this.#openings.hostOpensAt(host);
    if (at === Number.POSITIVE_INFINITY) return;
    const busy = at <= nowMs && host.goneReason === null ? this.#busyAddress(host, nowMs) : undefined;
    if (busy !== undefined) this.#enqueue(host, busy, nowMs);
    else {
      host.openAtMs = at;
      host.queue = this.#hosts;
      this.#hosts.add(host);
    }
  }

  #leave(host: HostPlace, nowMs: number): void {
    const { queue } = host;
    if (queue === undefined) return;
    queue.remove(host);
    host.queue = undefined;
    if (queue === this.#hosts || queue.size > 0) return;
    for (const address of this.#openings.addressesOf(host))
      if (address.waiters === queue) this.#arm(address, nowMs);
  }

  #enqueue(host: HostPlace, address: AddressPlace, nowMs: number): void {
    host.queue = address.waiters;
    address.waiters.add(host);
    if (!address.isArmed) this.#arm(address, nowMs);
  }

  #admit(host: HostPlace, nowMs: number, opened: number[]): void {
    const busy = host.goneReason === null ? this.#busyAddress(host, nowMs) : undefined;
    if (busy !== undefined) this.#enqueue(host, busy, nowMs);
    else this.#open(host, nowMs, opened);
  }

  #open(host: HostPlace, nowMs: number, opened: number[]): void {
    if (host.goneReason === null) {
      for (const address of this.#openings.addressesOf(host)) {
        if (address.turnEndsMs <= nowMs) {
          address.turnEndsMs = nowMs + TURN_MS;
          address.offered = 0;
        }
        address.offered++;
      }
    }
    this.#letGo(host);
    opened.push(host.id);
  }

  #letGo(host: HostPlace): void {
    host.queue = undefined;
    host.isHeld = false;
    this.#count--;
  }

  #handOut(address: AddressPlace, nowMs: number, opened: number[]): void {
    for (let host = address.waiters.top; host !== undefined; host = address.waiters.top) {
      if (!this.#hasRoom(address, nowMs)) break;
      address.waiters.remove(host);
      // Only an address without room sends a host on: two that sent each other their queues would never end.
      const other = this.#openings.addressesOf(host).find(one => !this.#hasRoom(one, nowMs));
      if (other === undefined) this.#open(host, nowMs, opened);
      else this.#enqueue(host, other, nowMs);
    }
    this.#arm(address, nowMs);
  }

  /** An address at which the host would have to stand in line. */
  #busyAddress(host: HostPlace, nowMs: number): AddressPlace | undefined {
    return this.#openings
      .addressesOf(host)
      .find(address => address.waiters.size > 0 || !this.#hasRoom(address, nowMs));
  }

  #hasRoom(address: AddressPlace, nowMs: number): boolean {
    return this.#openings.addressOpensAt(address) <= nowMs && this.#unoffered(address, nowMs) > 0;
  }

  #unoffered(address: AddressPlace, nowMs: number): number {
    return this.#openings.roomAt(address) - (address.turnEndsMs > nowMs ? address.offered : 0);
  }

  /** Sets the address's timer: none when nobody waits or only an answer can free it. */
  #arm(address: AddressPlace, nowMs: number): void {
    if (address.isArmed) this.#addresses.remove(address);
    address.isArmed = false;
    if (address.waiters.size === 0) return;
    const free = this.#openings.addressOpensAt(address);
    if (free === Number.POSITIVE_INFINITY) return;
    const isTaken = this.#unoffered(address, nowMs) <= 0;
    address.openAtMs = isTaken ? Math.max(free, address.turnEndsMs) : free;
    address.isArmed = true;
    this.#addresses.add(address);
  }
}

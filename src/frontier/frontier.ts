/**
 * What waits, with which score? Every known link has a slot; its numbers lie in typed arrays, its words on disk.
 *
 * A waiting link costs 28 bytes: state 1, depth 2, steps 1, host 4, score 8, record 4, heap 8; declared columns and
 * a used `order` cost 8 more each, and a capacity 8 for the heap of the worst. The seen table and growth are not counted.
 * Order: higher score, then smaller `order`, then earlier discovery (the slot).
 */

import type { Loaded, Numbers, Savable, Saved } from '../contract/snapshot.js';
import type { Region, RegionKind } from '../contract/strategy.js';
import { fitting, roomFor, withSlack } from '../kit/growing.js';
import type { Random } from '../kit/random.js';
import { SlotHeap } from './heap.js';
import type { LinkBytes, LinkRecord, LinkStore } from './link-store.js';
import { type GroupFacts, type Grouping, Regions } from './regions.js';
import { WaitingLinks } from './waiting.js';

/** Where a slot is on its road. */
export const STATE = {
  /** Known, but out of scope. */
  fenced: 0,
  waiting: 1,
  /** Asked for in vain; it will wait again in a while. */
  later: 2,
  inFlight: 3,
  /** Its road has ended with a row. */
  settled: 4,
  declined: 5,
  evicted: 6,
  /** Known, but it looks like an endless space. */
  trapped: 7,
} as const;

/** The states in which a link may still be fetched, as bits. */
const OPEN = (1 << STATE.waiting) | (1 << STATE.declined) | (1 << STATE.evicted);

export interface FrontierOptions {
  readonly columns: readonly string[];
  /** Most waiting links; Infinity for no limit. */
  readonly capacity: number;
  readonly links: LinkStore;
}

/** What a snapshot says beside the arrays. */
interface FrontierFacts {
  readonly count: number;
  readonly hasOrder: boolean;
  readonly regions: readonly (readonly [Grouping, readonly GroupFacts[]])[];
}

export class Frontier implements Savable {
  readonly columns: readonly string[];
  readonly #capacity: number;
  readonly #links: LinkStore;
  readonly #best: WaitingLinks;
  readonly #worst: SlotHeap | undefined;
  #count = 0;
  #state = new Uint8Array(1024);
  #depth = new Uint16Array(1024);
  #steps = new Uint8Array(1024);
  #host = new Uint32Array(1024);
  /** Score and columns of a link lie side by side: one cache line holds what `reoffer` asks of it. */
  #value: Float64Array;
  readonly #stride: number;
  #record = new Uint32Array(1024);
  /** Only there once a strategy used it. */
  #order: Float64Array | undefined;
  /** Only who asks for regions pays for keeping them. */
  readonly #regions: Regions[] = [];

  constructor(options: FrontierOptions) {
    this.columns = options.columns;
    this.#capacity = options.capacity;
    this.#links = options.links;
    this.#stride = 1 + options.columns.length;
    this.#value = new Float64Array(1024 * this.#stride);
    this.#best = new WaitingLinks(
      (a, b) => this.isBetter(a, b),
      slot => this.host(slot),
    );
    if (options.capacity < Infinity) this.#worst = new SlotHeap((a, b) => this.isBetter(b, a));
  }

  /** Known links, waiting or not. */
  get count(): number {
    return this.#count;
  }

  get waiting(): number {
    return this.#best.size;
  }

  isBetter(a: number, b: number): boolean {
    const scoreA = this.#value[a * this.#stride] as number;
    const scoreB = this.#value[b * this.#stride] as number;
    if (scoreA !== scoreB) return scoreA > scoreB;
    const order = this.#order;
    if (order !== undefined && order[a] !== order[b]) return (order[a] as number) < (order[b] as number);
    return a < b;
  }

  /** Gives the next slot to a link that was just met. */
  allocate(host: number, depth: number): number {
    const slot = this.#count++;
    this.#fit(slot);
    this.#host[slot] = host;
    this.#depth[slot] = depth;
    this.#value[slot * this.#stride] = Number.NaN;
    return slot;
  }

  /** Keeps the words of a link that passed the fence. */
  remember(slot: number, record: LinkRecord, steps: number): void {
    this.#record[slot] = this.#links.append(record);
    this.#steps[slot] = steps;
  }

  /** The same for words that are bytes. */
  rememberBytes(slot: number, record: LinkBytes, steps: number): void {
    this.#record[slot] = this.#links.appendBytes(record);
    this.#steps[slot] = steps;
  }

  recall(slot: number): LinkRecord {
    return this.#links.read(this.#record[slot] as number);
  }

  /** Lets a link wait; returns the slot that had to leave for it (perhaps itself), or -1. */
  admit(slot: number, score: number, order = 0): number {
    this.#setRank(slot, score, order);
    this.#state[slot] = STATE.waiting;
    this.#best.add(slot);
    this.#worst?.add(slot);
    this.#changed(slot);
    if (this.#best.size <= this.#capacity) return -1;
    const worst = (this.#worst as SlotHeap).top;
    this.leave(worst, STATE.evicted);
    return worst;
  }

  rescore(slot: number, score: number, order = this.order(slot)): void {
    const before = this.score(slot);
    const orderBefore = this.order(slot);
    // Most links that are met again keep what they have.
    if (score === before && order === orderBefore) return;
    const isBetter = score === before ? order < orderBefore : score > before;
    this.#setRank(slot, score, order);
    this.#best.moved(slot, isBetter);
    this.#worst?.moved(slot, !isBetter);
    this.#changed(slot);
  }

  /** Takes a waiting link out, to one of the other states. */
  leave(slot: number, state: number): void {
    this.#best.remove(slot);
    this.#worst?.remove(slot);
    this.#state[slot] = state;
    this.#changed(slot);
  }

  setState(slot: number, state: number): void {
    this.#state[slot] = state;
  }

  state(slot: number): number {
    return this.#state[slot] as number;
  }

  /** True for a known link that is not let in. */
  isOutside(slot: number): boolean {
    const state = this.#state[slot];
    return state === STATE.fenced || state === STATE.trapped;
  }

  /** True for a link that waits, was declined or evicted: it may still be fetched. */
  isOpen(slot: number): boolean {
    return ((OPEN >> (this.#state[slot] as number)) & 1) === 1;
  }

  isWaiting(slot: number): boolean {
    return slot >= 0 && slot < this.#count && this.#state[slot] === STATE.waiting;
  }

  score(slot: number): number {
    return this.#value[slot * this.#stride] as number;
  }

  order(slot: number): number {
    return this.#order?.[slot] ?? 0;
  }

  depth(slot: number): number {
    return this.#depth[slot] as number;
  }

  setDepth(slot: number, depth: number): void {
    this.#depth[slot] = depth;
  }

  /** The smaller one of this depth and its own, which it has from now on. */
  lowerDepth(slot: number, depth: number): number {
    const own = this.#depth[slot] as number;
    if (depth >= own) return own;
    this.#depth[slot] = depth;
    return depth;
  }

  host(slot: number): number {
    return this.#host[slot] as number;
  }

  /** Off-topic pages in a row on the path to this link. */
  steps(slot: number): number {
    return this.#steps[slot] as number;
  }

  column(index: number, slot: number): number {
    return this.#value[slot * this.#stride + 1 + index] as number;
  }

  setColumn(index: number, slot: number, value: number): void {
    this.#value[slot * this.#stride + 1 + index] = value;
    if (this.#regions.length > 0) this.#changed(slot);
  }

  /** What a strategy sees of known links: scores (NaN where one does not wait), and columns in their order. */
  show(slots: Uint32Array, count: number, score: Float64Array, columns: readonly Float64Array[]): void {
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number;
      const at = slot * this.#stride;
      score[i] = this.#state[slot] === STATE.waiting ? (this.#value[at] as number) : Number.NaN;
      for (let c = 0; c < columns.length; c++) {
        (columns[c] as Float64Array)[i] = this.#value[at + 1 + c] as number;
      }
    }
  }

  /** The best waiting slot whose host is open, or -1. */
  get top(): number {
    return this.#best.top;
  }

  /** Links of a closed host are passed over until it opens. */
  closeHost(host: number): void {
    this.#best.close(host);
  }

  openHost(host: number): void {
    this.#best.open(host);
  }

  best(count: number): number[] {
    return this.#best.first(count);
  }

  /** Up to `count` waiting slots, drawn uniformly without repetition. */
  sample(count: number, random: Random): number[] {
    const size = this.#best.size;
    const drawn = new Map<number, number>();
    const found: number[] = [];
    for (let i = 0; i < Math.min(count, size); i++) {
      const place = i + random.below(size - i);
      found.push(this.#best.at(drawn.get(place) ?? place));
      drawn.set(place, drawn.get(i) ?? i);
    }
    return found;
  }

  /** Every waiting slot, in no particular order. */
  waitingSlots(): Generator<number> {
    return this.#best.slots();
  }

  /** Waiting links in groups, in the order in which the groups came to have links. */
  regions(kind: RegionKind, column = -1, except?: ReadonlySet<number>): Region[] {
    const isAsked = ({ grouping }: Regions): boolean => grouping.kind === kind && grouping.column === column;
    let regions = this.#regions.find(isAsked);
    if (regions === undefined) {
      regions = new Regions(this, { kind, column });
      this.#regions.push(regions);
    }
    return regions.list(except);
  }

  save(): Saved {
    const count = this.#count;
    const regions = this.#regions.map(({ grouping, facts }) => [grouping, facts] as const);
    const facts: FrontierFacts = { count, hasOrder: this.#order !== undefined, regions };
    return {
      facts,
      arrays: {
        state: this.#state.subarray(0, count),
        depth: this.#depth.subarray(0, count),
        steps: this.#steps.subarray(0, count),
        host: this.#host.subarray(0, count),
        value: this.#value.subarray(0, count * this.#stride),
        record: this.#record.subarray(0, count),
        ...(this.#order && { order: this.#order.subarray(0, count) }),
        best: this.#best.members,
        ...(this.#worst && { worst: this.#worst.members }),
      },
    };
  }

  load(saved: Loaded): void {
    const { count, hasOrder, regions } = saved.facts as FrontierFacts;
    const fill = <T extends Numbers>(name: string, array: T, entries = count): T => {
      const { buffer, BYTES_PER_ELEMENT } = array;
      saved.read(name, new Uint8Array(buffer, 0, entries * BYTES_PER_ELEMENT));
      return array;
    };
    const room = withSlack(count);
    this.#count = count;
    this.#state = fill('state', roomFor(Uint8Array, room));
    this.#depth = fill('depth', roomFor(Uint16Array, room));
    this.#steps = fill('steps', roomFor(Uint8Array, room));
    this.#host = fill('host', roomFor(Uint32Array, room));
    this.#value = fill('value', roomFor(Float64Array, room * this.#stride), count * this.#stride);
    this.#record = fill('record', roomFor(Uint32Array, room));
    if (hasOrder) this.#order = fill('order', roomFor(Float64Array, room));
    this.#best.fill(saved.array('best'), count);
    this.#worst?.fill(saved.array('worst'), count);
    for (const [grouping, groups] of regions) this.#regions.push(new Regions(this, grouping, groups));
  }

  #changed(slot: number): void {
    for (const regions of this.#regions) regions.update(slot);
  }

  #setRank(slot: number, score: number, order: number): void {
    this.#value[slot * this.#stride] = score;
    if (order !== 0 && this.#order === undefined) this.#order = new Float64Array(this.#state.length);
    if (this.#order !== undefined) this.#order[slot] = order;
  }

  #fit(slot: number): void {
    if (slot < this.#state.length) return;
    this.#state = fitting(this.#state, slot);
    this.#depth = fitting(this.#depth, slot);
    this.#steps = fitting(this.#steps, slot);
    this.#host = fitting(this.#host, slot);
    this.#value = fitting(this.#value, (slot + 1) * this.#stride);
    this.#record = fitting(this.#record, slot);
    if (this.#order !== undefined) this.#order = fitting(this.#order, slot);
  }
}

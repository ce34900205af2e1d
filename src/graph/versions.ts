/**
 * When does a measure of the link graph change? A version is begun behind a row s, on the graph as it is then, and takes effect
 * behind row s + Δ, for which the crawl waits if need be. So the crawl depends on rows alone: not on threads, and at a resume
 * the same versions come at the same rows again, since each is computed anew from the same graph and the version before.
 *
 * A version is begun every 50 rows (METHODS A.4), later every 20th part of the rows so far: all versions of a crawl together
 * then read each link some twenty times, however long it is. Δ is a fifth of that.
 */
import type { MeasureName } from '../contract/measure.js';
import type { Loaded, Savable, Saved } from '../contract/snapshot.js';
import { type GraphMark, LinkGraph } from './link-graph.js';
import type { MeasureTask } from './measure.js';

const LEAST_GAP = 50;
const SHARE = 20;
const DELAYS = 5;

/** Whoever computes: another thread, or this one. */
export interface Trainer {
  compute(task: MeasureTask): Promise<readonly Float64Array[]>;
  close(): Promise<void>;
}

interface Pending {
  readonly mark: GraphMark;
  readonly dueSeq: number;
  readonly values: Promise<readonly Float64Array[]>;
}

interface VersionFacts {
  readonly nextSeq: number;
  readonly isFirst: boolean;
  readonly pending?: {
    readonly chunks: number;
    readonly end: number;
    readonly nodes: number;
    readonly dueSeq: number;
  };
}

export class MeasureVersions implements Savable {
  readonly names: readonly MeasureName[];
  readonly #trainer: Trainer;
  readonly #graph = new LinkGraph();
  #values: readonly Float64Array[] = [];
  #pending: Pending | undefined;
  #nextSeq = LEAST_GAP;

  constructor(names: readonly MeasureName[], trainer: Trainer) {
    this.names = names;
    this.#trainer = trainer;
  }

  /** The links of a page that was read, by the slots of their targets. */
  hear(source: number, targets: Uint32Array, isRelevant: boolean): void {
    this.#graph.add(source, targets, isRelevant);
  }

  /**
   * Behind row `seq`, with so many known links: begins a version when it is time. True when one takes effect now: then
   * `arrive` must be awaited before anything else is decided.
   */
  isDue(seq: number, nodes: number): boolean {
    if (this.#pending === undefined && seq >= this.#nextSeq) {
      const gap = Math.max(LEAST_GAP, Math.floor(seq / SHARE));
      this.#nextSeq = seq + gap;
      this.#begin(this.#graph.mark(nodes), seq + Math.floor(gap / DELAYS));
    }
    return this.#pending !== undefined && seq >= this.#pending.dueSeq;
  }

  async arrive(): Promise<void> {
    if (this.#pending === undefined) return;
    this.#values = await this.#pending.values;
    this.#pending = undefined;
  }

  /** In the version that holds now; NaN before the first, and for a link that was not known when it was begun. */
  value(name: string, slot: number): number {
    return this.#values[this.names.indexOf(name as MeasureName)]?.[slot] ?? Number.NaN;
  }

  save(): Saved {
    const { facts: graph, arrays } = this.#graph.save();
    const { mark, dueSeq } = this.#pending ?? {};
    const pending = mark && { chunks: mark.chunks.length, end: mark.end, nodes: mark.nodes, dueSeq };
    const facts = { graph, nextSeq: this.#nextSeq, isFirst: this.#values.length === 0, pending };
    const values = Object.fromEntries(this.#values.map((value, i) => [`value${i}`, value]));
    return { facts, arrays: { ...arrays, ...values } };
  }

  load(saved: Loaded): void {
    const { graph, nextSeq, isFirst, pending } = saved.facts as VersionFacts & { readonly graph: unknown };
    this.#graph.load({
      facts: graph,
      array: name => saved.array(name),
      read: (name, into) => saved.read(name, into),
    });
    this.#nextSeq = nextSeq;
    if (!isFirst) this.#values = this.names.map((_, i) => saved.array<Float64Array>(`value${i}`));
    if (pending === undefined) return;
    const { chunks } = this.#graph.mark(0);
    this.#begin({ ...pending, chunks: chunks.slice(0, pending.chunks) }, pending.dueSeq);
  }

  close(): Promise<void> {
    return this.#trainer.close();
  }

  #begin(mark: GraphMark, dueSeq: number): void {
    const values = this.#trainer.compute({ names: this.names, mark, from: this.#values });
    // Whoever awaits it hears of a fault; a crawl that ends before does not.
    values.catch(() => undefined);
    this.#pending = { mark, dueSeq, values };
  }
}

/**
 * Room in an arena for what a kernel call reads and writes: good until someone else with the same name uses it, unless its
 * owner says otherwise. Its place and views are kept here, because asking an array for its buffer or offset costs as
 * much as ten kernel calls (30 to 60 ns).
 */
import type { Arena } from './memory.js';

const FIRST_BYTES = 4096;

export class Scratch {
  readonly #arena: Arena;
  readonly #name: string;
  /** Whose content it holds, where that is kept over several calls. */
  owner: unknown;
  bytes = 0;
  /** First byte. */
  at = 0;
  u8: Uint8Array = new Uint8Array(0);
  u32: Uint32Array = new Uint32Array(0);
  f64: Float64Array = new Float64Array(0);

  constructor(arena: Arena, name: string) {
    this.#arena = arena;
    this.#name = name;
    this.fit(FIRST_BYTES);
  }

  /** Makes it at least that large; it may move, and what it held is then lost. */
  fit(bytes: number): void {
    if (bytes > this.bytes) this.#move(Math.max(bytes, 2 * this.bytes));
  }

  #move(bytes: number): void {
    const region = this.#arena.take(this.#name, 8 * Math.ceil(bytes / 8));
    this.owner = undefined;
    this.bytes = region.bytes;
    this.at = region.at;
    this.u8 = this.#arena.u8(region);
    this.u32 = this.#arena.u32(region);
    this.f64 = this.#arena.f64(region);
  }
}

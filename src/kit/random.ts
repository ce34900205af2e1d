/** Seeded randomness as a port: sfc32 (Chris Doty-Humphrey, PractRand). One crawl has one seed; each part forks a stream. */

export interface Random {
  /** Uniform in [0, 1), 32 bits of it. */
  next(): number;
  /** Uniform integer in [0, n), for 0 < n ≤ 2^32. */
  below(n: number): number;
  /** A stream of its own, the same for the same name. */
  fork(name: string): Random;
  /** Four u32, from which `restore` goes on. */
  snapshot(): readonly number[];
  restore(state: readonly number[]): void;
}

/** 32-bit FNV-1a of a text, to turn names into seeds. Not for identifying anything. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

class Sfc32 implements Random {
  #a: number;
  #b: number;
  #c: number;
  #counter: number;
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed >>> 0;
    this.#a = 0;
    this.#b = this.#seed;
    this.#c = 0x9e3779b9;
    this.#counter = 1;
    for (let i = 0; i < 12; i++) this.#step();
  }

  #step(): number {
    const sum = (this.#a + this.#b + this.#counter) >>> 0;
    this.#counter = (this.#counter + 1) >>> 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) >>> 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) >>> 0;
    this.#c = (this.#c + sum) >>> 0;
    return sum;
  }

  next(): number {
    return this.#step() / 4294967296;
  }

  below(n: number): number {
    return Math.floor(this.next() * n);
  }

  fork(name: string): Random {
    return new Sfc32((this.#seed ^ seedOf(name)) >>> 0);
  }

  snapshot(): readonly number[] {
    return [this.#a, this.#b, this.#c, this.#counter];
  }

  restore(state: readonly number[]): void {
    const [a = 0, b = 0, c = 0, counter = 0] = state;
    this.#a = a;
    this.#b = b;
    this.#c = c;
    this.#counter = counter;
  }
}

export function randomOf(seed: number): Random {
  return new Sfc32(seed);
}

/** Has a page with this text been kept before? Equal text by hash, nearly equal text by SimHash within 3 bits. */
import type { Savable } from '../contract/snapshot.js';
import type { Duplicates } from '../engine/road.js';
import { NearIndex } from '../kit/near.js';

/** SimHash of a handful of terms says little: shorter pages are compared by their whole text only. */
const FEWEST_TERMS = 64;

export function duplicatesOf(): Duplicates & Savable {
  const exact = new Map<bigint, number>();
  const near = new NearIndex();
  // Two views of one number: its halves without the arithmetic of big ones.
  const hash = new BigUint64Array(1);
  const half = new Uint32Array(hash.buffer);
  return {
    firstLike(reading, seq) {
      if (reading.textHash === 0n) return 0;
      const same = exact.get(reading.textHash);
      if (same !== undefined) return same;
      exact.set(reading.textHash, seq);
      if (reading.termCount < FEWEST_TERMS) return 0;
      hash[0] = reading.simhash;
      const low = half[0] as number;
      const high = half[1] as number;
      const alike = near.nearest(low, high);
      if (alike >= 0) return alike;
      near.add(low, high, seq);
      return 0;
    },
    save() {
      const { head, word, count } = near.memory;
      const hash = BigUint64Array.from(exact.keys());
      return { facts: count, arrays: { hash, seq: Uint32Array.from(exact.values()), head, word } };
    },
    load({ facts, array }) {
      near.memory = { head: array('head'), word: array('word'), count: facts as number };
      const seq = array<Uint32Array>('seq');
      for (const [i, hash] of array<BigUint64Array>('hash').entries()) exact.set(hash, seq[i] as number);
    },
  };
}

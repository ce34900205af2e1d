// The most probable path of dictionary words through a range (cppjieba MPSegment::CalcDP), right to left: the weight of
// a place is the best of (logarithm of a word that starts there + weight of the place behind it). The order of the
// sums and of the candidates is part of the result: among equal paths the last bit decides, then the shorter first word.
import { characters, characterAt, idOf, setCharacter } from './characters';
import { rootTable, slotAt, slotTable, weightTable } from './image';

/** Weight that a path must exceed; cppjieba's "impossible". */
export const IMPOSSIBLE: f64 = -3.14e100;
/** Places whose weights are kept: a power of two above the longest word, 512 characters. */
const RING: u32 = 1024;

/** 8 KB for the weights of the last RING places. */
let ring: usize = 0;

export function setRing(at: usize): void {
  ring = at;
}

// @ts-ignore: decorator
@inline function placeOf(ring: usize, i: u32): usize {
  return ring + (((i & (RING - 1)) as usize) << 3);
}

/** Second result of `bestLonger`. */
let bestWeight: f64 = 0;

/**
 * The longer words that start at character i, whose slot of the second character is `slot`. Returns the length of the
 * best one, or 1 when none beats `best`; leaves its weight in `bestWeight`.
 */
// @ts-ignore: decorator
@inline function bestLonger(i: u32, slot: u64, best: f64): u32 {
  const chars = characters;
  const slots = slotTable;
  const weights = weightTable;
  const places = ring;
  let length: u32 = 1;
  let behind = i + 2;
  while (true) {
    const weight = (slot as u32) >> 16;
    if (weight) {
      const sum = load<f64>(placeOf(places, behind)) + load<f64>(weights + ((weight as usize) << 3));
      if (sum > best) {
        best = sum;
        length = behind - i;
      }
    }
    const base = (slot >> 32) as u32;
    if (!base) break;
    const id = idOf(load<u32>(chars + ((behind as usize) << 2)));
    slot = slotAt(slots, base, id);
    behind++;
    if (((slot as u32) & 0xffff) != id) break;
  }
  bestWeight = best;
  return length;
}

/** Writes the length of the word that the best path takes at each of the `count` characters, and the user word bit. */
export function findPath(count: u32): void {
  setCharacter(count, 0);
  const slots = slotTable;
  const roots = rootTable;
  const places = ring;
  store<f64>(placeOf(places, count), 0);
  let weight: f64 = 0;
  let following: u32 = 0;
  for (let i = (count as i32) - 1; i >= 0; i--) {
    const character = characterAt(i);
    const id = idOf(character);
    const root = roots + ((id as usize) << 4);
    const alone = weight + load<f64>(root);
    weight = alone > IMPOSSIBLE ? alone : IMPOSSIBLE;
    const base = load<u32>(root, 8);
    const slot = slotAt(slots, base & 0x7fffffff, following);
    let length: u32 = 1;
    if (((slot as u32) & 0xffff) == following) {
      length = bestLonger(i, slot, weight);
      weight = bestWeight;
    }
    following = id;
    store<f64>(placeOf(places, i), weight);
    setCharacter(i, character | (length << 16) | (base & 0x80000000));
  }
}

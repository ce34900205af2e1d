/**
 * Builds a double array (Aoe 1989) of sorted words: node with base b has a child by id c iff slot b + c holds c. Since
 * the slot keeps the id and not the parent, no two nodes may share a base; in return a step costs one load, and
 * children can be moved without touching theirs. Only the build of the image uses it; user words join the finished
 * array (merge.ts).
 */
import { Fault } from '../../kit/fault.js';
import { FREE_SLOT, ID_CAPACITY } from './layout.js';

/** Words as strings of ids (UTF-16 units as numbers), ascending, each once, with the number that belongs to each. */
export interface SortedWords {
  readonly word: readonly string[];
  readonly value: Uint16Array;
}

export interface DoubleArray {
  /** Two ints a slot: id | value << 16, base. Any base + any id lies inside. */
  readonly slot: Int32Array;
  /** By first id: value of the one-character word (0: none) and base (0: no children). */
  readonly rootValue: Uint16Array;
  readonly rootBase: Int32Array;
  readonly nodeCount: number;
}

/** The trie in breadth-first order, so that the children of a node lie side by side. Node 0 is the root. */
interface Trie {
  readonly count: number;
  readonly id: Uint16Array;
  readonly value: Uint16Array;
  readonly child: Uint32Array;
  readonly childCount: Uint16Array;
}

function buildTrie({ word, value }: SortedWords): Trie {
  const most = word.reduce((sum, each) => sum + each.length, 1);
  const trie = {
    count: 1,
    id: new Uint16Array(most),
    value: new Uint16Array(most),
    child: new Uint32Array(most),
    childCount: new Uint16Array(most),
  };
  // Words of node n: from[n] up to to[n], all alike in their first depth[n] ids.
  const from = new Uint32Array(most);
  const to = new Uint32Array(most);
  const depth = new Uint16Array(most);
  to[0] = word.length;
  for (let node = 0; node < trie.count; node++) {
    const at = depth[node] as number;
    let i = from[node] as number;
    const end = to[node] as number;
    if (i < end && (word[i] as string).length === at) trie.value[node] = value[i++] as number;
    trie.child[node] = trie.count;
    while (i < end) {
      const id = (word[i] as string).charCodeAt(at);
      const child = trie.count++;
      from[child] = i;
      while (i < end && (word[i] as string).charCodeAt(at) === id) i++;
      to[child] = i;
      depth[child] = at + 1;
      trie.id[child] = id;
    }
    trie.childCount[node] = trie.count - (trie.child[node] as number);
  }
  return trie;
}

/** Slots that are free, in a list to walk, and bases that are taken. */
class Places {
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #isUsed: Uint8Array;
  readonly #isBase: Uint8Array;
  #first = 1;
  /** A first child beyond it might leave no room for its siblings. */
  readonly #limit: number;
  /** Greatest slot and greatest base taken. */
  lastSlot = 0;
  lastBase = 0;

  constructor(capacity: number) {
    this.#limit = capacity - ID_CAPACITY;
    this.#next = new Int32Array(capacity + 1);
    this.#previous = new Int32Array(capacity + 1);
    for (let slot = 0; slot <= capacity; slot++) {
      this.#next[slot] = slot + 1;
      this.#previous[slot] = slot - 1;
    }
    this.#isUsed = new Uint8Array(capacity + 1);
    this.#isBase = new Uint8Array(capacity + 1);
    this.#isUsed[0] = 1;
    this.#isBase[0] = 1;
  }

  /** The first free slot at or after `slot`. */
  freeFrom(slot: number): number {
    if (slot <= this.#first) return this.#first;
    while (this.#isUsed[slot]) slot++;
    return slot;
  }

  /** The base of the first place from the free slot `slot` on where these children fit. */
  search(slot: number, id: Uint16Array): number {
    const next = this.#next;
    const isUsed = this.#isUsed;
    const isBase = this.#isBase;
    const count = id.length;
    const first = id[0] as number;
    for (; slot <= this.#limit; slot = next[slot] as number) {
      const base = slot - first;
      if (base >= 1 && !isBase[base]) {
        let i = 1;
        while (i < count && !isUsed[base + (id[i] as number)]) i++;
        if (i === count) return base;
      }
    }
    throw new Fault('SEGMENTER_SOURCE', 'The double array of the dictionary is full.');
  }

  take(base: number, id: Uint16Array): void {
    this.#isBase[base] = 1;
    this.lastBase = Math.max(this.lastBase, base);
    for (const each of id) this.#takeSlot(base + each);
  }

  #takeSlot(slot: number): void {
    const next = this.#next[slot] as number;
    const previous = this.#previous[slot] as number;
    this.#isUsed[slot] = 1;
    if (slot === this.#first) this.#first = next;
    else this.#next[previous] = next;
    this.#previous[next] = previous;
    this.lastSlot = Math.max(this.lastSlot, slot);
  }
}

/**
 * A node with so many children is not tried again where one with as many or more did not fit; looking back for these
 * costs twice the time of the whole build and gains nothing.
 */
const MANY = 100;

/** Bases of all nodes with children, those with most children first. The root has none: its children are a table. */
function placeNodes(trie: Trie, places: Places): Int32Array {
  const base = new Int32Array(trie.count);
  const parent: number[] = [];
  for (let node = 1; node < trie.count; node++) if (trie.childCount[node]) parent.push(node);
  const countOf = (node: number): number => trie.childCount[node] as number;
  parent.sort((a, b) => countOf(b) - countOf(a) || a - b);
  let from = 0;
  let lastCount = -1;
  for (const node of parent) {
    const child = trie.child[node] as number;
    const id = trie.id.subarray(child, child + countOf(node));
    if (id.length !== lastCount && id.length < MANY) from = 0;
    lastCount = id.length;
    const found = places.search(places.freeFrom(from), id);
    from = found + (id[0] as number);
    base[node] = found;
    places.take(found, id);
  }
  return base;
}

export function buildDoubleArray(words: SortedWords): DoubleArray {
  const trie = buildTrie(words);
  const places = new Places(trie.count * 2 + 8 * ID_CAPACITY);
  const base = placeNodes(trie, places);
  const slot = new Int32Array(2 * (Math.max(places.lastSlot, places.lastBase) + ID_CAPACITY));
  for (let i = 0; i < slot.length; i += 2) slot[i] = FREE_SLOT;
  const rootValue = new Uint16Array(ID_CAPACITY);
  const rootBase = new Int32Array(ID_CAPACITY);
  for (let node = 0; node < trie.count; node++) {
    const first = trie.child[node] as number;
    for (let child = first; child < first + (trie.childCount[node] as number); child++) {
      const id = trie.id[child] as number;
      if (node === 0) {
        rootValue[id] = trie.value[child] as number;
        rootBase[id] = base[child] as number;
      } else {
        const at = 2 * ((base[node] as number) + id);
        slot[at] = id | ((trie.value[child] as number) << 16);
        slot[at + 1] = base[child] as number;
      }
    }
  }
  return { slot, rootValue, rootBase, nodeCount: trie.count - 1 };
}

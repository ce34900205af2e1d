/**
 * Typed arrays that grow by half: one rule for all structures that are indexed by slot. Large ones lie in memory that grows where it
 * is: no copy, so that growth never needs the memory twice, and none that waits for the garbage collector.
 */

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;
interface NumbersOf<T extends Numbers> {
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): T;
  new (buffer: ArrayBufferLike, offset: number, length: number): T;
}

const LARGE_BYTES = 2 ** 21;
const PAGE = 65536;
/** 4 GiB of addresses are set aside for each, of which only what was written takes memory. */
const MOST_PAGES = 65536;

/** The memory of large arrays, by the buffer that it last had. */
const memories = new WeakMap<ArrayBufferLike, WebAssembly.Memory>();

const pagesFor = (bytes: number): number => Math.ceil(bytes / PAGE);

/** The same numbers when index `at` fits, else with room for half as many more (at least to `at`). New places are 0. */
export function fitting<T extends Numbers>(array: T, at: number): T {
  if (at < array.length) return array;
  const length = Math.max(at + 1, array.length + (array.length >> 1), 1024);
  const type = array.constructor as NumbersOf<T>;
  const memory = memories.get(array.buffer);
  if (memory !== undefined && grow(memory, length * type.BYTES_PER_ELEMENT))
    return new type(memory.buffer, 0, length);
  const grown = roomFor(type, length);
  grown.set(array);
  return grown;
}

/** An array of zeros. */
export function roomFor<T extends Numbers>(type: NumbersOf<T>, length: number): T {
  const bytes = length * type.BYTES_PER_ELEMENT;
  const buffer = bytes < LARGE_BYTES ? undefined : growingBuffer(pagesFor(bytes));
  return buffer === undefined ? new type(length) : new type(buffer, 0, length);
}

/** Room for `count` entries and an eighth more, so that an array that was just loaded need not grow at once. */
export const withSlack = (count: number): number => count + (count >> 3) + 1024;

/** Undefined where there are no addresses for it. */
function growingBuffer(pages: number): ArrayBufferLike | undefined {
  try {
    const memory = new WebAssembly.Memory({ initial: pages, maximum: MOST_PAGES, shared: true });
    memories.set(memory.buffer, memory);
    return memory.buffer;
  } catch {
    return undefined;
  }
}

function grow(memory: WebAssembly.Memory, bytes: number): boolean {
  try {
    memory.grow(pagesFor(bytes) - pagesFor(memory.buffer.byteLength));
  } catch {
    return false;
  }
  memories.set(memory.buffer, memory);
  return true;
}

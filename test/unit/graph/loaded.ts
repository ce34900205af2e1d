import type { Loaded, Saved } from '../../../src/contract/snapshot.js';

/** What a snapshot gives back. */
export function loadedFrom({ facts, arrays = {} }: Saved): Loaded {
  const copy = Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, array.slice()]));
  return {
    facts: structuredClone(facts),
    array: name => copy[name] as never,
    read: (name, into) => {
      const { buffer, byteOffset, byteLength } = copy[name] as Uint32Array;
      into.set(new Uint8Array(buffer, byteOffset, byteLength));
    },
  };
}

/** Addresses as the links that main has to look at: fingerprints, what is known of them, features in columns. */
import type { PacketShape } from '../src/contract/packet.js';
import type { LinkList, LinkNumber } from '../src/contract/strategy.js';
import type { VisitLinks } from '../src/contract/visit.js';
import type { Fingerprinter } from '../src/kernel/fingerprint.js';
import type { SeenReader } from '../src/kernel/seen.js';
import { hostOf } from '../src/url/parts.js';
import { type AddressTools, directories, urlMatch, urlTerms } from './address-features.js';

export interface LinkListTools extends AddressTools {
  readonly fingerprinter: Fingerprinter;
  /** Changes its place when it grows. */
  readonly seen: { readonly table: SeenReader };
}

/** Each address once, in order. */
export interface ListedTarget {
  readonly url: string;
  readonly anchor: string;
  /** LINK_FLAG bits. */
  readonly flags: number;
}

export interface Features<T> {
  number(name: LinkNumber): (target: T, i: number) => number;
  list(name: LinkList): (target: T) => Uint32Array;
}

/** The links of these targets with the features that `shape` names. */
export function linkListOf<T extends ListedTarget>(
  targets: readonly T[],
  features: Features<T>,
  { tools, shape }: { readonly tools: LinkListTools; readonly shape: PacketShape },
): VisitLinks {
  const low = new Uint32Array(targets.length);
  const high = new Uint32Array(targets.length);
  const known = new Uint32Array(targets.length);
  tools.fingerprinter.ofMany(
    targets.map(target => target.url),
    low,
    high,
  );
  tools.seen.table.findMany(low, high, targets.length, known);
  return {
    count: targets.length,
    low,
    high,
    known,
    flags: Uint32Array.from(targets, target => target.flags),
    url: i => targets[i]?.url ?? '',
    anchor: i => targets[i]?.anchor ?? '',
    number: Object.fromEntries(
      shape.numbers.map(name => [name, Float64Array.from(targets, features.number(name))]),
    ),
    list: Object.fromEntries(shape.lists.map(name => [name, joined(targets.map(features.list(name)))])),
  };
}

/** Lists end to end, with where each begins. */
function joined(parts: readonly Uint32Array[]): { readonly start: Uint32Array; readonly id: Uint32Array } {
  const start = new Uint32Array(parts.length + 1);
  parts.forEach((part, i) => {
    start[i + 1] = (start[i] as number) + part.length;
  });
  const id = new Uint32Array(start[parts.length] as number);
  parts.forEach((part, i) => {
    id.set(part, start[i]);
  });
  return { start, id };
}

const NONE = new Uint32Array(0);

/** Links of a list that is no page: nothing stands around them, so only what the address tells is there. */
export function listedLinks(
  urls: readonly string[],
  fromUrl: string,
  given: { readonly tools: LinkListTools; readonly shape: PacketShape },
): VisitLinks {
  const { tools } = given;
  const host = hostOf(fromUrl);
  const features: Features<ListedTarget> = {
    number: name => {
      if (name === 'urlMatch') return ({ url }) => urlMatch(tools, url);
      if (name === 'sameHost') return ({ url }) => (hostOf(url) === host ? 1 : 0);
      return name === 'position' ? (_, i) => i : () => 0;
    },
    list: name => {
      if (name === 'urlTerms') return ({ url }) => urlTerms(tools, url);
      return name === 'directories' ? ({ url }) => directories(tools, url) : () => NONE;
    },
  };
  return linkListOf(
    urls.map(url => ({ url, anchor: '', flags: 0 })),
    features,
    given,
  );
}

/**
 * Which requests go wrong on purpose? A share of the addresses, drawn by seed and address, so that the order of requests
 * changes nothing. robots.txt and sitemaps are spared: trouble there closes whole hosts, which hides everything else.
 */
import { usageFault } from '../kit/fault.js';
import { didYouMean } from '../kit/nearest.js';
import { randomOf } from '../kit/random.js';
import { TROUBLES, type Trouble, type TroubleKind } from '../web/served-web.js';

/** Share of the addresses that each kind gets, in [0, 1]; together at most 1. */
export type TroubleShares = Readonly<Partial<Record<TroubleKind, number>>>;

/** What passes: the server is well again after one or two requests. */
const PASSING: readonly TroubleKind[] = ['503', '429', 'reset'];
const SPARED = /^http:\/\/[^/]+\/(robots\.txt|sitemap[^/]*)$/;

const refuse = (text: string, why: string, hint = '') =>
  usageFault(
    'WEB_BAD_FAULTS',
    `--faults ${text.slice(0, 80)}: ${why}; write a share such as 0.05, or shares such as 503=0.02,reset=0.01.${hint}`,
  );

/** `0.1`: a tenth in equal parts; `503=0.02,slow=0.1`: shares of kinds. @throws {Fault} exit code 2. */
export function readShares(text: string): TroubleShares {
  const shares: Partial<Record<TroubleKind, number>> = {};
  if (/^[\d.]+$/.test(text)) {
    for (const kind of TROUBLES) shares[kind] = shareOf(text, text) / TROUBLES.length;
    return shares;
  }
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.split('=');
    const kind = TROUBLES.find(one => one === name);
    if (kind === undefined)
      throw refuse(text, `the faults are ${TROUBLES.join(', ')}`, didYouMean(name, TROUBLES));
    shares[kind] = shareOf(value, text);
  }
  if (Object.values(shares).reduce((sum, share) => sum + share, 0) > 1)
    throw refuse(text, 'the shares make more than 1');
  return shares;
}

function shareOf(text: string, whole: string): number {
  const share = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (share >= 0 && share <= 1) return share;
  throw refuse(whole, `"${text.slice(0, 40)}" is no number from 0 to 1`);
}

/** The trouble of an address, or undefined. */
export function plannedTrouble(shares: TroubleShares, seed: number, url: string): Trouble | undefined {
  if (SPARED.test(url)) return undefined;
  const random = randomOf(seed).fork(`trouble ${url}`);
  let left = random.next();
  for (const kind of TROUBLES) {
    left -= shares[kind] ?? 0;
    if (left < 0)
      return { kind, times: PASSING.includes(kind) ? 1 + random.below(2) : Number.POSITIVE_INFINITY };
  }
  return undefined;
}

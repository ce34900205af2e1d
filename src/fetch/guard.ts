/**
 * May we connect to this address? Asked of the address that is really connected to, at the moment of connecting, so
 * that a name cannot be checked with one answer and used with another. On unless told otherwise; closed on anything that
 * it cannot read.
 */
import { isIP } from 'node:net';
import type * as Addresses from 'ipaddr.js';
import { usageFault } from '../kit/fault.js';
import { requirePackage } from '../kit/require.js';
import { CARRIERS, NAMED_V6, PUBLIC_V6, REFUSED_V4, REFUSED_V6 } from './address-table.js';

const ipaddr = requirePackage('ipaddr.js') as typeof Addresses;

type Address = Addresses.IPv4 | Addresses.IPv6;
type Network = readonly [Address, number];

export interface Guard {
  /** Why the address is refused, in a word or two; undefined when it may be asked. `name` is the host of the URL. */
  refusal(ip: string, name: string): string | undefined;
}

const networkOf = (text: string): Network => ipaddr.parseCIDR(text);
const tableOf = (lines: readonly (readonly [string, string])[]): readonly (readonly [Network, string])[] =>
  lines.map(([network, why]) => [networkOf(network), why] as const);

const V4 = tableOf(REFUSED_V4);
const V6 = tableOf(REFUSED_V6);
const NAMED = tableOf(NAMED_V6);
const PUBLIC = networkOf(PUBLIC_V6);
const CARRIED = CARRIERS.map(([network, at]) => ({ network: networkOf(network), at }));
/** Outside the public block and yet only other spellings of public IPv4 addresses. */
const TRANSLATED = CARRIED.map(({ network }) => network).filter(([start]) => !start.match(PUBLIC as never));

const isIn = (address: Address, network: Network): boolean =>
  address.kind() === network[0].kind() && address.match(network as [Addresses.IPv4, number]);

const wordOf = (address: Address, table: typeof V4): string | undefined =>
  table.find(([network]) => isIn(address, network))?.[1];

/** The IPv4 address to which packets for this IPv6 address go in the end: mapped, NAT64, 6to4, ISATAP. */
function carriedBy(address: Addresses.IPv6): Addresses.IPv4 | undefined {
  const bytes = address.toByteArray();
  const isIsatap =
    (bytes[8] === 0 || bytes[8] === 2) && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
  const at = isIsatap ? 12 : CARRIED.find(({ network }) => isIn(address, network))?.at;
  return at === undefined ? undefined : new ipaddr.IPv4(bytes.slice(at, at + 4));
}

function judgeV6(address: Addresses.IPv6): string | undefined {
  const inner = carriedBy(address);
  const why = inner === undefined ? undefined : wordOf(inner, V4);
  if (why !== undefined) return why;
  if (TRANSLATED.some(network => isIn(address, network))) return undefined;
  if (!isIn(address, PUBLIC)) return wordOf(address, NAMED) ?? 'reserved';
  return wordOf(address, V6);
}

const DOTTED_TAIL = /^([\da-f:]*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/i;

/** ipaddr.js takes `::1.2.3.4` for a mapped address, the system does not: it is given hexadecimal only. */
function inHex(text: string): string {
  const found = DOTTED_TAIL.exec(text);
  if (found === null) return text;
  const [a = 0, b = 0, c = 0, d = 0] = found.slice(2).map(Number);
  return `${found[1]}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

function read(ip: string): Address | undefined {
  const bare = ip.replace(/%.*$/, '');
  const family = isIP(bare);
  if (family === 0) return undefined;
  return family === 4 ? ipaddr.IPv4.parse(bare) : ipaddr.IPv6.parse(inHex(bare));
}

/** Networks and names of `--allow-private`. A name is exact, or `*.name` for all below it. */
interface Exceptions {
  readonly networks: readonly Network[];
  readonly names: ReadonlySet<string>;
  readonly suffixes: readonly string[];
}

function networkFrom(text: string): Network | undefined {
  const [ip = '', bits] = text.split('/');
  const address = read(ip.replace(/^\[(.*)\]$/, '$1'));
  if (address === undefined) return undefined;
  const whole = address.kind() === 'ipv4' ? 32 : 128;
  const length = bits === undefined ? whole : Number(bits);
  const isLength = Number.isInteger(length) && length >= 0 && length <= whole && bits !== '';
  return isLength ? [address, length] : undefined;
}

function exceptionsOf(allowed: readonly string[]): Exceptions {
  const networks: Network[] = [];
  const names = new Set<string>();
  const suffixes: string[] = [];
  for (const entry of allowed) {
    const text = entry.trim().toLowerCase();
    const network = networkFrom(text);
    if (network !== undefined) networks.push(network);
    else if (/^\*\.[\w.-]+$/.test(text)) suffixes.push(text.slice(1));
    else if (/^[\w-]+(\.[\w-]+)*$/.test(text) && !/^[\d.]+$/.test(text)) names.add(text);
    else
      throw usageFault(
        'FETCH_ALLOW_PRIVATE',
        `--allow-private ${JSON.stringify(entry)} is neither a host name (intranet.example.org, *.example.org) nor a network (10.1.0.0/16, fd00::/8).`,
      );
  }
  return { networks, names, suffixes };
}

/** @param allowed Names, `*.name`, addresses and networks that are not refused. */
export function createGuard(allowed: readonly string[] = []): Guard {
  const { networks, names, suffixes } = exceptionsOf(allowed);
  const isExempt = (name: string): boolean => {
    const lower = name.toLowerCase();
    return names.has(lower) || suffixes.some(suffix => lower.endsWith(suffix));
  };
  return {
    refusal(ip, name) {
      if (isExempt(name)) return undefined;
      const address = read(ip);
      if (address === undefined) return 'not an address';
      if (networks.some(network => isIn(address, network))) return undefined;
      return address.kind() === 'ipv4' ? wordOf(address, V4) : judgeV6(address as Addresses.IPv6);
    },
  };
}

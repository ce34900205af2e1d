/**
 * Which addresses has this name? Asked of a name server of our own choice (c-ares, no threads, TTLs known) or of the
 * system (getaddrinfo: /etc/hosts and the like, no TTLs, two threads for the whole process). Every question ends in time.
 */
import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { outcome } from '../contract/outcome.js';
import { usageFault } from '../kit/fault.js';
import { codeOf } from './faults.js';

export interface Resolved {
  /** IPv4 first; empty unless `outcome` is 200. */
  readonly ips: readonly string[];
  /** 200, or the code of DnsFailed or DnsTimeout. */
  readonly outcome: number;
}

/** An answer and how long it may be believed, as the server says; undefined when it does not say. */
export interface NameAnswer extends Resolved {
  readonly ttlMs: number | undefined;
}

export interface NameServer {
  ask(name: string): Promise<NameAnswer>;
  close(): void;
}

const FAILED = outcome('DnsFailed').code;
const NO_ANSWER = outcome('DnsTimeout').code;
/** Answers that asking again does not change. */
const FINAL = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EBADSTR', 'ENONAME']);
const TRIES = 3;
/** How much longer the IPv6 answer may take than the IPv4 one (RFC 8305 §3): some servers never give it. */
const SECOND_FAMILY_MS = 50;

export const nothing = (isFinal: boolean): NameAnswer => ({
  ips: [],
  outcome: isFinal ? FAILED : NO_ANSWER,
  ttlMs: undefined,
});
const found = (ips: readonly string[], ttlMs: number | undefined): NameAnswer =>
  ips.length === 0 ? nothing(true) : { ips, outcome: 200, ttlMs };

/** The value, or `late` when it takes longer. */
async function within<T>(work: Promise<T>, ms: number, late: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const alarm = new Promise<T>(resolve => {
    timer = setTimeout(resolve, ms, late);
  });
  try {
    return await Promise.race([work, alarm]);
  } finally {
    clearTimeout(timer);
  }
}

/** @param limitMs A question ends after this long. */
export function systemNames(limitMs: number): NameServer {
  const ask = async (name: string): Promise<NameAnswer> => {
    try {
      const lines = await dns.lookup(name, { all: true, verbatim: true });
      return found(byFamily(lines.map(line => line.address)), undefined);
    } catch (error) {
      return nothing(FINAL.has(codeOf(error)));
    }
  };
  return { ask: name => within(ask(name), limitMs, nothing(false)), close: () => undefined };
}

const byFamily = (ips: readonly string[]): string[] => [
  ...ips.filter(ip => isIP(ip) === 4),
  ...ips.filter(ip => isIP(ip) === 6),
];

type Family = NameAnswer & { readonly isFinal: boolean };

async function familyOf(asked: Promise<readonly { address: string; ttl: number }[]>): Promise<Family> {
  try {
    const records = await asked;
    const ttlS = Math.min(...records.map(record => record.ttl));
    const ips = records.map(record => record.address);
    return { ...found(ips, ttlS * 1000), isFinal: true };
  } catch (error) {
    const isFinal = FINAL.has(codeOf(error));
    return { ...nothing(isFinal), isFinal };
  }
}

function join(v4: Family, v6: Family): Family {
  const ips = [...v4.ips, ...v6.ips];
  if (ips.length === 0) {
    const isFinal = v4.isFinal && v6.isFinal;
    return { ...nothing(isFinal), isFinal };
  }
  const ttlMs = Math.min(v4.ttlMs ?? Number.POSITIVE_INFINITY, v6.ttlMs ?? Number.POSITIVE_INFINITY);
  return { ...found(ips, ttlMs), isFinal: true };
}

async function askBoth(resolver: dns.Resolver, name: string): Promise<Family> {
  const four = familyOf(resolver.resolve4(name, { ttl: true }));
  const six = familyOf(resolver.resolve6(name, { ttl: true }));
  const v4 = await four;
  const late: Family = { ...nothing(false), isFinal: false };
  return join(v4, v4.ips.length > 0 ? await within(six, SECOND_FAMILY_MS, late) : await six);
}

const serverFrom = (text: string): string => {
  const found = /^(?:\[([^\]]+)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(text.trim());
  const ip = found?.[1] ?? found?.[2] ?? text.trim();
  const port = Number(found?.[3] ?? 53);
  if (isIP(ip) === 0 || port < 1 || port > 65535)
    throw usageFault(
      'FETCH_DNS_SERVER',
      `--dns-server ${JSON.stringify(text)} should be an address with a port, for example 9.9.9.9:53 or [2620:fe::fe]:53.`,
    );
  return isIP(ip) === 6 ? `[${ip}]:${port}` : `${ip}:${port}`;
};

/** @param servers `ip:port` each; the next one is asked when one is silent. */
export function ownNames(servers: readonly string[], limitMs: number): NameServer {
  const resolver = new dns.Resolver({ timeout: Math.ceil(limitMs / TRIES), tries: 1 });
  resolver.setServers(servers.map(serverFrom));
  const ask = async (name: string): Promise<NameAnswer> => {
    let answer = await askBoth(resolver, name);
    for (let i = 1; i < TRIES && !answer.isFinal; i++) answer = await askBoth(resolver, name);
    return answer;
  };
  return { ask: name => within(ask(name), limitMs, nothing(false)), close: () => resolver.cancel() };
}

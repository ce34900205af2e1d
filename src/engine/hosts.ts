/** Hosts as small numbers, with what was counted of each. One entry per host met, never dropped. */
import type { HostRow } from '../contract/row.js';
import type { Loaded, Savable, Saved } from '../contract/snapshot.js';
import { type LinkWords, wordOf } from '../contract/words.js';
import type { HostView } from '../polite/view.js';
import type { Host } from './host.js';
import { loadHosts, saveHosts } from './saved-hosts.js';

const MOST_IPS = 16;
/** Hosts that are found by the bytes of an address, by a hash of their name; a power of two. */
const RECENT = 1024;
const SLASH = 0x2f;

export class Hosts implements Savable {
  readonly #byName = new Map<string, Host>();
  readonly #byId: Host[] = [];
  readonly #domainOf: (host: string) => string | null;
  /** Only a short cut: a host that is not here is found by its name. */
  readonly #recent: (Host | undefined)[] = new Array<Host | undefined>(RECENT).fill(undefined);
  /** Hosts with a link that waits or is in flight. */
  active = 0;

  constructor(domainOf: (host: string) => string | null) {
    this.#domainOf = domainOf;
  }

  of(name: string): Host {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const host: Host = {
      id: this.#byId.length,
      name,
      domain: this.#domainOf(name),
      pages: 0,
      relevant: 0,
      errors: 0,
      bytes: 0,
      entered: 0,
      open: 0,
      outOfScope: 0,
      traps: 0,
      firstSeq: 0,
      lastSeq: 0,
      fetching: 0,
      requests: 0,
      denied: 0,
      robots: null,
      crawlDelayMs: null,
      ips: [],
    };
    this.#byName.set(name, host);
    this.#byId.push(host);
    return host;
  }

  /** The host of the address that is text `n` of these; `nameOf` gives the name of one where that is needed. */
  ofAddress(words: LinkWords, n: number, nameOf: (url: string) => string): Host {
    const { bytes, start } = words;
    const to = start[n + 1] as number;
    let first = start[n] as number;
    while (first < to && bytes[first] !== SLASH) first++;
    if (first + 1 >= to || bytes[first + 1] !== SLASH) return this.of(nameOf(wordOf(words, n)));
    const from = first + 2;
    let hash = 0;
    let end = from;
    for (; end < to && bytes[end] !== SLASH; end++)
      hash = Math.imul(hash ^ (bytes[end] as number), 0x5bd1e995);
    const place = (hash >>> 16) & (RECENT - 1);
    const recent = this.#recent[place];
    if (recent !== undefined && isNamed(recent.name, bytes, from, end)) return recent;
    const host = this.of(nameOf(wordOf(words, n)));
    this.#recent[place] = host;
    return host;
  }

  save(): Saved {
    return saveHosts(this.#byId);
  }

  load(saved: Loaded): void {
    loadHosts(saved, name => this.of(name));
    this.active = this.#byId.filter(({ open }) => open > 0).length;
  }

  at(id: number): Host {
    return this.#byId[id] as Host;
  }

  /** The live web only: a request to the host is over; `ip` is empty where none is known. */
  asked(id: number, sends: number, ip: string): void {
    const host = this.at(id);
    host.requests += sends;
    if (ip !== '' && host.ips.length < MOST_IPS && !host.ips.includes(ip)) host.ips.push(ip);
  }

  open(id: number, change: 1 | -1): void {
    const host = this.at(id);
    if (host.open === 0) this.active++;
    host.open += change;
    if (host.open === 0) this.active--;
  }

  /** `paceOf` gives what the politeness knows of a host, on the live web. */
  *rows(paceOf?: (id: number) => HostView): Generator<HostRow> {
    for (const host of this.#byId) {
      yield {
        host: host.name,
        domain: host.domain,
        pages: host.pages,
        relevant: host.relevant,
        errors: host.errors,
        bytes: host.bytes,
        entered: host.entered,
        out_of_scope: host.outOfScope,
        traps: host.traps,
        first_seq: host.firstSeq === 0 ? null : host.firstSeq,
        last_seq: host.lastSeq === 0 ? null : host.lastSeq,
        ...(paceOf === undefined ? {} : liveColumns(host, paceOf(host.id))),
      };
    }
  }
}

function isNamed(name: string, bytes: Uint8Array, from: number, end: number): boolean {
  if (name.length !== end - from) return false;
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) !== bytes[from + i]) return false;
  return true;
}

const ipsText = (ips: readonly string[]): string | null => (ips.length === 0 ? null : ips.join(' '));

const liveColumns = (host: Host, pace: HostView): Partial<HostRow> => ({
  denied: host.denied,
  requests: host.requests,
  robots: host.robots,
  crawl_delay_ms: host.crawlDelayMs,
  delay_ms: pace.delayMs,
  ips: ipsText(pace.ips.length === 0 ? host.ips : pace.ips),
  latency_ms: pace.latencyMs === 0 ? null : pace.latencyMs,
  failures: pace.failures,
  refusals: pace.refusals,
  gone_reason: pace.goneReason,
});

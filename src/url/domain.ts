/**
 * Whose is this host? By the public suffix list. Apart from parts.ts, because the list is large and lanes do without it.
 */
import type * as Tldts from 'tldts';
import { requirePackage } from '../kit/require.js';
import { hostnameOf } from './parts.js';

const { getDomain } = requirePackage('tldts') as typeof Tldts;

const CACHED_DOMAINS = 50_000;
const TLDTS = { allowPrivateDomains: true, extractHostname: false, validateHostname: false } as const;
const domainOfName = new Map<string, string>();

/**
 * What one owner has registered, by the public suffix list with its private part: `a.example.co.uk` → `example.co.uk`,
 * `me.github.io` → itself. Addresses and names without a suffix are their own. Ports do not count.
 */
export function registrableDomainOf(host: string): string {
  const name = hostnameOf(host);
  const known = domainOfName.get(name);
  if (known !== undefined) return known;
  const domain = getDomain(name, TLDTS) ?? name;
  if (domainOfName.size >= CACHED_DOMAINS) domainOfName.clear();
  domainOfName.set(name, domain);
  return domain;
}

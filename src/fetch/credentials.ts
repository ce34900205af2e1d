/** Who are we, for this origin? Basic authentication (RFC 7617), looked up by the origin that is asked and by no other. */
import { usageFault } from '../kit/fault.js';

/** Value of the Authorization header for an origin, or undefined. */
export type Credentials = (origin: string) => string | undefined;

/** @param pairs `user:password` by origin or host name. A fault never repeats a password. */
export function createCredentials(pairs: Readonly<Record<string, string>> = {}): Credentials {
  const values = new Map<string, string>();
  for (const [place, pair] of Object.entries(pairs)) {
    const isOrigin = /^https?:\/\//.test(place);
    if (!pair.includes(':') || !URL.canParse(isOrigin ? place : `http://${place}`))
      throw usageFault(
        'FETCH_CREDENTIALS',
        `The credentials for ${JSON.stringify(place)} should be USER:PASSWORD for a host (example.org) or an origin (https://example.org).`,
      );
    const key = isOrigin ? new URL(place).origin : new URL(`http://${place}`).hostname;
    values.set(key, `Basic ${Buffer.from(pair).toString('base64')}`);
  }
  if (values.size === 0) return () => undefined;
  return origin => values.get(origin) ?? values.get(new URL(origin).hostname);
}

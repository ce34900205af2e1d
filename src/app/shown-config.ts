/** The settings of a run as its log shows them: whole, but for what may be a password. */
import type { CrawlConfig } from './config.js';

const HIDDEN = '***';
const SECRET_HEADER = /auth|cookie|token|key|secret|pass|session|sign/i;

function shownProxy(proxy: string): string {
  if (!URL.canParse(proxy)) return HIDDEN;
  const url = new URL(proxy);
  if (url.password !== '') url.password = HIDDEN;
  if (url.username !== '') url.username = HIDDEN;
  return url.href;
}

function shownHeader(line: string): string {
  const at = line.indexOf(':');
  return at >= 0 && !SECRET_HEADER.test(line.slice(0, at))
    ? line
    : `${line.slice(0, Math.max(0, at))}: ${HIDDEN}`;
}

/** JSON of every setting. */
export function shownConfig(config: CrawlConfig): string {
  const { own: _own, ...shown } = config;
  const { credentials, headers, proxy } = shown;
  return JSON.stringify({
    ...shown,
    credentials: Object.fromEntries(Object.keys(credentials).map(place => [place, HIDDEN])),
    headers: headers.map(shownHeader),
    ...(proxy !== undefined && { proxy: shownProxy(proxy) }),
  });
}

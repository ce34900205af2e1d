/** Which web is served? A made one, or what WARC files hold, under the names that a crawl gives to addresses. */
import { StoredWeb, StoredWebReader } from '../archive/stored-web.js';
import { canonical } from '../url/canonical.js';
import { hostOf } from '../url/parts.js';
import { IslandWeb } from '../web/island.js';
import type { IslandOptions } from '../web/island-shape.js';
import { keptWeb } from '../web/kept-web.js';
import { LiveWeb } from '../web/live-web.js';
import type { ServedWeb, WebAnswer } from '../web/served-web.js';

export interface OpenWeb {
  readonly web: ServedWeb;
  /** Where a crawl may start; undefined when nobody knows. */
  readonly seedUrl: string | undefined;
  close(): void;
}

/** Pages of a live web that is made beforehand; about 12 KB each. */
const MOST_KEPT = 5000;
const nothing = (): undefined => undefined;

export function liveWeb(options: IslandOptions): OpenWeb {
  const live = LiveWeb.create(options);
  const isSmall = live.island.plan.shape.options.pages <= MOST_KEPT;
  return { web: isSmall ? keptWeb(live, live.urls()) : live, seedUrl: live.seedUrl, close: nothing };
}

export function islandWeb(options: IslandOptions): OpenWeb {
  const island = IslandWeb.create(options);
  const web: ServedWeb = {
    hosts: island.plan.shape.hosts.map(({ name }) => name),
    answer: url => island.answer(url),
    troubleAt: nothing,
  };
  return { web, seedUrl: island.seedUrl, close: nothing };
}

/** Addresses of https answer over http too: the server speaks nothing else. @throws {Fault} exit code 2. */
export async function storedWeb(paths: readonly string[]): Promise<OpenWeb> {
  const hosts = new Set<string>();
  const stored = await StoredWeb.open(paths, address => {
    const url = canonical(address, undefined);
    if (url !== undefined) hosts.add(hostOf(url));
    return url;
  });
  const reader = StoredWebReader.attach(stored.handle);
  const answer = (asked: string): WebAnswer | undefined => {
    const url = canonical(asked, undefined);
    if (url === undefined) return undefined;
    const found = reader.get(url) ?? reader.get(url.replace(/^http:/, 'https:'));
    if (found === undefined) return undefined;
    const { buffer, byteOffset, byteLength } = found.body;
    const body = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
    return { url, status: found.status, headers: [...found.headers], body };
  };
  const web = { hosts: [...hosts], answer, troubleAt: nothing };
  return { web, seedUrl: undefined, close: () => stored.close() };
}

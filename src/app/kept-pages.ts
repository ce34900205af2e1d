/** Which pages does this crawl keep, and where? */
import { join } from 'node:path';
import type { LaneSetup } from '../../workers/lane-setup.js';
import { cutArchive } from '../archive/segment-files.js';
import type { KeepMode } from '../contract/archive.js';
import type { LogSink } from '../contract/sink.js';
import { systemClock } from '../kit/clock.js';
import { realDisk } from '../kit/disk.js';
import { Archivist } from './archivist.js';
import type { CrawlConfig } from './config.js';
import { userAgentOf } from './live.js';
import { version } from './version.js';

/** Pages of a stored web are stored already. */
export const keepsOf = ({ keep, webs }: Pick<CrawlConfig, 'keep' | 'webs'>): KeepMode =>
  keep ?? (webs.length > 0 ? 'none' : 'relevant');

export const archiveFolder = ({ out }: Pick<CrawlConfig, 'out'>): string => join(out, 'archive');

interface Given {
  readonly config: CrawlConfig;
  readonly log: LogSink;
  readonly isPaper?: boolean;
}

export function archivistOf({ config, log, isPaper = false }: Given): Archivist | undefined {
  const keeps = keepsOf(config);
  if (keeps === 'none' || isPaper) return undefined;
  const folder = archiveFolder(config);
  return new Archivist({
    keeps,
    log,
    cut(lane, lengths) {
      const all = [...lengths].map(([file, bytes]) => ({ file, bytes }));
      cutArchive(realDisk, folder, all, lane);
    },
  });
}

/** What lanes write into. */
export function archiveSetup({ config, isPaper = false }: Omit<Given, 'log'>): Pick<LaneSetup, 'archive'> {
  const keeps = keepsOf(config);
  if (keeps === 'none' || isPaper) return {};
  const { contact, webs, robots } = config;
  const info = {
    ...{ software: `Dowser/${version}`, format: 'WARC File Format 1.1', robots },
    ...(contact !== undefined && { operator: contact }),
    ...(webs.length === 0 && { 'http-header-user-agent': userAgentOf(config) }),
  };
  return { archive: { folder: archiveFolder(config), keeps, startedAtMs: systemClock.now(), info } };
}

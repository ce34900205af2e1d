/** `dowser crawl`: settings in, a crawl with live progress, a summary out. */
import { basename, relative, resolve } from 'node:path';
import pino from 'pino';
import type { CrawlConfig } from '../app/config.js';
import { keptConfig } from '../app/kept-config.js';
import { changesOf, loadConfig } from '../app/load.js';
import type { CrawlEnd, CrawlHooks, Message } from '../contract/crawl.js';
import type { FlagValues } from './flags.js';
import { type Io, programName } from './io.js';
import { ProgressLine } from './progress.js';
import { stopSwitch } from './stop.js';
import { summaryText } from './summary.js';

/** The shorter of the full path and the one from here. */
export function shortPath(path: string, folder: string): string {
  const near = relative(folder, path);
  return near !== '' && near.length < path.length && !near.startsWith('..') ? near : path;
}

/** A message for a person. */
function plain({ level, text, details = {} }: Message): string {
  const facts = Object.entries(details).map(([name, value]) => `${name} ${value}`);
  return `${level}: ${text}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}\n`;
}

/** Messages above the live line: plain on a terminal, as JSON lines for whatever reads a pipe. */
function messenger(config: CrawlConfig, line: ProgressLine, isTerminal: boolean): (one: Message) => void {
  const options = { level: config.logLevel, base: null };
  const logger = pino(options, { write: (text: string) => line.write(text) });
  return message => {
    const { level, text, details = {} } = message;
    if (!isTerminal) logger[level](details, text);
    else if (logger.isLevelEnabled(level)) line.write(plain(message));
  };
}

function beginning({ webs }: CrawlConfig): string {
  return webs.length === 0 ? 'starting …' : `opening ${webs.map(path => basename(path)).join(', ')} …`;
}

/** Runs one crawl with progress on stderr: `config`, or what `start` makes of the hooks. */
export async function watchCrawl(
  config: CrawlConfig,
  io: Io,
  start: (hooks: CrawlHooks) => Promise<CrawlEnd> = hooks => io.startCrawl(config, hooks),
): Promise<CrawlEnd> {
  const line = new ProgressLine(io.stderr);
  const stop = stopSwitch(io, sentence => {
    if (!config.quiet) line.write(`${sentence}\n`);
  });
  if (!config.quiet) line.begin(beginning(config));
  try {
    return await start({
      ...(config.quiet ? {} : { onProgress: progress => line.update(progress) }),
      onMessage: messenger(config, line, io.stderr.isTTY ?? false),
      signal: stop.signal,
    });
  } finally {
    line.end();
    stop.release();
  }
}

export async function crawl(flags: FlagValues, configFile: string | undefined, io: Io): Promise<number> {
  const config = loadConfig({ flags, configFile, env: io.env, folder: io.folder });
  return told(await watchCrawl(config, io), config, io);
}

/** `dowser resume`: the settings of the crawl, with what is changed now. */
export async function resume(
  folder: string,
  flags: FlagValues,
  configFile: string | undefined,
  io: Io,
): Promise<number> {
  const path = resolve(io.folder, folder);
  const changes = changesOf({ flags, configFile, env: io.env, folder: io.folder });
  const { config } = keptConfig(path, changes);
  const shown = { ...config, json: changes.json ?? false, quiet: changes.quiet ?? false };
  return told(await watchCrawl(shown, io, hooks => io.resumeCrawl(path, changes, hooks)), shown, io);
}

function told(end: CrawlEnd, { json, quiet }: CrawlConfig, io: Io): number {
  const place = { program: programName(io), directory: shortPath(end.directory, io.folder) };
  if (json) io.stdout.write(`${JSON.stringify(end)}\n`);
  else if (!quiet) io.stdout.write(summaryText(end, place));
  return end.exitCode;
}

/** `dowser web --port N`: a web over real HTTP on loopback, until a signal comes. */

import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { WEB_TOPICS, type WebTopic } from '../app/built-in-web.js';
import { islandWeb, liveWeb, type OpenWeb, storedWeb } from '../app/served-web.js';
import { exitCodeOf } from '../contract/crawl.js';
import { realDisk } from '../kit/disk.js';
import { usageFault } from '../kit/fault.js';
import { type DnsServer, startDns } from '../serve/dns-server.js';
import { MOST_ADDRESSES } from '../serve/loopback.js';
import { FileLog, noLog, type RequestLog } from '../serve/request-log.js';
import { readShares } from '../serve/trouble-plan.js';
import { startWeb, type WebServer } from '../serve/web-server.js';
import { choice, wholeNumber } from './choice.js';
import { type Io, programName, type StopSignal } from './io.js';
import { grouped } from './progress.js';
import { shellText } from './summary.js';
import { WEB_PAGES, WEB_SEEDS, type WebFlags } from './web-flags.js';

const PORTS = { min: 0, max: 65_535 };
const WAITS = { min: 0, max: 600_000 };

const optional = (
  flag: string,
  text: string | undefined,
  range: { min: number; max: number },
): number | undefined => (text === undefined ? undefined : wholeNumber(flag, text, range));

async function openWeb(flags: WebFlags, io: Io): Promise<OpenWeb> {
  if (flags.web !== undefined) return await storedWeb(flags.web.map(path => resolve(io.folder, path)));
  const kind = choice('--kind', flags.kind ?? 'live', ['live', 'island']);
  const topic = choice('--topic', flags.topic, Object.keys(WEB_TOPICS) as WebTopic[]);
  const pages = optional('--pages', flags.pages, { ...WEB_PAGES, min: 1 });
  const hosts = optional('--hosts', flags.hosts, { min: 4, max: 60_000 });
  const options = {
    seed: wholeNumber('--seed', flags.seed, WEB_SEEDS),
    topic: WEB_TOPICS[topic],
    ...(pages !== undefined && { pages }),
    ...(hosts !== undefined && { hosts }),
  };
  return kind === 'live' ? liveWeb(options) : islandWeb(options);
}

function newFile<T>(flag: string, path: string, write: (path: string) => T): T {
  if (existsSync(path)) throw usageFault('CLI_BAD_OUT', `${flag} ${path} is there already; give a new file.`);
  try {
    return write(path);
  } catch (cause) {
    const { message } = cause as Error;
    throw usageFault('CLI_BAD_OUT', `${flag} ${path} cannot be written (${message}).`, cause);
  }
}

function logOf(flags: WebFlags, io: Io): RequestLog {
  if (flags.log === undefined) return noLog;
  return newFile('--log', resolve(io.folder, flags.log), path => new FileLog(realDisk.create(path)));
}

async function serverOf(flags: WebFlags, io: Io, { web }: OpenWeb): Promise<WebServer> {
  const ratePerSecond = optional('--rate-limit', flags.rateLimit, { min: 1, max: 1_000_000 });
  const options = {
    web,
    port: wholeNumber('--port', flags.port ?? '0', PORTS),
    addresses: optional('--addresses', flags.addresses, { min: 1, max: MOST_ADDRESSES }) ?? 1,
    latencyMs: optional('--latency', flags.latency, WAITS) ?? 0,
    jitterMs: optional('--jitter', flags.jitter, WAITS) ?? 0,
    troubles: flags.faults === undefined ? {} : readShares(flags.faults),
    seed: wholeNumber('--seed', flags.seed, WEB_SEEDS),
    ...(ratePerSecond !== undefined && { ratePerSecond }),
  };
  const log = logOf(flags, io);
  try {
    return await startWeb({ ...options, log });
  } catch (error) {
    log.close();
    throw error;
  }
}

async function dnsOf(flags: WebFlags, { web }: OpenWeb, server: WebServer): Promise<DnsServer | undefined> {
  const port = optional('--dns-port', flags.dnsPort, PORTS);
  if (port === undefined) return undefined;
  const known = new Set(web.hosts);
  return await startDns({ port, addressOf: name => (known.has(name) ? server.addressOf(name) : undefined) });
}

/** A file for `dowser crawl --config`; JSON strings are YAML too. */
function configText({ seedUrl }: OpenWeb, server: WebServer): string {
  const seed = seedUrl === undefined ? '' : `seed: [${JSON.stringify(seedUrl)}]\n`;
  const rules = server.connectTo().map(rule => `  - ${JSON.stringify(rule)}\n`);
  return `# How a crawl reaches the web that dowser web serves on port ${server.port}.\n${seed}connect-to:\n${rules.join('')}`;
}

interface Served {
  readonly flags: WebFlags;
  readonly open: OpenWeb;
  readonly server: WebServer;
  readonly dns: DnsServer | undefined;
}

function crawlText({ flags, open, server, dns }: Served, program: string): string {
  const { addresses, port } = server;
  const way =
    flags.writeConfig !== undefined
      ? `--config ${shellText(flags.writeConfig)}`
      : dns !== undefined
        ? `--dns-server 127.0.0.1:${dns.port} --connect-to :80::${port} --allow-private 127.0.0.0/8`
        : `--connect-to ::${addresses[0]}:${port}`;
  const seed =
    flags.writeConfig === undefined || open.seedUrl === undefined ? `--seed ${open.seedUrl ?? 'URL'} ` : '';
  return `${program} crawl ${way} ${seed}--topic ${flags.topic} --contact you@example.org --max-pages 500`;
}

function announce(served: Served, io: Io): void {
  const { open, server, dns } = served;
  const { addresses, port } = server;
  const last = addresses.length > 1 ? ` to ${addresses.at(-1)}` : '';
  io.stdout.write(`${grouped(open.web.hosts.length)} hosts on ${addresses[0]}${last}, port ${port}
${dns === undefined ? '' : `DNS on 127.0.0.1:${dns.port}\n`}
Crawl it: ${crawlText(served, programName(io))}
Ctrl-C ends it.
`);
}

/** Hears the first signal; a second one ends the process at once. */
function listen(io: Io): { readonly stopped: Promise<StopSignal>; readonly release: () => void } {
  let release: () => void = () => undefined;
  const stopped = new Promise<StopSignal>(heard => {
    let first: StopSignal | undefined;
    release = io.onSignal(name => {
      if (first !== undefined) io.endAtOnce(codeOf(name));
      first ??= name;
      heard(first);
    });
  });
  return { stopped, release };
}

const codeOf = (name: StopSignal): number => exitCodeOf(name === 'SIGTERM' ? 'terminated' : 'interrupted');

/** Serves until a signal comes; the answer is its exit code. @throws {Fault} exit code 2. */
export async function serveWeb(flags: WebFlags, io: Io): Promise<number> {
  const { stopped, release } = listen(io);
  const closing: (() => unknown)[] = [release];
  try {
    const open = await openWeb(flags, io);
    closing.push(open.close);
    const server = await serverOf(flags, io, open);
    closing.push(server.close);
    const dns = await dnsOf(flags, open, server);
    if (dns !== undefined) closing.push(dns.close);
    if (flags.writeConfig !== undefined)
      newFile('--write-config', resolve(io.folder, flags.writeConfig), path =>
        writeFileSync(path, configText(open, server)),
      );
    announce({ flags, open, server, dns }, io);
    return codeOf(await stopped);
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

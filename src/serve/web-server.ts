/**
 * Serves a web over real HTTP on loopback: many hosts by their Host header, on one address or several, with latency, limits and
 * troubles, and a log by the server's own clock. What a request meets depends on seed and address alone (and on how often it was
 * asked), not on the order of requests. Not for the open network: it believes whatever it is asked.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Clock, systemClock } from '../kit/clock.js';
import { randomOf, seedOf } from '../kit/random.js';
import type { ServedWeb, TroubleKind } from '../web/served-web.js';
import { plainAnswer, sendBadly, sendWell, statusOf } from './answering.js';
import { listenOnAll, loopbackAddresses } from './loopback.js';
import { RateLimit } from './rate-limit.js';
import { MemoryLog, type RequestLog, type RequestRecord } from './request-log.js';
import { plannedTrouble, type TroubleShares } from './trouble-plan.js';
import { Turns } from './turns.js';

export interface WebServerOptions {
  readonly web: ServedWeb;
  /** Loopback addresses that the hosts are spread over. Default 1. */
  readonly addresses?: number;
  /** Default 0: any that is free. */
  readonly port?: number;
  /** Time before every answer, and the most that is added to it. Default 0. */
  readonly latencyMs?: number;
  readonly jitterMs?: number;
  /** What a slow answer takes longer. Default 1,500. */
  readonly slowMs?: number;
  /** Requests a second and host, over which the answer is 429. Default Infinity. */
  readonly ratePerSecond?: number;
  /** Default 1. */
  readonly retryAfterS?: number;
  readonly troubles?: TroubleShares;
  /** For jitter and troubles. Default 1. */
  readonly seed?: number;
  /** Default: kept in memory and given as `requests`. Closed with the server. */
  readonly log?: RequestLog;
  readonly clock?: Clock;
}

export interface WebServer {
  readonly port: number;
  readonly addresses: readonly string[];
  /** What was asked, in order of arrival, when no log was given. */
  readonly requests: readonly RequestRecord[];
  /** Address of a host: hosts take turns, names that the web does not know get one too. */
  addressOf(host: string): string;
  /** Rules as of curl's --connect-to that lead every host here. */
  connectTo(): string[];
  /** Ends all connections; the log is whole afterwards. */
  close(): Promise<void>;
}

/** @throws {Fault} exit code 2 when the port or the addresses cannot be had. */
export async function startWeb(options: WebServerOptions): Promise<WebServer> {
  const memory = new MemoryLog();
  const log = options.log ?? memory;
  const addresses = loopbackAddresses(options.addresses ?? 1);
  const answering = new Answering(options, log);
  const make = (address: string): Server => serverOf((...pair) => answering.handle(address, ...pair));
  const { servers, port } = await listenOnAll(make, addresses, options.port ?? 0);
  answering.port = port;
  const number = new Map(options.web.hosts.map((host, i) => [host, i]));
  const addressOf = (host: string): string =>
    addresses[(number.get(host) ?? seedOf(host)) % addresses.length] as string;
  return {
    port,
    addresses,
    requests: memory.records,
    addressOf,
    connectTo: () =>
      addresses.length === 1
        ? [`::${addresses[0]}:${port}`]
        : options.web.hosts.map(host => `${host}:80:${addressOf(host)}:${port}`),
    async close() {
      await Promise.all(servers.map(closeServer));
      answering.flush();
      log.close();
    },
  };
}

function serverOf(handle: (request: IncomingMessage, response: ServerResponse) => void): Server {
  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, handle);
  server.on('clientError', (_, socket) => void socket.destroy());
  return server;
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>(resolve => void server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

interface Arrival {
  readonly t: number;
  readonly address: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

class Answering {
  readonly #options: WebServerOptions;
  readonly #log: RequestLog;
  readonly #clock: Clock;
  /** What the monotonic clock has to be moved by to show the time of day. */
  readonly #offsetMs: number;
  readonly #limit: RateLimit;
  readonly #turns = new Turns();
  /** How often an address in trouble was asked. */
  readonly #asked = new Map<string, number>();
  port = 0;

  constructor(options: WebServerOptions, log: RequestLog) {
    this.#options = options;
    this.#log = log;
    this.#clock = options.clock ?? systemClock;
    this.#offsetMs = this.#clock.now() - this.#clock.tick();
    this.#limit = new RateLimit(options.ratePerSecond ?? Number.POSITIVE_INFINITY);
  }

  handle(address: string, request: IncomingMessage, response: ServerResponse): void {
    const t = Math.round((this.#clock.tick() + this.#offsetMs) * 1000) / 1000;
    request.resume();
    this.#turns.add(() => this.#meet({ t, address, request, response }));
  }

  /** Logs whatever has arrived. */
  flush(): void {
    this.#turns.flush();
  }

  #meet({ t, address, request, response }: Arrival): void {
    const { host, path } = placeOf(request, this.port);
    const url = `http://${host}${path}`;
    const isTooOften = !this.#limit.allows(host, t);
    const kind = isTooOften ? '429' : this.#troubleOf(url);
    const answer = this.#answer(request, url);
    const status = statusOf(kind) ?? answer.status;
    this.#log.add({ t, host, path, address, status, ...(kind !== undefined && { trouble: kind }) });
    const retryAfterS = this.#options.retryAfterS ?? 1;
    const send = (): void => {
      if (response.destroyed) return;
      if (kind === undefined) sendWell(request, response, answer);
      else sendBadly(request, response, answer, { kind, retryAfterS });
    };
    const waitMs = this.#waitOf(url, kind);
    if (waitMs > 0) setTimeout(() => this.#turns.add(send), waitMs).unref();
    else send();
  }

  #answer(request: IncomingMessage, url: string) {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plainAnswer(url, 405, 'Only GET and HEAD.');
    return this.#options.web.answer(url) ?? plainAnswer(url, 404, 'Nothing is here.');
  }

  /** The trouble of the web itself comes first; what passes is counted by address. */
  #troubleOf(url: string): TroubleKind | undefined {
    const { web, troubles = {}, seed = 1 } = this.#options;
    const trouble = web.troubleAt(url) ?? plannedTrouble(troubles, seed, url);
    if (trouble === undefined || trouble.times === Number.POSITIVE_INFINITY) return trouble?.kind;
    const before = this.#asked.get(url) ?? 0;
    this.#asked.set(url, before + 1);
    return before < trouble.times ? trouble.kind : undefined;
  }

  #waitOf(url: string, kind: TroubleKind | undefined): number {
    const { latencyMs = 0, jitterMs = 0, slowMs = 1500, seed = 1 } = this.#options;
    const jitter = jitterMs > 0 ? randomOf(seed).fork(`jitter ${url}`).next() * jitterMs : 0;
    return latencyMs + jitter + (kind === 'slow' ? slowMs : 0);
  }
}

/** Host and path that were asked for, also by whoever takes the server for a proxy; the server's own port is no part of a name. */
function placeOf(request: IncomingMessage, port: number): { readonly host: string; readonly path: string } {
  const target = request.url ?? '/';
  const absolute = /^http:\/\/([^/?#]*)(.*)$/i.exec(target);
  const name = (absolute?.[1] ?? request.headers.host ?? '').toLowerCase();
  const host = name.endsWith(`:${port}`) ? name.slice(0, -`:${port}`.length) : name.replace(/:80$/, '');
  const path = absolute?.[2] ?? target;
  return { host, path: path.startsWith('/') ? path : `/${path}` };
}

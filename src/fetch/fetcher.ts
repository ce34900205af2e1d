/**
 * What did the server say? One request, one answer: no redirects, no retries, no pacing (those are the road's). One undici
 * agent, one cache of names and one guard for all requests of a thread. Every `get` settles within the total limit.
 */
import type { Dispatcher, Agent as UndiciAgent } from 'undici';
import { outcome } from '../contract/outcome.js';
import type { Answer, FetchRequest, Purpose } from './answer.js';
import { Garage, WatchedClient } from './client.js';
import { createRedirection } from './connect-to.js';
import { Cookies } from './cookies.js';
import { type Credentials, createCredentials } from './credentials.js';
import { Dialer } from './dial.js';
import { Exchange } from './exchange.js';
import { connectErrorOf, exchangeFaultOf } from './faults.js';
import { createGuard } from './guard.js';
import { speakLeniently } from './lenient.js';
import { ownNames, systemNames } from './name-server.js';
import { Names } from './names.js';
import { type FetchOptions, headersFor, type Settled, settle } from './options.js';
import { type ProxyServer, parseProxy } from './proxy.js';
import { sentHead } from './sent-head.js';
import { Tls } from './tls.js';
import { Agent, Pool } from './undici.js';

export interface Fetcher {
  /** One GET and its answer; never rejects. */
  get(request: FetchRequest): Promise<Answer>;
  /**
   * Addresses that a host would be asked at, for pacing by address; empty with outcome 200 behind a proxy, where only the
   * proxy knows. `host` as in a URL; the default port is 80.
   */
  resolve(
    host: string,
    port?: number,
  ): Promise<{ readonly ips: readonly string[]; readonly outcome: number }>;
  /** Open connections. */
  readonly connectionCount: number;
  /** Ends everything; requests under way are answered with `Stopped`. */
  close(): Promise<void>;
}

/** How often deadlines are looked at. */
const WATCH_MS = 50;
const BAD_URL = { outcome: outcome('BadUrl').code, words: 'not an address' };
const BAD_HTTP = outcome('BadHttp').code;
/** Origins remembered as speaking oddly. */
const MOST_ODD = 1000;
const STOPPED = { outcome: outcome('Stopped').code, words: 'stopped' };
const PURPOSES: readonly Purpose[] = ['page', 'robots', 'sitemap'];

class UndiciFetcher implements Fetcher {
  readonly options: Settled;
  readonly #agent: UndiciAgent;
  readonly #garage: Garage;
  readonly #dialer: Dialer;
  readonly #names: Names;
  readonly #headers: ReadonlyMap<Purpose, readonly string[]>;
  readonly #credentials: Credentials;
  readonly #cookies: Cookies | undefined;
  readonly #proxy: ProxyServer | undefined;
  readonly #running = new Set<Exchange>();
  /** Origins that undici could not understand. */
  readonly #odd = new Set<string>();
  #watchdog: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(given: FetchOptions) {
    this.options = settle(given);
    const { limits, clock } = this.options;
    this.#headers = new Map(PURPOSES.map(purpose => [purpose, headersFor(purpose, given)]));
    this.#credentials = createCredentials(given.credentials);
    this.#cookies = given.hasCookies ? new Cookies() : undefined;
    this.#proxy = given.proxy === undefined ? undefined : parseProxy(given.proxy);
    const server =
      given.dnsServers === undefined ? systemNames(limits.dnsMs) : ownNames(given.dnsServers, limits.dnsMs);
    this.#names = new Names({ server, clock, mostNames: limits.names });
    this.#dialer = new Dialer({
      redirection: createRedirection(given.connectTo),
      names: this.#names,
      guard: createGuard(given.allowPrivate),
      tls: new Tls(given.caFile),
      proxy: this.#proxy,
      clock,
      connectMs: limits.connectMs,
      protocols: given.hasHttp2 ? ['http/1.1', 'h2'] : ['http/1.1'],
    });
    this.#garage = new Garage(limits.connections);
    this.#agent = this.#createAgent();
  }

  get connectionCount(): number {
    return this.#garage.count;
  }

  get(request: FetchRequest): Promise<Answer> {
    return new Promise(resolve => {
      const exchange = new Exchange(request, pathAt(request.url), this, resolve);
      this.#running.add(exchange);
      if (this.#isClosed) return exchange.stop(STOPPED);
      if (exchange.origin === '' || exchange.origin.includes('@')) return exchange.stop(BAD_URL);
      this.#watchdog ??= setInterval(() => this.#watch(), WATCH_MS);
      this.send(exchange);
    });
  }

  async resolve(host: string, port = 80): Promise<{ ips: readonly string[]; outcome: number }> {
    try {
      const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
      return { ips: await this.#dialer.addressesOf(bare, port), outcome: 200 };
    } catch (error) {
      return { ips: [], outcome: connectErrorOf(error, false).outcome };
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const exchange of this.#running) exchange.stop(STOPPED);
    this.#names.close();
    await this.#agent.destroy();
  }

  send(exchange: Exchange): void {
    if (exchange.sendCount > 0) this.#garage.hangUpIdle(exchange.origin);
    try {
      if (this.#odd.has(exchange.origin)) {
        this.#sendLeniently(exchange);
        return;
      }
      const { origin } = exchange;
      const path = this.#pathOf(exchange);
      const headers = this.#headersOf(exchange);
      exchange.head = sentHead({ path, host: exchange.host }, 'keep-alive', headers);
      this.#agent.dispatch({ origin, path, method: 'GET', headers }, exchange);
    } catch (error) {
      exchange.stop(exchangeFaultOf(error, false));
    }
  }

  done(exchange: Exchange, result: number): void {
    this.#running.delete(exchange);
    if (result === BAD_HTTP) this.#noteOdd(exchange.origin);
    if (this.#cookies !== undefined)
      this.#cookies.keep(exchange.host, exchange.request.url, exchange.headers.all('set-cookie'));
  }

  /** For an origin that undici did not understand: the next request is read with more patience. */
  #sendLeniently(exchange: Exchange): void {
    const { hostname, port, protocol } = new URL(exchange.origin);
    const path = this.#pathOf(exchange);
    if (!/^[\x21-\x7e]+$/.test(path)) {
      exchange.stop(BAD_URL);
      return;
    }
    const isSecure = protocol === 'https:';
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const lines = [`GET ${path} HTTP/1.1`, `host: ${exchange.host}`, 'connection: close'];
    const headers = this.#headersOf(exchange);
    exchange.head = sentHead({ path, host: exchange.host }, 'close', headers);
    for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
    const dialled = this.#dialer.dial(host, Number(port || (isSecure ? 443 : 80)), isSecure);
    const head = `${lines.join('\r\n')}\r\n\r\n`;
    void speakLeniently(exchange, dialled, head, this.options.limits.mostHeaderBytes);
  }

  #noteOdd(origin: string): void {
    this.#odd.add(origin);
    const oldest = this.#odd.keys().next();
    if (this.#odd.size > MOST_ODD && oldest.done !== true) this.#odd.delete(oldest.value);
  }

  #pathOf({ origin, path }: Exchange): string {
    return this.#isAbsolute(origin) ? `${origin}${path}` : path;
  }

  #isAbsolute(origin: string): boolean {
    return this.#proxy !== undefined && origin.startsWith('http:');
  }

  #headersOf({ request, origin, host }: Exchange): string[] {
    const lines = [...(this.#headers.get(request.purpose) as readonly string[])];
    const { etag, lastModified } = request.validators ?? {};
    if (etag) lines.push('if-none-match', etag);
    if (lastModified) lines.push('if-modified-since', lastModified);
    const authorization = this.#credentials(origin);
    if (authorization !== undefined) lines.push('authorization', authorization);
    const cookie = this.#cookies?.headerFor(host, request.url);
    if (cookie) lines.push('cookie', cookie);
    if (this.#proxy?.authorization !== undefined && this.#isAbsolute(origin))
      lines.push('proxy-authorization', this.#proxy.authorization);
    return lines;
  }

  #watch(): void {
    const now = this.options.clock.tick();
    for (const exchange of this.#running) exchange.check(now);
    if (this.#running.size > 0) return;
    clearInterval(this.#watchdog);
    this.#watchdog = undefined;
  }

  #createAgent(): UndiciAgent {
    const { limits, hasHttp2 } = this.options;
    const undici = {
      maxHeaderSize: limits.mostHeaderBytes,
      keepAliveTimeout: limits.idleMs,
      keepAliveMaxTimeout: Math.max(limits.idleMs, 60_000),
      keepAliveTimeoutThreshold: 500,
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: hasHttp2 ?? false,
    };
    const client = (origin: URL): Dispatcher =>
      new WatchedClient(origin, { dialer: this.#dialer, garage: this.#garage, undici });
    return new Agent({
      factory: origin => new Pool(origin, { connections: limits.connectionsPerOrigin, factory: client }),
    });
  }
}

/** Where the path of a canonical address starts; 0 when it is none. */
function pathAt(url: string): number {
  const from = url.startsWith('https://') ? 8 : url.startsWith('http://') ? 7 : 0;
  return from === 0 ? 0 : Math.max(0, url.indexOf('/', from));
}

/**
 * A fetcher for one thread.
 * @throws a usage fault (exit code 2) for an option that makes no sense.
 */
export const createFetcher = (options: FetchOptions): Fetcher => new UndiciFetcher(options);

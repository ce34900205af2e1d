/**
 * From a host and a port to a connected socket: redirection, name, guard, TCP with a fall-over between addresses, proxy,
 * TLS. The guard judges the very address that is then connected to: names are not asked a second time.
 */
import { connect, isIP, type Socket, type TcpSocketConnectOpts } from 'node:net';
import { outcome } from '../contract/outcome.js';
import type { Clock } from '../kit/clock.js';
import type { Aim, Redirection } from './connect-to.js';
import { ConnectError, connectErrorOf } from './faults.js';
import type { Guard } from './guard.js';
import type { Names } from './names.js';
import { openTunnel, type ProxyServer } from './proxy.js';
import type { Tls } from './tls.js';

/** A connection and what it cost. */
export interface Link {
  readonly socket: Socket;
  /** Address at the other end; empty behind a proxy. */
  readonly ip: string;
  readonly dnsMs: number;
  readonly connectMs: number;
}

export interface DialOptions {
  readonly redirection: Redirection;
  readonly names: Names;
  readonly guard: Guard;
  readonly tls: Tls;
  readonly proxy: ProxyServer | undefined;
  readonly clock: Clock;
  /** For TCP, proxy and TLS together; names have their own limit. */
  readonly connectMs: number;
  readonly protocols: readonly string[];
}

/** Most addresses of a name that are tried. */
const MOST_ADDRESSES = 4;
const NO_ANSWER = outcome('DnsTimeout').code;
/** The stream option is handed on by Node; its types do not know. */
const SOCKET = { noDelay: true, keepAlive: true, highWaterMark: 65_536 };
const ignore = (): void => undefined;

export class Dialer {
  readonly #options: DialOptions;

  constructor(options: DialOptions) {
    this.#options = options;
  }

  /**
   * Connects for one origin. `host` is the URL's, without brackets.
   * @throws ConnectError, and nothing else.
   */
  async dial(host: string, port: number, isSecure: boolean): Promise<Link> {
    const { clock, proxy } = this.#options;
    const start = clock.tick();
    let named = Number.NaN;
    let ip = '';
    try {
      const ips = await this.#wayTo(host, port);
      named = clock.tick();
      const untilMs = named + this.#options.connectMs;
      const first = proxy ?? this.#options.redirection(host, port);
      const open = await openFirst(ips, first.port, untilMs, clock);
      ip = proxy === undefined ? open.ip : '';
      const socket = await this.#finish(open.socket, { host, port, isSecure }, untilMs);
      return { socket, ip, dnsMs: named - start, connectMs: clock.tick() - named };
    } catch (error) {
      const fault = connectErrorOf(error, false);
      const end = clock.tick();
      fault.dnsMs = (Number.isNaN(named) ? end : named) - start;
      fault.connectMs = end - start - fault.dnsMs;
      if (ip !== '') fault.ip = ip;
      throw fault;
    }
  }

  /** Addresses that an origin may be reached at, after redirection and guard; those of a proxy are not given away. */
  async addressesOf(host: string, port: number): Promise<readonly string[]> {
    const { proxy, redirection } = this.#options;
    if (proxy === undefined) return this.#allowed(redirection(host, port), host);
    const isKnown = isIP(host) !== 0 || /(^|\.)localhost\.?$/.test(host);
    if (isKnown) await this.#allowed({ host, port, isOwnWord: false }, host);
    return [];
  }

  async #wayTo(host: string, port: number): Promise<readonly string[]> {
    const { proxy } = this.#options;
    const ips = await this.addressesOf(host, port);
    return proxy === undefined ? ips : this.#ipsOf(proxy.host);
  }

  async #ipsOf(name: string): Promise<readonly string[]> {
    if (isIP(name) !== 0) return [name];
    const { ips, outcome } = await this.#options.names.resolve(name);
    if (ips.length === 0) throw new ConnectError(outcome === NO_ANSWER ? 'DnsTimeout' : 'DnsFailed', 'name');
    return ips;
  }

  async #allowed(aim: Aim, host: string): Promise<readonly string[]> {
    const { guard } = this.#options;
    const ips = await this.#ipsOf(aim.host);
    if (aim.isOwnWord) return ips;
    const allowed = ips.filter(ip => guard.refusal(ip, host) === undefined);
    if (allowed.length > 0) return allowed;
    throw new ConnectError('AddressRefused', guard.refusal(ips[0] as string, host) ?? 'refused');
  }

  /** Proxy and TLS on a connected socket, within the time that is left. */
  async #finish(
    socket: Socket,
    to: { host: string; port: number; isSecure: boolean },
    untilMs: number,
  ): Promise<Socket> {
    const { proxy, tls, clock, protocols } = this.#options;
    const left = (): number => Math.max(1, untilMs - clock.tick());
    let way = socket;
    if (proxy?.isSecure)
      way = await ready(tls.secure(way, { ...proxy, protocols: ['http/1.1'] }), 'secureConnect', left());
    if (!to.isSecure) return way;
    if (proxy !== undefined) {
      const authority = `${isIP(to.host) === 6 ? `[${to.host}]` : to.host}:${to.port}`;
      const timer = setTimeout(() => way.destroy(), left());
      await openTunnel(way, authority, proxy).finally(() => clearTimeout(timer));
    }
    return ready(tls.secure(way, { host: to.host, port: to.port, protocols }), 'secureConnect', left());
  }
}

/** The first address that answers. Each but the last gets a share of the time, so that a dead one does not use it up. */
async function openFirst(
  ips: readonly string[],
  port: number,
  untilMs: number,
  clock: Clock,
): Promise<{ readonly socket: Socket; readonly ip: string }> {
  const tried = ips.slice(0, MOST_ADDRESSES);
  let fault: ConnectError | undefined;
  for (const [i, ip] of tried.entries()) {
    const left = Math.max(1, untilMs - clock.tick());
    const isLast = i === tried.length - 1;
    try {
      const socket = connect({ host: ip, port, ...SOCKET } as unknown as TcpSocketConnectOpts);
      return { socket: await ready(socket, 'connect', isLast ? left : left / 3), ip };
    } catch (error) {
      fault = connectErrorOf(error, false);
      fault.ip = ip;
    }
  }
  throw fault ?? new ConnectError('ConnectFailed', 'no address');
}

/** The socket once the event came; destroyed and a ConnectError when it does not within the limit. */
function ready<S extends Socket>(socket: S, event: 'connect' | 'secureConnect', limitMs: number): Promise<S> {
  return new Promise((resolve, reject) => {
    const settle = (error: unknown): void => {
      clearTimeout(timer);
      socket.off(event, onReady).off('error', settle).off('close', onClose);
      socket.on('error', ignore);
      if (error === undefined) {
        resolve(socket);
      } else {
        socket.destroy();
        reject(connectErrorOf(error, event === 'secureConnect'));
      }
    };
    const onReady = (): void => settle(undefined);
    const onClose = (): void => settle(new ConnectError('ConnectFailed', 'closed'));
    const timer = setTimeout(() => settle(new ConnectError('ConnectTimeout', event)), limitMs);
    socket.once(event, onReady).once('error', settle).once('close', onClose);
  });
}

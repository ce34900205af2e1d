/**
 * One connection as undici keeps it, watched: which exchange it serves, how often it was used, what it cost. undici's
 * pool makes one of these for each connection of an origin; idle ones beyond a number are closed, the longest idle first.
 */
import type { Dispatcher, Client as UndiciClient } from 'undici';
import type { Dialer, Link } from './dial.js';
import { Client } from './undici.js';

/** What an exchange asks of the connection that serves it. */
export interface Carrier {
  readonly link: Link | undefined;
  /** Requests sent over it, this one included once it is started. */
  readonly useCount: number;
  /** The exchange is about to be sent. */
  start(): void;
  /** The exchange is over, or was given up before it was sent. */
  finish(wasSent: boolean): void;
}

/** What a connection asks of the exchange that is given to it. */
export interface Passenger extends Dispatcher.DispatchHandler {
  client: Carrier | undefined;
}

/** All connections of a fetcher, the one that was idle longest first among those that are idle. */
export class Garage {
  readonly #clients = new Set<WatchedClient>();
  readonly #most: number;

  /** @param most Open connections above which idle ones are closed. */
  constructor(most: number) {
    this.#most = most;
  }

  get count(): number {
    return this.#clients.size;
  }

  enter(client: WatchedClient): void {
    this.#clients.delete(client);
    this.#clients.add(client);
    if (this.#clients.size <= this.#most) return;
    for (const each of this.#clients)
      if (each.isIdle && each !== client) {
        each.hangUp();
        return;
      }
  }

  leave(client: WatchedClient): void {
    this.#clients.delete(client);
  }

  /** Closes the idle connections of an origin: when one of them has gone stale, so have its neighbours. */
  hangUpIdle(origin: string): void {
    for (const each of this.#clients) if (each.isIdle && each.origin === origin) each.hangUp();
  }
}

export interface ClientOptions {
  readonly dialer: Dialer;
  readonly garage: Garage;
  readonly undici: UndiciClient.Options;
}

export class WatchedClient extends Client implements Carrier {
  readonly origin: string;
  /** The open connection. */
  link: Link | undefined;
  /** Requests sent over it, and those not yet answered. */
  useCount = 0;
  runningCount = 0;
  #waitingCount = 0;
  readonly #garage: Garage;

  constructor(origin: URL | string, { dialer, garage, undici }: ClientOptions) {
    super(origin, {
      ...undici,
      connect: ({ hostname, protocol, port }, callback) => {
        const isSecure = protocol === 'https:';
        const host = hostname.replace(/^\[(.*)\]$/, '$1');
        dialer
          .dial(host, Number(port || (isSecure ? 443 : 80)), isSecure)
          .then(
            link => this.#board(link, callback as (error: Error | null, socket: Link['socket']) => void),
            (error: Error) => (callback as (error: Error, socket: null) => void)(error, null),
          )
          .catch(() => this.hangUp());
      },
    });
    this.origin = new URL(origin).origin;
    this.#garage = garage;
  }

  /** Open and with nothing to do. */
  get isIdle(): boolean {
    return this.link !== undefined && this.runningCount === 0 && this.#waitingCount === 0;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    (handler as Passenger).client = this;
    this.#waitingCount++;
    return super.dispatch(options, handler);
  }

  start(): void {
    this.#waitingCount--;
    this.runningCount++;
    this.useCount++;
  }

  finish(wasSent: boolean): void {
    if (wasSent) this.runningCount--;
    else this.#waitingCount--;
    if (this.link !== undefined) this.#garage.enter(this);
  }

  hangUp(): void {
    this.link?.socket.destroy();
  }

  #board(link: Link, callback: (error: Error | null, socket: Link['socket']) => void): void {
    this.link = link;
    this.useCount = 0;
    link.socket.once('close', () => {
      if (this.link !== link) return;
      this.link = undefined;
      this.#garage.leave(this);
    });
    this.#garage.enter(this);
    callback(null, link.socket);
  }
}

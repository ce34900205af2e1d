/**
 * One request and what comes of it. undici calls in; whatever happens, exactly one answer goes out: at the end, at a
 * limit, at a fault of the web, at a deadline (the fetcher's watchdog asks), or at a fault of ours. Every callback runs
 * inside `guarded`, because what is thrown in one would else be swallowed and the lane would wait for ever.
 */
import { outcome } from '../contract/outcome.js';
import type { Answer, FetchRequest, Send } from './answer.js';
import { Body } from './body.js';
import type { Carrier, Passenger } from './client.js';
import { ConnectError, exchangeFaultOf, isBrokenOff, type NetFault } from './faults.js';
import { HeaderList, locationOf } from './headers.js';
import type { Settled } from './options.js';
import { retryAfterMsOf } from './retry-after.js';
import { outcomeOfStatus } from './status.js';

/** What an exchange needs of its fetcher. */
export interface Counter {
  readonly options: Settled;
  /** Hands the exchange to undici, once more after a stale connection. */
  send(exchange: Exchange): void;
  /** The exchange is over with that outcome. */
  done(exchange: Exchange, result: number): void;
}

/** Of an answer that is no page, at most so much is read. */
const MOST_OTHER_BYTES = 65_536;
/** A body that nobody wants is read to its end when that is cheaper than a new connection. */
const MOST_DISCARDED_BYTES = 16_384;
/** 1xx answers before the real one. */
const MOST_HINTS = 20;
const MOST_STATUS_TEXT = 200;
const NO_HEADERS = new HeaderList();
const NO_BYTES = new Uint8Array(0);
const code = (name: string): number => outcome(name).code;

export class Exchange implements Passenger {
  readonly request: FetchRequest;
  readonly origin: string;
  readonly path: string;
  client: Carrier | undefined;
  /** Head of the request that is being sent, secrets left out. */
  head = '';
  readonly #counter: Counter;
  readonly #resolve: (answer: Answer) => void;
  readonly #startMs: number;
  #abort: ((error?: Error) => void) | undefined;
  #isSettled = false;
  #isSent = false;
  #sentTick = 0;
  #hasByte = false;
  #firstByteMs = 0;
  /** Outcome of an answer whose body is read only to be done with it. */
  #refused: number | undefined;
  #isReused = false;
  #sends: Send[] = [];
  #dnsMs = 0;
  #connectMs = 0;
  #hintCount = 0;
  #status = 0;
  #statusText = '';
  #headers = NO_HEADERS;
  #body: Body | undefined;
  #ip = '';

  constructor(request: FetchRequest, pathAt: number, counter: Counter, resolve: (answer: Answer) => void) {
    this.request = request;
    this.origin = request.url.slice(0, pathAt);
    this.path = request.url.slice(pathAt);
    this.#counter = counter;
    this.#resolve = resolve;
    this.#startMs = counter.options.clock.tick();
  }

  get host(): string {
    return this.origin.slice(this.origin.indexOf('//') + 2);
  }

  get headers(): HeaderList {
    return this.#headers;
  }

  get sendCount(): number {
    return this.#sends.length;
  }

  /** Ends the exchange when its time is up. Called by the watchdog. */
  check(nowTick: number): void {
    const { headMs, totalMs } = this.#counter.options.limits;
    const isHeadLate = this.#isSent && this.#status === 0 && nowTick - this.#sentTick > headMs;
    if (!isHeadLate && nowTick - this.#startMs <= totalMs) return;
    const name = this.#status > 0 ? 'BodyTimeout' : this.#isSent ? 'HeaderTimeout' : 'ConnectTimeout';
    this.stop({ outcome: code(name), words: 'time is up' });
  }

  /** Ends the exchange from outside. */
  stop(fault: NetFault): void {
    this.#end(fault.outcome, fault.words);
    this.#abort?.();
  }

  onConnect(abort: (error?: Error) => void): void {
    if (this.#isSettled) {
      this.#release();
      abort();
      return;
    }
    this.#guarded(() => {
      this.#abort = abort;
      this.#noteSend();
    });
  }

  onResponseStarted(): void {
    if (this.#hasByte) return;
    this.#hasByte = true;
    this.#firstByteMs = this.#counter.options.clock.tick() - this.#sentTick;
  }

  onHeaders(status: number, raw: Buffer[], _resume: () => void, text: string): boolean {
    this.#guarded(() => {
      if (this.#isSettled) return;
      this.#statusText = text.slice(0, MOST_STATUS_TEXT);
      if (status >= 200) this.#openBody(status, raw);
      else if (++this.#hintCount > MOST_HINTS) this.stop({ outcome: code('BadHttp'), words: 'only 1xx' });
    });
    return true;
  }

  onData(piece: Buffer): boolean {
    this.#guarded(() => {
      if (this.#isSettled || this.#body === undefined) return;
      const state = this.#body.push(piece);
      if (state === 'open') return;
      this.#endFull(state);
      this.#abort?.();
    });
    return true;
  }

  onComplete(): void {
    this.#guarded(() => {
      if (this.#isSettled) return;
      this.#end(this.#refused ?? outcomeOfStatus(this.#status, this.#headers), '');
    });
  }

  onError(error: Error): void {
    this.#guarded(() => {
      if (this.#isSettled) return this.#release();
      if (this.#isStale(error)) return this.#sendAgain();
      if (error instanceof ConnectError && !this.#isSent) this.#noteConnect(error);
      const fault = exchangeFaultOf(error, this.#status > 0);
      this.#end(fault.outcome, fault.words);
    });
  }

  /** Our own fault becomes an answer too. */
  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#end(code('FetchFault'), String(error).slice(0, 200));
      this.#abort?.();
    }
  }

  #noteSend(): void {
    const { clock, onSend } = this.#counter.options;
    const { client } = this;
    const link = client?.link;
    client?.start();
    this.#isSent = true;
    this.#sentTick = clock.tick();
    this.#isReused = (client?.useCount ?? 1) > 1;
    this.#ip = link?.ip ?? '';
    this.#dnsMs = this.#isReused ? 0 : (link?.dnsMs ?? 0);
    this.#connectMs = this.#isReused ? 0 : (link?.connectMs ?? 0);
    const send = { ip: this.#ip, atMs: clock.now() };
    this.#sends.push(send);
    onSend?.(this.host, send.ip, send.atMs);
    this.request.onSend?.(send);
  }

  #noteConnect(error: ConnectError): void {
    this.#dnsMs = error.dnsMs;
    this.#connectMs = error.connectMs;
    this.#ip = error.ip;
  }

  /** RFC 9112 §9.3.1: a kept connection that breaks before a byte of the answer says nothing about the page. */
  #isStale(error: Error): boolean {
    return this.#isSent && this.#isReused && !this.#hasByte && this.#sends.length < 2 && isBrokenOff(error);
  }

  #sendAgain(): void {
    this.#release();
    this.#isSent = false;
    this.#abort = undefined;
    const send = (): void => {
      if (!this.#isSettled) this.#counter.send(this);
    };
    // The server may have seen the first one: for politeness this is another request.
    const { resendMs } = this.#counter.options.limits;
    if (resendMs > 0) setTimeout(send, resendMs).unref();
    else queueMicrotask(send);
  }

  /** The connection may serve others. Also for one that was given to an exchange already over. */
  #release(): void {
    const { client } = this;
    this.client = undefined;
    client?.finish(this.#isSent);
  }

  #openBody(status: number, raw: Buffer[]): void {
    const { options } = this.#counter;
    const headers = new HeaderList(raw);
    this.#status = status;
    this.#headers = headers;
    const length = Number(headers.get('content-length') ?? 0) || 0;
    const isPage = status >= 200 && status < 300;
    if (isPage && !options.isWanted(mediaTypeOf(headers), this.request.purpose)) {
      this.#refuseBody('Unwanted', length);
      return;
    }
    const most = this.#mostBytes(isPage);
    const encodings = headers.all('content-encoding');
    const isTooLong = length > most && encodings.length === 0 && this.request.purpose === 'page';
    if (isPage && isTooLong) this.#refuseBody('TooLarge', length);
    else this.#body = new Body(encodings, most, length);
  }

  #mostBytes(isPage: boolean): number {
    const most = this.request.mostBytes ?? this.#counter.options.limits.mostBytes[this.request.purpose];
    return isPage ? most : Math.min(most, MOST_OTHER_BYTES);
  }

  /** The body is not kept. A short one is read to its end so that the connection can be used again. */
  #refuseBody(name: 'Unwanted' | 'TooLarge', length: number): void {
    this.#refused = code(name);
    if (length > 0 && length <= MOST_DISCARDED_BYTES) return;
    this.#end(this.#refused, '');
    this.#abort?.();
  }

  #endFull(state: 'full' | 'bad'): void {
    const byStatus = outcomeOfStatus(this.#status, this.#headers);
    const limit = code(state === 'full' ? 'TooLarge' : 'BadEncoding');
    this.#end(byStatus === 200 ? limit : byStatus, '');
  }

  #end(result: number, fault: string): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    const body = this.#body?.end();
    if (result === 200 && body?.isWhole === false)
      result = code(body.state === 'bad' ? 'BadEncoding' : body.state === 'full' ? 'TooLarge' : 'Truncated');
    this.#release();
    this.#counter.done(this, result);
    this.#resolve(this.#answer(result, body?.bytes ?? NO_BYTES, fault));
  }

  #answer(result: number, body: Uint8Array, fault: string): Answer {
    const { clock } = this.#counter.options;
    const headers = this.#headers;
    return {
      outcome: result,
      status: this.#status,
      statusText: this.#statusText,
      headers,
      body,
      location: this.#status >= 300 && this.#status < 400 ? locationOf(headers) : '',
      retryAfterMs:
        this.#status >= 300
          ? retryAfterMsOf(headers.get('retry-after'), headers.get('date'), clock.now())
          : undefined,
      ip: this.#ip,
      sends: this.#sends,
      sentHead: this.#sends.length === 0 ? '' : this.head,
      sentAtMs: this.#sends.at(-1)?.atMs ?? 0,
      dnsMs: this.#dnsMs,
      connectMs: this.#connectMs,
      firstByteMs: this.#firstByteMs,
      totalMs: clock.tick() - this.#startMs,
      wireBytes: this.#body?.wireBytes ?? 0,
      isReused: this.#isReused,
      fault,
    };
  }
}

/** `text/html` of `Text/HTML; charset=utf-8`. */
function mediaTypeOf(headers: HeaderList): string {
  const type = headers.get('content-type') ?? '';
  const end = type.indexOf(';');
  return (end < 0 ? type : type.slice(0, end)).trim().toLowerCase();
}

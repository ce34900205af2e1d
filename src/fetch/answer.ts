/**
 * The words of this room: what is asked of a server, and what it said. An answer is always given, never an exception:
 * whatever the web does wrong is an `outcome` of contract/outcome.
 */
import type { HeaderList } from './headers.js';

/** What the bytes are wanted for: decides Accept, the default size and which media types are read at all. */
export type Purpose = 'page' | 'robots' | 'sitemap';

/** One GET. */
export interface FetchRequest {
  /** Canonical http or https address: no fragment, no credentials, at least `/` after the host. */
  readonly url: string;
  readonly purpose: Purpose;
  /** Most bytes of the unpacked body; absent: the purpose's own limit. */
  readonly mostBytes?: number;
  /** What the server said of the copy that we have, sent back to be spared an equal one. */
  readonly validators?: { readonly etag?: string; readonly lastModified?: string };
  /** Told at once of each time that the request is sent, which the answer lists as well. */
  readonly onSend?: (send: Send) => void;
}

/** A request that really was handed to a connected socket. */
export interface Send {
  /** Address at the other end; empty when it is a proxy's. */
  readonly ip: string;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

export interface Answer {
  /**
   * Code of contract/outcome: 200 for any 2xx that came whole, `Redirected`, `HttpError`, `Busy`, … by status, else what
   * went wrong. The body is there for `TooLarge` (its first bytes), `Truncated`, `Incomplete` and `BadEncoding` too.
   */
  readonly outcome: number;
  /** HTTP status, 0 when none came. */
  readonly status: number;
  /** What followed the status on its line; may be empty. */
  readonly statusText: string;
  readonly headers: HeaderList;
  /** Unpacked bytes, at most `mostBytes`; of an answer that is not 2xx at most 64 KiB. */
  readonly body: Uint8Array;
  /** Location as sent, its bytes above 127 percent-encoded; empty when there is none. */
  readonly location: string;
  /** What Retry-After asks for, in ms from now, not capped; undefined when absent or not to be understood. */
  readonly retryAfterMs: number | undefined;
  /** Address of the connection; empty when there was none or a proxy was asked. */
  readonly ip: string;
  /** Every time that the request was sent: none when no connection came about, two after a stale connection. */
  readonly sends: readonly Send[];
  /** Milliseconds since 1970 of the last send; 0 when nothing was sent. */
  readonly sentAtMs: number;
  /** The head of the request as it was sent, secrets left out; empty when nothing was sent. */
  readonly sentHead: string;
  /** Parts of the time, ms with a fraction; 0 for what a kept connection spared. First byte counts from the send. */
  readonly dnsMs: number;
  readonly connectMs: number;
  readonly firstByteMs: number;
  /** From the call to the answer, waiting for a free connection included. */
  readonly totalMs: number;
  /** Bytes of the body as they came, packed, without chunk borders. */
  readonly wireBytes: number;
  /** The connection had been used before. */
  readonly isReused: boolean;
  /** A few words on what went wrong, without addresses or secrets; empty. */
  readonly fault: string;
}

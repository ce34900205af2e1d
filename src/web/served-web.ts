/** What is a web, to somebody who serves it over HTTP? Answers by address, and the troubles that belong to it. */

export interface WebAnswer {
  readonly url: string;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

export const TROUBLES = [
  /** An internal error, always the same. */
  '500',
  /** Overloaded or too many requests, with Retry-After; better the next time. */
  '503',
  '429',
  /** The connection is reset before an answer; better the next time. */
  'reset',
  /** The answer comes late. */
  'slow',
  /** The head is whole, the body breaks off. */
  'truncated',
  /** The body comes in small pieces with pauses. */
  'drip',
  /** What comes is not HTTP. */
  'garbage',
  /** Nothing comes. */
  'hang',
] as const;

export type TroubleKind = (typeof TROUBLES)[number];

export interface Trouble {
  readonly kind: TroubleKind;
  /** Requests that meet it before all is well; Infinity: every one. */
  readonly times: number;
}

export interface ServedWeb {
  /** Names of the hosts, all different; they are spread over addresses in this order. */
  readonly hosts: readonly string[];
  /** Answers to an address such as `http://a.example/b?c`; undefined: nothing is there. */
  answer(url: string): WebAnswer | undefined;
  /** A trouble that the web itself has at this address. */
  troubleAt(url: string): Trouble | undefined;
}

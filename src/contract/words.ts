/**
 * Addresses and anchors of a page's links as bytes, so that main can keep and log them without making strings: written once,
 * by the lane.
 */
export interface LinkWords {
  /** UTF-8: of each link its address (ASCII), then its anchor, end to end. */
  readonly bytes: Uint8Array;
  /** Text n is `bytes[start[n] … start[n + 1]]`; link i has texts 2 i (address) and 2 i + 1 (anchor). */
  readonly start: Uint32Array;
}

/** One text within such bytes. */
export interface WordSpan {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Text n as a string. */
export function wordOf({ bytes, start }: LinkWords, n: number): string {
  const from = start[n] as number;
  const to = start[n + 1] as number;
  return from === to ? '' : decoder.decode(bytes.subarray(from, to));
}

/** Links whose words are strings. */
export interface WordSource {
  readonly count: number;
  url(i: number): string;
  anchor(i: number): string;
}

let scratch = Buffer.alloc(1 << 16);

/** The words of these links, in memory of their own; links that `without` marks (not 0) have none. */
export function packWords(links: WordSource, without?: Uint32Array): LinkWords {
  const start = new Uint32Array(2 * links.count + 1);
  let end = 0;
  for (let n = 0; n < 2 * links.count; n++) {
    if ((without?.[n >> 1] ?? 0) === 0)
      end = write(n % 2 === 0 ? links.url(n >> 1) : links.anchor(n >> 1), end);
    start[n + 1] = end;
  }
  return { bytes: Uint8Array.from(scratch.subarray(0, end)), start };
}

/** Returns the end. */
function write(text: string, at: number): number {
  if (at + 3 * text.length > scratch.length) {
    const larger = Buffer.alloc(2 * scratch.length + 3 * text.length);
    larger.set(scratch.subarray(0, at));
    scratch = larger;
  }
  return at + scratch.write(text, at);
}

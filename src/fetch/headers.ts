/**
 * What stands in the head of an answer? Names and values stay the bytes that came (at most `mostHeaderBytes` of them) and
 * become text only when asked for: a page needs five of its twenty headers. Values are latin1, as the wire has it.
 */

const NONE: readonly Buffer[] = [];

export class HeaderList {
  readonly #raw: readonly Buffer[];

  /** Names and values in turn. */
  constructor(raw: readonly Buffer[] = NONE) {
    this.#raw = raw;
  }

  /** Number of header lines. */
  get count(): number {
    return this.#raw.length >> 1;
  }

  /** First value of a lower-case name, or undefined. */
  get(name: string): string | undefined {
    const at = this.#find(name, 0);
    return at < 0 ? undefined : latin1(this.#raw[at + 1] as Buffer);
  }

  /** All values of a lower-case name, in the order in which they came. */
  all(name: string): string[] {
    const values: string[] = [];
    for (let i = this.#find(name, 0); i >= 0; i = this.#find(name, i + 2))
      values.push(latin1(this.#raw[i + 1] as Buffer));
    return values;
  }

  /** First value of a lower-case name as it came. */
  bytesOf(name: string): Uint8Array | undefined {
    const at = this.#find(name, 0);
    return at < 0 ? undefined : this.#raw[at + 1];
  }

  /** All lines as they came, each ended by CR LF; latin1. For archives. */
  text(): string {
    let text = '';
    for (let i = 0; i + 1 < this.#raw.length; i += 2)
      text += `${latin1(this.#raw[i] as Buffer)}: ${latin1(this.#raw[i + 1] as Buffer)}\r\n`;
    return text;
  }

  /** Every line: lower-case name, value. */
  *[Symbol.iterator](): Generator<readonly [string, string]> {
    for (let i = 0; i + 1 < this.#raw.length; i += 2)
      yield [latin1(this.#raw[i] as Buffer).toLowerCase(), latin1(this.#raw[i + 1] as Buffer)] as const;
  }

  #find(name: string, from: number): number {
    const raw = this.#raw;
    for (let i = from; i + 1 < raw.length; i += 2) if (isNamed(raw[i] as Uint8Array, name)) return i;
    return -1;
  }
}

function isNamed(bytes: Uint8Array, name: string): boolean {
  if (bytes.length !== name.length) return false;
  for (let i = 0; i < name.length; i++) {
    const byte = bytes[i] as number;
    const lower = byte >= 65 && byte <= 90 ? byte + 32 : byte;
    if (lower !== name.charCodeAt(i)) return false;
  }
  return true;
}

const latin1 = (bytes: Buffer): string => bytes.toString('latin1');

/**
 * The Location of an answer as text: bytes above 127 percent-encoded as they came, since servers send UTF-8, latin1 and
 * anything else without saying which, and the escaped bytes are what they want to be asked for.
 */
export function locationOf(headers: HeaderList): string {
  const bytes = headers.bytesOf('location');
  if (bytes === undefined) return '';
  let text = '';
  for (const byte of bytes)
    text += byte > 127 ? `%${byte.toString(16).toUpperCase()}` : String.fromCharCode(byte);
  return text.trim();
}

/**
 * Markup as it comes in pieces, to open tags, close tags and text; for listings, which are small XML written by anyone.
 * Nothing is a fault: a stray `<` is text, a tag ends at `>` or where the next one begins, comments, declarations and
 * instructions are passed over, entities are never declared (so none can grow) and never swallow what follows.
 * Invariant: at most MOST_TAG characters are kept between two pieces, and each character is looked at a bounded number
 * of times. Not a validating parser: docs/decisions/0105 tells why it is not a package.
 */

export interface XmlEvents {
  /** `attributes`: what stands behind the name in the tag, as written. A tag `<a/>` opens and closes. */
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** References are not decoded yet. `isLiteral`: from CDATA, where nothing is to be decoded. */
  text(text: string, isLiteral: boolean): void;
}

/** A tag that is longer is no tag. */
const MOST_TAG = 8192;
/** As many characters tell the longest opening, `<![CDATA[`. */
const LONGEST_OPENING = 9;
const TAG_NAME = /[^\s/<>]+/y;
const NAME_START = /[A-Za-z_:\x80-\uffff]/;

const GREATER = 0x3e;
const LESS = 0x3c;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;

/**
 * Place of the `>` that ends the tag, or of the `<` that cuts it off, or −1 when neither came yet. A quote that is open
 * where the next tag begins was never closed: then the first `>` behind it ends the tag.
 */
function tagEnd(text: string, from: number): number {
  let quote = 0;
  let quoted = -1;
  const most = Math.min(text.length, from + MOST_TAG);
  for (let i = from; i < most; i++) {
    const code = text.charCodeAt(i);
    if (code === LESS) return quote === 0 || quoted < 0 ? i : quoted;
    if (quote === 0) {
      if (code === GREATER) return i;
      if (code === QUOTE || code === APOSTROPHE) quote = code;
    } else if (code === quote) {
      quote = 0;
      quoted = -1;
    } else if (code === GREATER && quoted < 0) {
      quoted = i;
    }
  }
  return -1;
}

export class XmlScanner {
  readonly #events: XmlEvents;
  #rest = '';
  /** What ends the part that is being passed over or, in CDATA, taken literally; empty in content. */
  #terminator = '';

  constructor(events: XmlEvents) {
    this.#events = events;
  }

  write(piece: string): void {
    const text = this.#rest + piece;
    this.#rest = '';
    let at = 0;
    while (at < text.length) {
      const next = this.#terminator === '' ? this.#content(text, at) : this.#pass(text, at);
      if (next < 0) break;
      at = next;
    }
  }

  /** Goes on behind the terminator, or keeps what may be its beginning and gives −1. */
  #pass(text: string, at: number): number {
    const end = this.#terminator;
    if (end === '[>') return this.#doctype(text, at);
    const found = text.indexOf(end, at);
    const stop = found < 0 ? Math.max(at, text.length - end.length + 1) : found;
    if (end === ']]>' && stop > at) this.#events.text(text.slice(at, stop), true);
    if (found < 0) {
      this.#rest = text.slice(stop);
      return -1;
    }
    this.#terminator = end === ']' ? '[>' : '';
    return found + end.length;
  }

  /** A document type ends at `>`; what stands between brackets in it is passed over first. */
  #doctype(text: string, at: number): number {
    while (at < text.length && text[at] !== '[' && text[at] !== '>') at++;
    if (at === text.length) return -1;
    this.#terminator = text[at] === '[' ? ']' : '';
    return at + 1;
  }

  #content(text: string, at: number): number {
    const less = text.indexOf('<', at);
    const stop = less < 0 ? text.length : less;
    if (stop > at) this.#events.text(text.slice(at, stop), false);
    if (less < 0) return -1;
    const opening = text.slice(less, less + LONGEST_OPENING);
    if (opening.startsWith('<!') || opening.startsWith('<?')) return this.#declaration(text, less, opening);
    return this.#tag(text, less);
  }

  #declaration(text: string, less: number, opening: string): number {
    if (opening.length < LONGEST_OPENING && !opening.includes('>')) return this.#await(text, less);
    if (opening.startsWith('<!--')) this.#terminator = '-->';
    else if (opening === '<![CDATA[') this.#terminator = ']]>';
    else if (/^<!doctype$/i.test(opening)) this.#terminator = '[>';
    else this.#terminator = '>';
    return less + (this.#terminator === '-->' ? 4 : this.#terminator === '>' ? 2 : LONGEST_OPENING);
  }

  #tag(text: string, less: number): number {
    const isClose = text[less + 1] === '/';
    const start = less + (isClose ? 2 : 1);
    if (start >= text.length) return this.#await(text, less);
    if (!NAME_START.test(text.charAt(start))) return this.#stray(less);
    const end = tagEnd(text, start);
    if (end < 0) return text.length - start < MOST_TAG ? this.#await(text, less) : this.#stray(less);
    TAG_NAME.lastIndex = start;
    const name = TAG_NAME.exec(text)?.[0] ?? '';
    if (isClose) this.#events.close(name);
    else this.#openTag(name, text.slice(start + name.length, end));
    return text.charCodeAt(end) === GREATER ? end + 1 : end;
  }

  #openTag(name: string, attributes: string): void {
    this.#events.open(name, attributes);
    if (attributes.endsWith('/')) this.#events.close(name);
  }

  #stray(less: number): number {
    this.#events.text('<', false);
    return less + 1;
  }

  #await(text: string, from: number): number {
    this.#rest = text.slice(from);
    return -1;
  }
}

/**
 * Reads the regular expressions of --include and --exclude into a tree. The syntax is JavaScript's without what cannot be
 * matched in linear time or has no use on an address: no look-around, no back references.
 */
import { usageFault } from '../kit/fault.js';

export type AssertKind = 'start' | 'end' | 'boundary' | 'noBoundary';

export type PatternNode =
  /** One character out of 128: 1 where it fits. */
  | { readonly kind: 'set'; readonly set: Uint8Array }
  | { readonly kind: 'assert'; readonly assert: AssertKind }
  | { readonly kind: 'row'; readonly item: readonly PatternNode[] }
  | { readonly kind: 'either'; readonly item: readonly PatternNode[] }
  /** `most` is Infinity when there is no end. */
  | { readonly kind: 'repeat'; readonly item: PatternNode; readonly least: number; readonly most: number };

const MAX_PATTERN_LENGTH = 1000;
const WORD = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_';
const CONTROL: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' };
const CLASSES: Readonly<Record<string, string>> = { d: '0123456789', w: WORD, s: ' \t\n\r\f\v' };

export function setOf(characters: string, isNegated = false): Uint8Array {
  const set = new Uint8Array(128).fill(isNegated ? 1 : 0);
  for (const character of characters) set[character.charCodeAt(0)] = isNegated ? 0 : 1;
  return set;
}

/** Throws a usage fault that says what to write instead. */
export function parsePattern(text: string): PatternNode {
  if (text.length > MAX_PATTERN_LENGTH)
    throw usageFault('SCOPE_PATTERN', `A pattern may have at most ${MAX_PATTERN_LENGTH} characters.`);
  return new Reader(text).whole();
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): PatternNode {
    const node = this.#either();
    if (this.#at < this.#text.length)
      throw this.#fault('has a ")" without its "("; write \\) for the character');
    return node;
  }

  #fault(what: string): Error {
    return usageFault('SCOPE_PATTERN', `The pattern "${this.#text}" ${what}.`);
  }

  #takes(mark: string): boolean {
    if (!this.#text.startsWith(mark, this.#at)) return false;
    this.#at += mark.length;
    return true;
  }

  #either(): PatternNode {
    const item = [this.#row()];
    while (this.#takes('|')) item.push(this.#row());
    return item.length === 1 ? (item[0] as PatternNode) : { kind: 'either', item };
  }

  #row(): PatternNode {
    const item: PatternNode[] = [];
    while (this.#at < this.#text.length && !/[|)]/.test(this.#text[this.#at] as string))
      item.push(this.#repeated(this.#atom()));
    return { kind: 'row', item };
  }

  #repeated(item: PatternNode): PatternNode {
    const found = /^(?:([*+?])|\{(\d{1,3})(?:(,)(\d{1,3})?)?\})\??/.exec(
      this.#text.slice(this.#at, this.#at + 12),
    );
    if (found === null) return item;
    if (item.kind === 'assert') throw this.#fault('repeats an anchor, which means nothing');
    this.#at += found[0].length;
    const [, mark, low = '', comma, high] = found;
    const least = mark === undefined ? Number(low) : mark === '+' ? 1 : 0;
    const most =
      mark === undefined ? this.#mostOf(least, comma, high) : mark === '?' ? 1 : Number.POSITIVE_INFINITY;
    if (/^(?:[*+?]|\{\d)/.test(this.#text.slice(this.#at, this.#at + 2)))
      throw this.#fault('repeats a repetition; put the inner one in ( )');
    return { kind: 'repeat', item, least, most };
  }

  #mostOf(least: number, comma: string | undefined, high: string | undefined): number {
    if (comma === undefined) return least;
    const most = high === undefined ? Number.POSITIVE_INFINITY : Number(high);
    if (most < least) throw this.#fault('has a repetition whose numbers are in the wrong order');
    return most;
  }

  #atom(): PatternNode {
    const character = this.#character();
    if (character === '(') return this.#group();
    if (character === '[') return { kind: 'set', set: this.#bracket() };
    if (character === '.') return { kind: 'set', set: setOf('\n\r', true) };
    if (character === '^') return { kind: 'assert', assert: 'start' };
    if (character === '$') return { kind: 'assert', assert: 'end' };
    if (character === '\\') return this.#escape();
    if ('*+?'.includes(character))
      throw this.#fault(
        `has nothing before "${character}"; write .* for any text and \\${character} for the character`,
      );
    return literal(character);
  }

  /** The next character, whole when it takes two units. */
  #character(): string {
    const character = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    return character;
  }

  #group(): PatternNode {
    if (this.#takes('?') && !this.#takes(':')) {
      const name = /^<[A-Za-z_$][\w$]*>/.exec(this.#text.slice(this.#at));
      if (name === null)
        throw this.#fault('looks ahead or behind, which is not supported; use --include and --exclude');
      this.#at += name[0].length;
    }
    const inside = this.#either();
    if (!this.#takes(')')) throw this.#fault('has a "(" without its ")"; write \\( for the character');
    return inside;
  }

  #escape(): PatternNode {
    const character = this.#text[this.#at] ?? '';
    if (character === 'b' || character === 'B') {
      this.#at++;
      return { kind: 'assert', assert: character === 'b' ? 'boundary' : 'noBoundary' };
    }
    if (/[1-9k]/.test(character)) throw this.#fault('refers back to a group, which is not supported');
    return { kind: 'set', set: this.#escapedSet() };
  }

  /** What stands behind a backslash, in and outside brackets. */
  #escapedSet(): Uint8Array {
    if (this.#at >= this.#text.length) throw this.#fault('ends in a backslash; write \\\\ for the character');
    const character = this.#character();
    const members = CLASSES[character.toLowerCase()];
    if (members !== undefined) return setOf(members, character !== character.toLowerCase());
    const code = /^(?:x([\da-f]{2})|u([\da-f]{4}))/i.exec(this.#text.slice(this.#at - 1, this.#at + 4));
    if (code !== null) this.#at += code[0].length - 1;
    const meant =
      code === null
        ? (CONTROL[character] ?? character)
        : String.fromCharCode(Number.parseInt(code[1] ?? code[2] ?? '', 16));
    if (code === null && CONTROL[character] === undefined && /[A-Za-z0-9]/.test(character))
      throw this.#fault(`has the escape "\\${character}", which means nothing`);
    return this.#ascii(meant);
  }

  #ascii(character: string): Uint8Array {
    if (character.charCodeAt(0) > 127)
      throw this.#fault(
        'has a character outside ASCII where one character must stand; addresses hold it as %XX',
      );
    return setOf(character);
  }

  #bracket(): Uint8Array {
    const isNegated = this.#takes('^');
    const set = new Uint8Array(128);
    while (!this.#takes(']')) {
      const low = this.#member();
      if (this.#text[this.#at] !== '-' || this.#text.startsWith('-]', this.#at)) addMembers(set, low);
      else {
        this.#at++;
        this.#addRange(set, low, this.#member());
      }
    }
    return isNegated ? set.map(bit => 1 - bit) : set;
  }

  /** A hyphen beside a class such as \w is a hyphen. */
  #addRange(set: Uint8Array, low: Uint8Array, high: Uint8Array): void {
    const [from, to] = [onlyMember(low), onlyMember(high)];
    if (from >= 0 && to >= 0 && from > to) throw this.#fault('has a range in the wrong order');
    if (from >= 0 && to >= 0) set.fill(1, from, to + 1);
    else for (const part of [low, high, setOf('-')]) addMembers(set, part);
  }

  #member(): Uint8Array {
    if (this.#at >= this.#text.length)
      throw this.#fault('has a "[" without its "]"; write \\[ for the character');
    if (!this.#takes('\\')) return this.#ascii(this.#character());
    return this.#takes('b') ? setOf('\b') : this.#escapedSet();
  }
}

/** The one character of a set, or -1. */
function onlyMember(set: Uint8Array): number {
  const first = set.indexOf(1);
  return set.indexOf(1, first + 1) < 0 ? first : -1;
}

function addMembers(set: Uint8Array, more: Uint8Array): void {
  for (let code = 0; code < 128; code++) set[code] = (set[code] as number) | (more[code] as number);
}

/** A character as addresses hold it: outside ASCII that is a row of escapes, such as %E4%B8%AD. */
function literal(character: string): PatternNode {
  const isLoneSurrogate = /^[\ud800-\udfff]$/.test(character);
  const written =
    character.charCodeAt(0) > 127 ? encodeURIComponent(isLoneSurrogate ? '\ufffd' : character) : character;
  const item = [...written].map(one => ({ kind: 'set', set: setOf(one) }) as const);
  return item.length === 1 ? (item[0] as PatternNode) : { kind: 'row', item };
}

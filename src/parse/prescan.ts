/**
 * What does the document itself say about its charset? WHATWG's prescan of the first bytes (html.spec.whatwg.org
 * §13.2.3.2): `<meta charset>`, `<meta http-equiv=content-type content=…>`, else the XML declaration. Also the declared
 * language, which decides the default when nothing else does.
 */
import { labelIn, nameOfLabel } from './label.js';
import { latin1 } from './windows-1252.js';

const SPACE = /[\t\n\f\r ]/;

interface Attribute {
  readonly name: string;
  readonly value: string;
}

/** A cursor over Latin-1 text, one character a byte. */
class Scan {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  pass(pattern: RegExp): void {
    while (this.at < this.text.length && pattern.test(this.text[this.at] as string)) this.at++;
  }

  take(end: RegExp): string {
    const start = this.at;
    while (this.at < this.text.length && !end.test(this.text[this.at] as string)) this.at++;
    return this.text.slice(start, this.at);
  }

  jumpPast(mark: string): void {
    const found = this.text.indexOf(mark, this.at);
    this.at = found < 0 ? this.text.length : found + mark.length;
  }

  /** The next attribute of the tag, or undefined at its end. */
  attribute(): Attribute | undefined {
    this.pass(/[\t\n\f\r /]/);
    const first = this.text[this.at];
    if (first === undefined || first === '>') return undefined;
    this.at++;
    const name = (first + this.take(/[\t\n\f\r =/>]/)).toLowerCase();
    this.pass(SPACE);
    if (this.text[this.at] !== '=') return { name, value: '' };
    this.at++;
    this.pass(SPACE);
    return { name, value: this.#value() };
  }

  /** A value that does not end within the text is no value. */
  #value(): string {
    const quote = this.text[this.at];
    if (quote !== '"' && quote !== "'") return this.take(/[\t\n\f\r >]/);
    const end = this.text.indexOf(quote, this.at + 1);
    const value = end < 0 ? '' : this.text.slice(this.at + 1, end);
    this.at = end < 0 ? this.text.length : end + 1;
    return value;
  }
}

/** UTF-16 cannot be: the bytes were read as ASCII. */
function declaredName(label: string): string | undefined {
  const name = nameOfLabel(label);
  return name?.startsWith('utf-16') ? 'utf-8' : name;
}

function metaCharset(scan: Scan): string | undefined {
  const seen = new Map<string, string>();
  for (let next = scan.attribute(); next !== undefined; next = scan.attribute()) {
    if (!seen.has(next.name)) seen.set(next.name, next.value);
  }
  if (scan.at >= scan.text.length) return undefined;
  const charset = seen.get('charset');
  if (charset !== undefined) return declaredName(charset);
  if (seen.get('http-equiv')?.trim().toLowerCase() !== 'content-type') return undefined;
  const label = labelIn(seen.get('content') ?? '');
  return label === undefined ? undefined : declaredName(label);
}

function skipMarkup(scan: Scan): void {
  if (scan.text.startsWith('!--', scan.at)) {
    scan.at += 1;
    scan.jumpPast('-->');
  } else if (/^\/?[a-z]/i.test(scan.text.slice(scan.at, scan.at + 2))) {
    scan.take(/[\t\n\f\r >]/);
    while (scan.attribute() !== undefined);
  } else if (/[!/?]/.test(scan.text[scan.at] ?? '')) scan.jumpPast('>');
}

function xmlCharset(text: string): string | undefined {
  if (!text.startsWith('<?xml')) return undefined;
  const found = /^[^>]*?\sencoding\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(text);
  const label = found?.[1] ?? found?.[2];
  return label === undefined ? undefined : declaredName(label);
}

/** Name of the declared charset within the first `most` bytes, or undefined. Linear in `most`. */
export function prescan(bytes: Uint8Array, most: number): string | undefined {
  const scan = new Scan(latin1(bytes, most));
  for (;;) {
    scan.jumpPast('<');
    if (scan.at >= scan.text.length) return xmlCharset(scan.text);
    if (/^meta[\t\n\f\r /]/i.test(scan.text.slice(scan.at, scan.at + 5))) {
      scan.at += 4;
      const name = metaCharset(scan);
      if (name !== undefined) return name;
    } else skipMarkup(scan);
  }
}

/** The first language declared in the first 4,096 bytes, lower case, or an empty string. */
export function declaredLanguage(bytes: Uint8Array): string {
  const text = latin1(bytes, 4096);
  const found =
    /[\s:]lang\s*=\s*["']?([a-z]{2,3}(?:-[a-z0-9]{2,8})*)/i.exec(text) ??
    /content-language["']?\s+content\s*=\s*["']?([a-z]{2,3}(?:-[a-z0-9]{2,8})*)/i.exec(text);
  return found?.[1]?.toLowerCase() ?? '';
}

/**
 * Where does a statement of SQL end? Reads lines as they come and gives back whole statements: a semicolon counts only
 * outside strings, names, comments and dollar quotes. Every character is looked at once.
 */

type State = 'code' | 'string' | 'name' | 'line' | 'block' | 'dollar';

const OPENING: Readonly<Record<string, State>> = { "'": 'string', '"': 'name' };
const DOLLAR = /\$(?:[A-Za-z_][A-Za-z_0-9]{0,62})?\$/y;

export class StatementReader {
  #parts: string[] = [];
  #state: State = 'code';
  #depth = 0;
  #tag = '';
  #hasCode = false;

  /** True while a statement has begun and not ended. */
  get isOpen(): boolean {
    return this.#hasCode || this.#state === 'block';
  }

  /** Takes a line without its end; returns the statements that it completes, without their semicolons. */
  push(line: string): string[] {
    const done: string[] = [];
    let from = 0;
    for (let at = 0; at < line.length; ) {
      if (this.#state === 'code' && line[at] === ';') {
        this.#parts.push(line.slice(from, at));
        this.#end(done);
        from = at + 1;
      }
      at = this.#step(line, at);
    }
    if (this.#state === 'line') this.#state = 'code';
    this.#parts.push(line.slice(from), '\n');
    return done;
  }

  /** What is left when the input ends: a last statement without a semicolon, or undefined. */
  finish(): string | undefined {
    const done: string[] = [];
    this.#end(done);
    return done[0];
  }

  /** Forgets what was begun. */
  clear(): void {
    this.#parts = [];
    this.#state = 'code';
    this.#hasCode = false;
  }

  #end(done: string[]): void {
    if (this.#hasCode) done.push(this.#parts.join('').trim());
    this.clear();
  }

  /** Looks at the character and returns the place of the next one. */
  #step(line: string, at: number): number {
    switch (this.#state) {
      case 'code':
        return this.#stepCode(line, at);
      case 'string':
        if (line[at] === "'") this.#state = 'code';
        return at + 1;
      case 'name':
        if (line[at] === '"') this.#state = 'code';
        return at + 1;
      case 'line':
        return line.length;
      case 'block':
        return this.#stepBlock(line, at);
      case 'dollar': {
        const close = line.indexOf(this.#tag, at);
        if (close < 0) return line.length;
        this.#state = 'code';
        return close + this.#tag.length;
      }
      default:
        return this.#state satisfies never;
    }
  }

  #stepCode(line: string, at: number): number {
    const character = line[at] as string;
    const pair = line.slice(at, at + 2);
    if (pair === '--') this.#state = 'line';
    else if (pair === '/*') {
      this.#state = 'block';
      this.#depth = 1;
    }
    if (this.#state !== 'code') return at + 2;
    if (character !== ';' && character.trim() !== '') this.#hasCode = true;
    if (character === '$') return this.#stepDollar(line, at);
    this.#state = OPENING[character] ?? 'code';
    return at + 1;
  }

  #stepDollar(line: string, at: number): number {
    DOLLAR.lastIndex = at;
    const tag = DOLLAR.exec(line)?.[0];
    if (tag === undefined) return at + 1;
    this.#state = 'dollar';
    this.#tag = tag;
    return at + tag.length;
  }

  #stepBlock(line: string, at: number): number {
    const pair = line.slice(at, at + 2);
    if (pair === '/*') this.#depth++;
    else if (pair === '*/') this.#depth--;
    else return at + 1;
    if (this.#depth === 0) this.#state = 'code';
    return at + 2;
  }
}

/** The statements of a whole text. */
export function statementsOf(text: string): string[] {
  const reader = new StatementReader();
  const statements = text.split('\n').flatMap(line => reader.push(line));
  const last = reader.finish();
  return last === undefined ? statements : [...statements, last];
}

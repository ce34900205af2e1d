/**
 * parse5's tokenizer with short cuts: runs of text, whole tags and comments are taken with searches and slices where
 * parse5 takes a character at a time. Whatever is odd (references, NUL, an end inside a tag) is left to parse5's own
 * states, at the place and in the state where they would be. Gives the tokens of parse5, save that comments are empty,
 * text may come in fewer pieces where the tree builder does not care, and places in the source are not kept.
 *
 * Wants text without CR (a standard's parser makes LF of it before anything else). docs/decisions/0054.
 */
import {
  type DefaultTreeAdapterMap,
  InsertionMode,
  type Parser,
  Token,
  Tokenizer,
  TokenizerMode,
} from 'parse5';
import { TagNames } from './tag-names.js';

type State = Tokenizer['state'];
const { DATA, RCDATA, RAWTEXT, SCRIPT_DATA } = TokenizerMode;
/** Numbers of states that parse5 does not export; `isKnownTokenizer` holds them against it. */
const BEFORE_NAME = 31 as State;
const DOUBLE_QUOTED = 35 as State;
const SINGLE_QUOTED = 36 as State;
const UNQUOTED = 37 as State;
const COMMENT = 44 as State;

const { CHARACTER, WHITESPACE_CHARACTER } = Token.TokenType;

/** From this many on parse5 looks for doubles in its own way. */
const MOST_ATTRIBUTES = 60;

const isSpace = (unit: number): boolean => unit === 32 || unit === 10 || unit === 9 || unit === 12;
const isLetter = (unit: number): boolean => (unit | 32) >= 97 && (unit | 32) <= 122;

function afterSpace(html: string, from: number): number {
  let at = from;
  while (isSpace(html.charCodeAt(at))) at++;
  return at;
}

/** Where a character comes next. Questions go forward only, so each text is searched once. */
class Next {
  readonly #html: string;
  readonly #sign: string;
  #at = -1;

  constructor(html: string, sign: string) {
    this.#html = html;
    this.#sign = sign;
  }

  /** The first place at or behind `from`, or the length of the text. */
  from(from: number): number {
    if (this.#at < from) {
      const found = this.#html.indexOf(this.#sign, from);
      this.#at = found < 0 ? this.#html.length : found;
    }
    return this.#at;
  }
}

const names = new TagNames();

export class QuickTokenizer extends Tokenizer {
  readonly #parser: Parser<DefaultTreeAdapterMap>;
  #html = '';
  #open = new Next('', '<');
  #dash = new Next('', '-');
  #reference = new Next('', '&');
  #nul = new Next('', '\0');
  #double = new Next('', '"');
  #single = new Next('', "'");

  constructor(parser: Parser<DefaultTreeAdapterMap>) {
    super(parser.options, parser);
    this.#parser = parser;
  }

  /** Reads a whole text, without CR. */
  read(html: string): void {
    this.#html = html;
    this.#open = new Next(html, '<');
    this.#dash = new Next(html, '-');
    this.#reference = new Next(html, '&');
    this.#nul = new Next(html, '\0');
    this.#double = new Next(html, '"');
    this.#single = new Next(html, "'");
    this.preprocessor.bufferWaterline = Number.POSITIVE_INFINITY;
    this.write(html, true);
  }

  protected override _runParsingLoop(): void {
    const { preprocessor } = this;
    while (this.active) {
      this.#hurry(preprocessor.pos + 1);
      this._callState(preprocessor.advance());
    }
  }

  /** Goes as far as the short cuts go. */
  #hurry(at: number): void {
    const { state } = this;
    if (state === DATA) this.#data();
    else if (state === BEFORE_NAME) this.#attributes(this.currentToken as Token.TagToken, at);
    else if (state === DOUBLE_QUOTED) this.#extend(at, this.#special(at, this.#double.from(at)));
    else if (state === SINGLE_QUOTED) this.#extend(at, this.#special(at, this.#single.from(at)));
    else if (state === RCDATA) this.#text(at, this.#special(at, this.#open.from(at)));
    else if (state === RAWTEXT || state === SCRIPT_DATA) {
      this.#text(at, Math.min(this.#open.from(at), this.#nul.from(at)));
    } else if (state === COMMENT) {
      this.preprocessor.pos = Math.min(this.#open.from(at), this.#dash.from(at)) - 1;
    }
  }

  /** The next reference or NUL, if before `end`. */
  #special(at: number, end: number): number {
    return Math.min(end, this.#reference.from(at), this.#nul.from(at));
  }

  #data(): void {
    while (this.state === DATA) {
      const at = this.preprocessor.pos + 1;
      const open = this.#open.from(at);
      if (open === at) {
        if (!this.#tag(at + 1)) return;
      } else {
        const end = this.#special(at, open);
        if (end === at) return;
        this.#text(at, end);
      }
    }
  }

  /** Text up to `end`, or its first piece where the tree builder tells white space from other text. */
  #text(at: number, end: number): void {
    if (at >= end) return;
    let isBlank = isSpace(this.#html.charCodeAt(at));
    let to = end;
    if (this.#isAllText()) {
      if (isBlank)
        isBlank = afterSpace(this.#html, at) >= end && this.currentCharacterToken?.type !== CHARACTER;
    } else {
      to = at + 1;
      while (to < end && isSpace(this.#html.charCodeAt(to)) === isBlank) to++;
    }
    const type = isBlank ? WHITESPACE_CHARACTER : CHARACTER;
    if (this.currentCharacterToken?.type !== type) this._ensureCharacterToken(type);
    this.#extend(at, to);
  }

  /** Does the tree builder do the same with white space as with the text beside it? */
  #isAllText(): boolean {
    const { insertionMode: mode, skipNextNewLine } = this.#parser;
    if (skipNextNewLine || this.inForeignNode) return false;
    return (
      mode === InsertionMode.IN_BODY ||
      mode === InsertionMode.IN_CELL ||
      mode === InsertionMode.TEXT ||
      mode === InsertionMode.IN_CAPTION
    );
  }

  /** Adds a piece of the text to what is being built. */
  #extend(from: number, to: number): void {
    if (from >= to) return;
    if (from !== this.runEnd) {
      this._flushRun('');
      this.runStart = from;
    }
    this.runEnd = to;
    this.preprocessor.pos = to - 1;
  }

  /** A tag whose name or solidus stands at `from`; false when it is for parse5 from its start. */
  #tag(from: number): boolean {
    const html = this.#html;
    const isEnd = html.charCodeAt(from) === 0x2f;
    const start = isEnd ? from + 1 : from;
    if (!isLetter(html.charCodeAt(start))) return false;
    const name = names.read(html, start);
    if (name === '' || html.charCodeAt(names.end) === 0x3d) return false;
    if (isEnd) this._createEndTagToken();
    else this._createStartTagToken();
    const token = this.currentToken as Token.TagToken;
    token.tagName = name;
    this.#attributes(token, names.end);
    return true;
  }

  #attributes(token: Token.TagToken, from: number): void {
    const html = this.#html;
    let at = from;
    while (token.attrs.length < MOST_ATTRIBUTES) {
      at = afterSpace(html, at);
      const unit = html.charCodeAt(at);
      if (unit === 0x3e || (unit === 0x2f && html.charCodeAt(at + 1) === 0x3e)) {
        if (unit === 0x2f) token.selfClosing = true;
        this.preprocessor.pos = unit === 0x2f ? at + 1 : at;
        this.state = DATA;
        this.emitCurrentTagToken();
        return;
      }
      const name = names.read(html, at);
      if (name === '') break;
      at = afterSpace(html, names.end);
      this._createAttr(name);
      this._leaveAttrName();
      if (html.charCodeAt(at) !== 0x3d) continue;
      at = this.#value(afterSpace(html, at + 1));
      if (at < 0) return;
    }
    this.preprocessor.pos = at - 1;
    this.state = BEFORE_NAME;
  }

  /** The value of the attribute; returns where it ends, or -1 when parse5 has to read on inside it. */
  #value(at: number): number {
    const html = this.#html;
    const unit = html.charCodeAt(at);
    if (unit === 0x22) return this.#quoted(at + 1, this.#double.from(at + 1), DOUBLE_QUOTED);
    if (unit === 0x27) return this.#quoted(at + 1, this.#single.from(at + 1), SINGLE_QUOTED);
    let end = at;
    for (; end < html.length; end++) {
      const next = html.charCodeAt(end);
      if (next === 0x3e || isSpace(next)) break;
    }
    const stop = this.#quoted(at, end, UNQUOTED);
    return stop < 0 ? stop : end;
  }

  #quoted(at: number, end: number, state: State): number {
    const stop = this.#special(at, end);
    if (stop === end && end < this.#html.length) {
      this.currentAttr.value = this.#html.slice(at, end);
      return end + 1;
    }
    this.preprocessor.pos = at - 1;
    this.state = state;
    this.#extend(at, stop);
    return -1;
  }
}

/** Is this the parse5 that the short cuts were written for? Otherwise they are not taken. */
export function isKnownTokenizer(): boolean {
  const handler = { onCharacter() {}, onComment() {} } as unknown as ConstructorParameters<
    typeof Tokenizer
  >[1];
  const stateAfter = (html: string): State => {
    const tokenizer = new Tokenizer({}, handler);
    tokenizer.write(html, false);
    return tokenizer.state;
  };
  return (
    stateAfter('<a ') === BEFORE_NAME &&
    stateAfter('<a b="c') === DOUBLE_QUOTED &&
    stateAfter("<a b='c") === SINGLE_QUOTED &&
    stateAfter('<a b=c') === UNQUOTED &&
    stateAfter('<!--c') === COMMENT
  );
}

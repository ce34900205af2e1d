/**
 * Text leaves to one string: white space collapsed, blocks and line breaks as one '\n', no white space at either end of
 * a line. Keeps the runs (one a leaf) and the blocks they stand in.
 *
 * A block is what stands between two block boundaries and holds text or a link; an empty one is an empty slice.
 */
import { RUN } from '../contract/document.js';
import { collapse } from './element.js';

/** Characters of text and runs kept; what comes after is dropped and `isFull` says so. */
export const MOST_TEXT = 4_000_000;
export const MOST_RUNS = 200_000;

const NOTHING = 0;
const SPACE = 1;
const LINE = 2;

export class TextFlow {
  text = '';
  /** RUN.length ints a run. */
  readonly runs: number[] = [];
  readonly blockStart: number[] = [];
  readonly blockEnd: number[] = [];
  isFull = false;
  /** The open block, or -1 at a boundary. */
  #block = -1;
  #pending = NOTHING;

  get runCount(): number {
    return this.runs.length / RUN.length;
  }

  /** Ends the block, if one is open. */
  boundary(): void {
    this.#block = -1;
    this.#pending = NOTHING;
  }

  lineBreak(): void {
    this.#pending = LINE;
  }

  /** Number of the open block; opens an empty one at a boundary. */
  openBlock(): number {
    if (this.#block < 0) {
      this.#block = this.blockStart.length;
      this.blockStart.push(this.text.length);
      this.blockEnd.push(this.text.length);
    }
    return this.#block;
  }

  /** Adds a leaf; `flags` are RUN_FLAG bits. Leaves of white space only part words. */
  add(value: string, flags: number): void {
    const piece = collapse(value);
    const start = piece.startsWith(' ') ? 1 : 0;
    const end = piece.endsWith(' ') ? piece.length - 1 : piece.length;
    if (start >= end) {
      if (start > 0) this.#space();
      return;
    }
    if (start > 0) this.#space();
    this.#append(start > 0 || end < piece.length ? piece.slice(start, end) : piece, flags);
    if (end < piece.length) this.#space();
  }

  #space(): void {
    if (this.#pending === NOTHING) this.#pending = SPACE;
  }

  #append(words: string, flags: number): void {
    const block = this.openBlock();
    const isFirst = this.blockStart[block] === this.blockEnd[block];
    const gap =
      this.text === '' ? '' : isFirst || this.#pending === LINE ? '\n' : this.#pending === SPACE ? ' ' : '';
    const start = this.text.length + gap.length;
    const end = start + words.length;
    if (this.isFull || end > MOST_TEXT || this.runCount >= MOST_RUNS) {
      this.isFull = true;
      return;
    }
    this.text += gap + words;
    this.runs.push(start, end, block, flags);
    if (isFirst) this.blockStart[block] = start;
    this.blockEnd[block] = end;
    this.#pending = NOTHING;
  }
}

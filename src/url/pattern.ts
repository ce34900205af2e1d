/**
 * The regular expressions of --include and --exclude, matched in time linear in the address whatever the pattern is:
 * addresses are hostile, and backtracking takes seconds on `a.*b.*c`. Like RegExp's `test`, it matches anywhere unless
 * anchored. Here the tree of a pattern becomes steps; `pattern-machine` walks them.
 */
import { usageFault } from '../kit/fault.js';
import { type Fork, Machine, type Step } from './pattern-machine.js';
import { type PatternNode, parsePattern } from './pattern-syntax.js';

/** Parts of a pattern once its repetitions are written out: bounds the work a character. */
const MAX_PARTS = 2000;

/** Whether a canonical address (ASCII) matches. Throws a usage fault on a pattern that cannot be used. */
export function compilePattern(text: string): (url: string) => boolean {
  const program = new Program(text);
  program.emit(parsePattern(text));
  program.step.push({ kind: 'match' });
  const machine = new Machine(program.step);
  return url => machine.test(url);
}

class Program {
  readonly step: Step[] = [];
  readonly #text: string;
  #parts = 0;

  constructor(text: string) {
    this.#text = text;
  }

  emit(node: PatternNode): void {
    if (++this.#parts > MAX_PARTS)
      throw usageFault(
        'SCOPE_PATTERN',
        `The pattern "${this.#text}" is too large; write smaller repetitions.`,
      );
    if (node.kind === 'row') for (const item of node.item) this.emit(item);
    else if (node.kind === 'either') this.#either(node.item);
    else if (node.kind === 'repeat') this.#repeat(node);
    else this.step.push(node);
  }

  #fork(first: number, second: number): Fork {
    const fork: Fork = { kind: 'fork', first, second };
    this.step.push(fork);
    return fork;
  }

  #either(item: readonly PatternNode[]): void {
    const leave: Fork[] = [];
    for (const one of item.slice(0, -1)) {
      const fork = this.#fork(this.step.length + 1, 0);
      this.emit(one);
      leave.push(this.#fork(0, 0));
      fork.second = this.step.length;
    }
    this.emit(item.at(-1) as PatternNode);
    for (const jump of leave) jump.first = jump.second = this.step.length;
  }

  #repeat({ item, least, most }: Extract<PatternNode, { kind: 'repeat' }>): void {
    for (let i = 0; i < least; i++) this.emit(item);
    const leave: Fork[] = [];
    if (most === Number.POSITIVE_INFINITY) leave.push(this.#loop(item));
    else for (let i = least; i < most; i++) leave.push(this.#maybe(item));
    for (const fork of leave) fork.second = this.step.length;
  }

  /** The fork that can be left at its second place, which is not known yet. */
  #maybe(item: PatternNode): Fork {
    const fork = this.#fork(this.step.length + 1, 0);
    this.emit(item);
    return fork;
  }

  #loop(item: PatternNode): Fork {
    const start = this.step.length;
    const fork = this.#maybe(item);
    this.#fork(start, start);
    return fork;
  }
}

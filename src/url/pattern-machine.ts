/**
 * Walks a text with the set of all steps that a pattern may stand at (Thompson, CACM 11(6), 1968). Sets that were met are
 * kept with the set that each character leads to, so most characters cost one look-up.
 */
import type { AssertKind } from './pattern-syntax.js';

export type Step =
  | { readonly kind: 'set'; readonly set: Uint8Array }
  | { readonly kind: 'assert'; readonly assert: AssertKind }
  | Fork
  | { readonly kind: 'match' };

/** Goes on at both places. */
export interface Fork {
  readonly kind: 'fork';
  first: number;
  second: number;
}

/** Steps before the next character is known, and what stands left of it. */
interface State {
  readonly place: readonly number[];
  readonly left: 'start' | 'word' | 'other';
  /** By character; MATCHED when the pattern ends before that character. */
  readonly next: (State | undefined)[];
  /** Whether the pattern ends where the text does; undefined until asked. */
  endsHere: boolean | undefined;
}

/** A kilobyte each. */
const MOST_STATES = 500;
/** Stands for every character outside ASCII; no set has it. */
const OUTSIDE = 128;

const stateOf = (place: readonly number[], left: State['left']): State => ({
  place,
  left,
  next: new Array<State | undefined>(OUTSIDE + 1).fill(undefined),
  endsHere: undefined,
});

const MATCHED = stateOf([], 'other');

/** Bytes 0 to 127, and OUTSIDE. */
const IS_WORD = Array.from(
  { length: OUTSIDE + 1 },
  (_, code) => code < OUTSIDE && /\w/.test(String.fromCharCode(code)),
);

export class Machine {
  readonly #step: readonly Step[];
  readonly #known = new Map<string, State>();
  #start = stateOf([0], 'start');
  /** The moment at which a step was last reached. */
  readonly #reached: Float64Array;
  #moment = 0;

  constructor(step: readonly Step[]) {
    this.#step = step;
    this.#reached = new Float64Array(step.length);
  }

  test(text: string): boolean {
    let state = this.#start;
    for (let i = 0; i < text.length; i++) {
      const code = Math.min(text.charCodeAt(i), OUTSIDE);
      state = state.next[code] ?? this.#advance(state, code);
      if (state === MATCHED) return true;
    }
    state.endsHere ??= this.#reach(state, undefined) === undefined;
    return state.endsHere;
  }

  #advance(state: State, code: number): State {
    const next = this.#after(state, code);
    state.next[code] = next;
    return next;
  }

  #after(state: State, code: number): State {
    const sets = this.#reach(state, code);
    if (sets === undefined) return MATCHED;
    // Step 0 again: a match may begin at any character.
    const place = [0];
    for (const one of sets) if ((this.#step[one] as { set: Uint8Array }).set[code] === 1) place.push(one + 1);
    return this.#keep(
      place.sort((a, b) => a - b),
      IS_WORD[code] === true ? 'word' : 'other',
    );
  }

  #keep(place: readonly number[], left: State['left']): State {
    const key = `${left}${place.join()}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= MOST_STATES) {
      this.#known.clear();
      this.#start = stateOf([0], 'start');
    }
    const state = stateOf(place, left);
    this.#known.set(key, state);
    return state;
  }

  /** Sets that stand before the next character (undefined: the end), or undefined when the pattern ends here. */
  #reach(state: State, code: number | undefined): number[] | undefined {
    this.#moment++;
    const sets: number[] = [];
    const stack = [...state.place];
    for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
      if (this.#reached[place] === this.#moment) continue;
      this.#reached[place] = this.#moment;
      const step = this.#step[place] as Step;
      if (step.kind === 'match') return undefined;
      if (step.kind === 'set') sets.push(place);
      else if (step.kind === 'fork') stack.push(step.second, step.first);
      else if (holds(step.assert, state.left, code)) stack.push(place + 1);
    }
    return sets;
  }
}

function holds(assert: AssertKind, left: State['left'], code: number | undefined): boolean {
  if (assert === 'start') return left === 'start';
  if (assert === 'end') return code === undefined;
  const isBoundary = (left === 'word') !== (code !== undefined && IS_WORD[code] === true);
  return isBoundary === (assert === 'boundary');
}

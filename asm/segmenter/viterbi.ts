// Runs of loose characters are cut by the hidden Markov model of the dictionary (cppjieba HMMSegment): a character
// begins (B), ends (E) or is in the middle (M) of a word, or is one alone (S). Only eight transitions are possible; the
// builder refuses a model with others. Predecessors are compared in the order B, E, M, S and only a greater one
// replaces; when none exceeds IMPOSSIBLE the weight stays there and the predecessor is E.
import { addWordOf, addWordsByState, bytesOf, characterAt, idOf, setCharacter } from './characters';
import { emissionCount, emissionTable, modelTable, UNKNOWN_ID } from './image';
import { IMPOSSIBLE } from './path';

const B: u32 = 0;
const E: u32 = 1;
const M: u32 = 2;
const S: u32 = 3;

// @ts-ignore: decorator
@inline function emissionOf(character: u32): usize {
  const id = idOf(character);
  return emissionTable + (((id < emissionCount ? id : UNKNOWN_ID) as usize) << 5);
}

/** Cuts the characters [from, to), none of which is ASCII. */
export function cutByModel(from: u32, to: u32): void {
  if (to - from == 1) {
    addWordOf(from, to);
    return;
  }
  const last = forward(from, to);
  backward(from, to, last);
  addWordsByState(from, to);
}

/** Writes back pointers to bits 16–23 of every character but the first, two bits a state; returns the last state. */
function forward(from: u32, to: u32): u32 {
  const model = modelTable;
  const endToBegin = load<f64>(model, 32);
  const aloneToBegin = load<f64>(model, 40);
  const beginToEnd = load<f64>(model, 48);
  const middleToEnd = load<f64>(model, 56);
  const beginToMiddle = load<f64>(model, 64);
  const middleToMiddle = load<f64>(model, 72);
  const endToAlone = load<f64>(model, 80);
  const aloneToAlone = load<f64>(model, 88);
  let row = emissionOf(characterAt(from));
  let b = load<f64>(model) + load<f64>(row);
  let e = load<f64>(model, 8) + load<f64>(row, 8);
  let m = load<f64>(model, 16) + load<f64>(row, 16);
  let s = load<f64>(model, 24) + load<f64>(row, 24);
  for (let i = from + 1; i < to; i++) {
    const character = characterAt(i);
    row = emissionOf(character);
    const emitB = load<f64>(row);
    const emitE = load<f64>(row, 8);
    const emitM = load<f64>(row, 16);
    const emitS = load<f64>(row, 24);
    const eb = e + endToBegin + emitB;
    const sb = s + aloneToBegin + emitB;
    const be = b + beginToEnd + emitE;
    const me = m + middleToEnd + emitE;
    const bm = b + beginToMiddle + emitM;
    const mm = m + middleToMiddle + emitM;
    const es = e + endToAlone + emitS;
    const ss = s + aloneToAlone + emitS;
    b = greater(eb, IMPOSSIBLE);
    e = greater(be, IMPOSSIBLE);
    m = greater(bm, IMPOSSIBLE);
    s = greater(es, IMPOSSIBLE);
    let back = E | ((be > IMPOSSIBLE ? B : E) << 2) | ((bm > IMPOSSIBLE ? B : E) << 4) | (E << 6);
    if (sb > b) {
      b = sb;
      back |= S;
    }
    if (me > e) {
      e = me;
      back = (back & ~(3 << 2)) | (M << 2);
    }
    if (mm > m) {
      m = mm;
      back = (back & ~(3 << 4)) | (M << 4);
    }
    if (ss > s) {
      s = ss;
      back |= S << 6;
    }
    setCharacter(i, (character & 0xff00ffff) | (back << 16));
  }
  return e >= s ? E : S;
}

// @ts-ignore: decorator
@inline function greater(a: f64, b: f64): f64 {
  return a > b ? a : b;
}

/** Follows the back pointers and leaves the state of every character in bits 16–17; E and S, the odd ones, end a word. */
function backward(from: u32, to: u32, state: u32): void {
  for (let i = to - 1; i > from; i--) {
    const character = characterAt(i);
    setCharacter(i, (character & 0xff00ffff) | (state << 16));
    state = (character >> (16 + (state << 1))) & 3;
  }
  setCharacter(from, (characterAt(from) & 0xff00ffff) | (state << 16));
}

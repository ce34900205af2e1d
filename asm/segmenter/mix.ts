// Which words stand and which characters go to the model (cppjieba MixSegment, HMMSegment::Cut). Words of two or more
// characters and user words of one stand; the runs between them are cut by the rules for ASCII and by the model, even
// where they are dictionary words of one character.
import { addWord, addWordOf, characterAt, covered, idOf, isLoose, wordLengthOf } from './characters';
import { cutByModel } from './viterbi';

// @ts-ignore: decorator
@inline export function isLetter(c: u32): bool {
  return (c | 32) - 97 < 26;
}

// @ts-ignore: decorator
@inline export function isDigit(c: u32): bool {
  return c - 48 < 10;
}

/** Words of the path over `count` characters. */
export function mixWords(count: u32): void {
  let i: u32 = 0;
  while (i < count) {
    const character = characterAt(i);
    if (!isLoose(character)) {
      const behind = i + wordLengthOf(character);
      addWordOf(i, behind);
      i = behind;
      continue;
    }
    let to = i + 1;
    while (to < count && isLoose(characterAt(to))) to++;
    cutLoose(i, to);
    i = to;
  }
}

/** ASCII is cut out first; what lies between is the model's. */
function cutLoose(from: u32, to: u32): void {
  let left = from;
  let i = from;
  while (i < to) {
    const id = idOf(characterAt(i));
    if (id >= 128) {
      i++;
      continue;
    }
    if (left < i) cutByModel(left, i);
    left = i;
    i = asciiWordEnd(i, to, id);
    addWord(i - left);
    left = i;
  }
  if (left < to) cutByModel(left, to);
}

/** A letter takes letters and digits with it, a digit takes digits and full stops, anything else stands alone. */
function asciiWordEnd(i: u32, to: u32, id: u32): u32 {
  i++;
  if (isLetter(id)) {
    while (i < to && isAlphanumeric(idOf(characterAt(i)))) i++;
  } else if (isDigit(id)) {
    while (i < to && isNumeric(idOf(characterAt(i)))) i++;
  }
  return i;
}

// @ts-ignore: decorator
@inline function isAlphanumeric(c: u32): bool {
  return isLetter(c) || isDigit(c);
}

// @ts-ignore: decorator
@inline function isNumeric(c: u32): bool {
  return isDigit(c) || c == 46;
}

/** The same rules on the ASCII bytes [at, end), in which no longer dictionary word can start. */
export function cutAscii(at: usize, end: usize): void {
  while (at < end) {
    const start = at;
    const c: u32 = load<u8>(at++);
    if (isLetter(c)) {
      while (at < end && isAlphanumeric(load<u8>(at))) at++;
    } else if (isDigit(c)) {
      while (at < end && isNumeric(load<u8>(at))) at++;
    }
    addWord((at - start) as u32);
  }
}

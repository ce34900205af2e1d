// The characters of one range, between two separators, and the words that come out of them, in one array of u32.
//
//   out:  word end, word end, …, | character, character, …, end mark
//         ^ words so far           ^ `characters`: the place of the next word end when the range was decoded
//
// A word end is written only after the characters that it covers were read for the last time, and there are never more
// words than characters, so the words overwrite the characters from the left. An array of (bytes + 1) entries is always
// enough.
//
// Character: bits 0–15 id, 16–25 word length on the best path (later 16–23 Viterbi back pointers, 16–17 state),
// 26–28 byte length, 31 user word of its own.

/** Address of the first character of the range at hand. */
export let characters: usize = 0;
/** Where the next word end goes. */
export let next: usize = 0;
/** Bytes covered by the words so far. */
export let covered: u32 = 0;

export function startWords(out: usize): void {
  next = out;
  covered = 0;
}

export function startRange(): void {
  characters = next;
}

// @ts-ignore: decorator
@inline export function characterAt(i: u32): u32 {
  return load<u32>(characters + ((i as usize) << 2));
}

// @ts-ignore: decorator
@inline export function setCharacter(i: u32, character: u32): void {
  store<u32>(characters + ((i as usize) << 2), character);
}

// @ts-ignore: decorator
@inline export function idOf(character: u32): u32 {
  return character & 0xffff;
}

// @ts-ignore: decorator
@inline export function wordLengthOf(character: u32): u32 {
  return (character >> 16) & 0x3ff;
}

// @ts-ignore: decorator
@inline export function bytesOf(character: u32): u32 {
  return (character >> 26) & 7;
}

/** Not a user word of its own, and no longer word starts here on the best path: left to the model. */
// @ts-ignore: decorator
@inline export function isLoose(character: u32): bool {
  return ((character & 0x83ff0000) >>> 0) == 0x10000;
}

/** A word of so many bytes. */
// @ts-ignore: decorator
@inline export function addWord(bytes: u32): void {
  covered += bytes;
  store<u32>(next, covered);
  next += 4;
}

/** A word of the characters [from, to). */
// @ts-ignore: decorator
@inline export function addWordOf(from: u32, to: u32): void {
  let bytes: u32 = 0;
  for (; from < to; from++) bytes += bytesOf(characterAt(from));
  addWord(bytes);
}

/** Words end after the characters of [from, to) whose bit 16 is set. */
export function addWordsByState(from: u32, to: u32): void {
  let end = covered;
  let place = next;
  for (let i = from; i < to; i++) {
    const character = characterAt(i);
    end += bytesOf(character);
    if (character & 0x10000) {
      store<u32>(place, end);
      place += 4;
    }
  }
  covered = end;
  next = place;
}

/** Which ASCII characters stand for themselves in which part of an address (WHATWG URL, percent-encode sets). */

export const IN_HOST = 1;
export const IN_PATH = 2;
export const IN_QUERY = 4;
export const IN_SCHEME = 8;

/** Sum of the parts in which a UTF-16 unit needs no thought; as long as there are units, so that no look-up is out of range. */
export const PLAIN: Uint8Array = new Uint8Array(65536);

const mark = (bit: number, characters: string): void => {
  for (const character of characters) {
    const code = character.charCodeAt(0);
    PLAIN[code] = (PLAIN[code] as number) | bit;
  }
};

const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS = LOWER + LOWER.toUpperCase();

mark(IN_SCHEME, `${LETTERS}${DIGITS}+-.`);
// Upper-case letters of a host change, so they need a thought.
mark(IN_HOST, `${LOWER}${DIGITS}-._`);
// A backslash is a slash in a path, and `%` may begin an escaped dot: the first is left out, the second looked at.
mark(IN_PATH, `${LETTERS}${DIGITS}!$%&'()*+,-./:;=@[]_|~`);
mark(IN_QUERY, `${LETTERS}${DIGITS}!$%&()*+,-./:;=?@[\\]^_\`{|}~`);

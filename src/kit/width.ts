/**
 * How many terminal cells a text takes: East Asian wide and full-width characters take two, combining marks and
 * controls none (Unicode Standard Annex 11, the ranges a terminal agrees on).
 */

/** Pairs [first, last] of wide code points, ascending. */
const WIDE = [
  0x1100, 0x115f, 0x231a, 0x231b, 0x2329, 0x232a, 0x23e9, 0x23ec, 0x25fd, 0x25fe, 0x2614, 0x2615, 0x2648,
  0x2653, 0x26aa, 0x26ab, 0x26bd, 0x26be, 0x2705, 0x2705, 0x270a, 0x270b, 0x2728, 0x2728, 0x274c, 0x274c,
  0x2753, 0x2755, 0x2795, 0x2797, 0x2b1b, 0x2b1c, 0x2b50, 0x2b50, 0x2e80, 0x303e, 0x3041, 0xa4cf, 0xa960,
  0xa97c, 0xac00, 0xd7a3, 0xf900, 0xfaff, 0xfe10, 0xfe19, 0xfe30, 0xfe6f, 0xff00, 0xff60, 0xffe0, 0xffe6,
  0x1b000, 0x1b2ff, 0x1f004, 0x1f004, 0x1f300, 0x1f64f, 0x1f680, 0x1f6ff, 0x1f7e0, 0x1f7eb, 0x1f900, 0x1f9ff,
  0x1fa70, 0x1faff, 0x20000, 0x3fffd,
];
const NOTHING = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]$/u;

function isWide(code: number): boolean {
  if (code < 0x1100) return false;
  for (let i = 0; i < WIDE.length; i += 2) {
    if (code < (WIDE[i] as number)) return false;
    if (code <= (WIDE[i + 1] as number)) return true;
  }
  return false;
}

function cellsOf(character: string): number {
  const code = character.codePointAt(0) as number;
  if (code >= 0x20 && code < 0x7f) return 1;
  return NOTHING.test(character) ? 0 : isWide(code) ? 2 : 1;
}

/** Cells that the text takes on one line. */
export function widthOf(text: string): number {
  let cells = 0;
  for (const character of text) cells += cellsOf(character);
  return cells;
}

/** The text cut to at most `cells`; what was cut shows as `…`. */
export function fit(text: string, cells: number): string {
  if (widthOf(text) <= cells) return text;
  let kept = '';
  let used = 1;
  for (const character of text) {
    used += cellsOf(character);
    if (used > cells) break;
    kept += character;
  }
  return cells < 1 ? '' : `${kept}…`;
}

export const padEnd = (text: string, cells: number): string =>
  text + ' '.repeat(Math.max(0, cells - widthOf(text)));
export const padStart = (text: string, cells: number): string =>
  ' '.repeat(Math.max(0, cells - widthOf(text))) + text;

/** Lines of at most `cells`, broken at spaces; a longer word stands alone. */
export function wrap(text: string, cells: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > cells) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

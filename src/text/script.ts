/** Which script is a text written in? Counted on at most three windows, so that a page of any length costs the same. */

/** Blocks of Unicode by script: first and last unit. The script's default language stands in SCRIPT_LANGUAGES. */
const BLOCKS: readonly (readonly [number, number, string])[] = [
  [0x0041, 0x005a, 'latin'],
  [0x0061, 0x007a, 'latin'],
  [0x00c0, 0x024f, 'latin'],
  [0x0370, 0x03ff, 'greek'],
  [0x0400, 0x052f, 'cyrillic'],
  [0x0530, 0x058f, 'armenian'],
  [0x0590, 0x05ff, 'hebrew'],
  [0x0600, 0x077f, 'arabic'],
  [0x0900, 0x097f, 'devanagari'],
  [0x0980, 0x09ff, 'bengali'],
  [0x0a00, 0x0a7f, 'gurmukhi'],
  [0x0a80, 0x0aff, 'gujarati'],
  [0x0b00, 0x0b7f, 'oriya'],
  [0x0b80, 0x0bff, 'tamil'],
  [0x0c00, 0x0c7f, 'telugu'],
  [0x0c80, 0x0cff, 'kannada'],
  [0x0d00, 0x0d7f, 'malayalam'],
  [0x0d80, 0x0dff, 'sinhala'],
  [0x0e00, 0x0e7f, 'thai'],
  [0x0e80, 0x0eff, 'lao'],
  [0x0f00, 0x0fff, 'tibetan'],
  [0x1000, 0x109f, 'myanmar'],
  [0x10a0, 0x10ff, 'georgian'],
  [0x1100, 0x11ff, 'hangul'],
  [0x1200, 0x137f, 'ethiopic'],
  [0x1780, 0x17ff, 'khmer'],
  [0x1800, 0x18af, 'mongolian'],
  [0x1e00, 0x1eff, 'latin'],
  [0x3005, 0x3007, 'han'],
  [0x3041, 0x30ff, 'kana'],
  [0x3130, 0x318f, 'hangul'],
  [0x3400, 0x4dbf, 'han'],
  [0x4e00, 0x9fff, 'han'],
  [0xac00, 0xd7af, 'hangul'],
  [0xd840, 0xd8bf, 'han'],
  [0xf900, 0xfaff, 'han'],
  [0xfb50, 0xfdff, 'arabic'],
  [0xff21, 0xff3a, 'latin'],
  [0xff41, 0xff5a, 'latin'],
  [0xff66, 0xff9d, 'kana'],
];

/** Languages that are written in a script; the first one is meant when nothing else is known. */
export const SCRIPT_LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  han: ['zh', 'yue', 'wuu', 'lzh'],
  kana: ['ja'],
  hangul: ['ko'],
  greek: ['el'],
  cyrillic: ['ru', 'uk', 'be', 'bg', 'sr', 'mk', 'kk', 'ky', 'mn', 'tg', 'tt', 'ba', 'cv', 'os', 'bs'],
  armenian: ['hy'],
  hebrew: ['he', 'yi'],
  arabic: ['ar', 'fa', 'ur', 'ps', 'ug', 'sd', 'ku', 'ckb'],
  devanagari: ['hi', 'mr', 'ne', 'sa', 'bho', 'mai'],
  bengali: ['bn', 'as'],
  gurmukhi: ['pa'],
  gujarati: ['gu'],
  oriya: ['or'],
  tamil: ['ta'],
  telugu: ['te'],
  kannada: ['kn'],
  malayalam: ['ml'],
  sinhala: ['si'],
  thai: ['th'],
  lao: ['lo'],
  tibetan: ['bo', 'dz'],
  myanmar: ['my'],
  georgian: ['ka'],
  ethiopic: ['am', 'ti'],
  khmer: ['km'],
  mongolian: ['mn'],
};

/** One character of these says as much as this many letters of an alphabet. */
const DENSITY: Readonly<Record<string, number>> = { han: 4, kana: 4, hangul: 4 };

const names = [...new Set(BLOCKS.map(([, , script]) => script))];
const NONE = 255;
const scriptOf = new Uint8Array(65_536).fill(NONE);
for (const [first, last, script] of BLOCKS) scriptOf.fill(names.indexOf(script), first, last + 1);

const LATIN = names.indexOf('latin');

/** True for letters of the Latin script. */
export const isLatin = (unit: number): boolean => scriptOf[unit] === LATIN;

/** Number of the script of a unit, from 0 (Latin); -1 when it is of none that we know. */
export function scriptNumberOf(unit: number): number {
  const script = scriptOf[unit] as number;
  return script === NONE ? -1 : script;
}

const WINDOW = 3_000;

/** First unit of each window and the unit behind it: beginning, middle and end of a text, or all of it. */
export function windowsOf(length: number): readonly (readonly [number, number])[] {
  if (length <= 3 * WINDOW) return [[0, length]];
  const middle = (length - WINDOW) >> 1;
  return [
    [0, WINDOW],
    [middle, middle + WINDOW],
    [length - WINDOW, length],
  ];
}

export const sampleOf = (text: string): string =>
  windowsOf(text.length)
    .map(([from, to]) => text.slice(from, to))
    .join(' ');

export interface ScriptCount {
  /** Weighted number of characters by script. */
  readonly weight: ReadonlyMap<string, number>;
  /** Weighted characters of all scripts. */
  readonly total: number;
}

/** Weights of characters that were counted by the number of their script. */
export function weighScripts(count: Uint32Array): ScriptCount {
  const weight = new Map<string, number>();
  let total = 0;
  names.forEach((script, i) => {
    const value = (count[i] as number) * (DENSITY[script] ?? 1);
    if (value > 0) weight.set(script, value);
    total += value;
  });
  return { weight, total };
}

export function countScripts(sample: string): ScriptCount {
  const count = new Uint32Array(names.length);
  for (let i = 0; i < sample.length; i++) {
    const script = scriptOf[sample.charCodeAt(i)] as number;
    if (script !== NONE) (count[script] as number)++;
  }
  return weighScripts(count);
}

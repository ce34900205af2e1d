/**
 * EUC-KR as the web means it: windows-949, which adds the 8,822 Hangul syllables that KS X 1001 lacks. Node's decoder
 * knows only the 2,350 of KS X 1001. The added ones need no table: they stand in Unicode order in the free cells
 * (encoding.spec.whatwg.org index-euc-kr), so they are counted out once.
 *
 *   lead 0x81–0xA0: trails 41–5A 61–7A 81–FE (178 cells)     lead 0xA1–0xC6: trails 41–5A 61–7A 81–A0 (84 cells)
 */
const FIRST_LEAD = 0x81;
const LAST_LEAD = 0xc6;

let added: ReadonlyMap<number, string> | undefined;

function standardSyllables(): Set<string> {
  const bytes: number[] = [];
  for (let lead = 0xb0; lead <= 0xc8; lead++) {
    for (let trail = 0xa1; trail <= 0xfe; trail++) bytes.push(lead, trail);
  }
  return new Set(new TextDecoder('euc-kr').decode(Uint8Array.from(bytes)));
}

function isAddedTrail(lead: number, trail: number): boolean {
  if (trail >= 0x41 && trail <= 0x5a) return true;
  if (trail >= 0x61 && trail <= 0x7a) return true;
  return trail >= 0x81 && trail <= (lead <= 0xa0 ? 0xfe : 0xa0);
}

function countOut(): ReadonlyMap<number, string> {
  const standard = standardSyllables();
  const table = new Map<number, string>();
  let code = 0xac00;
  for (let lead = FIRST_LEAD; lead <= LAST_LEAD; lead++) {
    for (let trail = 0x41; trail <= 0xfe; trail++) {
      if (!isAddedTrail(lead, trail)) continue;
      while (standard.has(String.fromCharCode(code))) code++;
      if (code > 0xd7a3) return table;
      table.set((lead << 8) | trail, String.fromCharCode(code++));
    }
  }
  return table;
}

/** Stands for an added syllable while Node's decoder reads the rest. */
const PLACE = 0x1a;

/** Puts PLACE where an added syllable is and gives what belongs there, in order. Bytes that are PLACE belong there too. */
function takeOut(bytes: Uint8Array, table: ReadonlyMap<number, string>) {
  const rest = new Uint8Array(bytes.length);
  const taken: string[] = [];
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const lead = bytes[i] as number;
    const trail = bytes[i + 1] ?? 0;
    const syllable = lead < 0x80 ? undefined : table.get((lead << 8) | trail);
    if (syllable !== undefined || lead === PLACE) {
      taken.push(syllable ?? '\x1a');
      rest[length++] = PLACE;
      if (syllable !== undefined) i++;
    } else {
      rest[length++] = lead;
      if (lead >= 0xa1 && trail >= 0xa1) rest[length++] = bytes[++i] as number;
    }
  }
  return { rest: rest.subarray(0, length), taken };
}

/** Text of EUC-KR bytes; throws a TypeError on bytes outside it when `fatal`, save for a character cut off at the end. */
export function decodeKorean(bytes: Uint8Array, fatal: boolean): string {
  added ??= countOut();
  const { rest, taken } = takeOut(bytes, added);
  const parts = new TextDecoder('euc-kr', { fatal }).decode(rest, { stream: fatal }).split('\x1a');
  // A decoder that swallowed a PLACE would shift all that follow: then the plain reading is the better one.
  if (parts.length !== taken.length + 1) return new TextDecoder('euc-kr', { fatal }).decode(bytes);
  return parts.map((part, i) => part + (taken[i] ?? '')).join('');
}

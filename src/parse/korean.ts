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

/** Start of the next added syllable at or after `from`, or the length. Pairs are skipped whole. */
function nextAdded(bytes: Uint8Array, from: number, table: ReadonlyMap<number, string>): number {
  for (let i = from; i < bytes.length; i++) {
    const lead = bytes[i] as number;
    if (lead < 0x80) continue;
    const trail = bytes[i + 1] ?? 0;
    if (table.has((lead << 8) | trail)) return i;
    if (lead >= 0xa1 && trail >= 0xa1) i++;
  }
  return bytes.length;
}

/** Text of EUC-KR bytes; throws a TypeError on bytes outside it when `fatal`. */
export function decodeKorean(bytes: Uint8Array, fatal: boolean): string {
  added ??= countOut();
  const decoder = new TextDecoder('euc-kr', { fatal });
  const parts: string[] = [];
  for (let from = 0; ; ) {
    const at = nextAdded(bytes, from, added);
    if (at > from) parts.push(decoder.decode(bytes.subarray(from, at), { stream: at === bytes.length }));
    if (at === bytes.length) break;
    parts.push(added.get(((bytes[at] as number) << 8) | (bytes[at + 1] as number)) as string);
    from = at + 2;
  }
  return parts.join('');
}

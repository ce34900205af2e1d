/**
 * Which charset does a label mean? WHATWG's label table as TextDecoder knows it, then spellings that real pages use and
 * the table lacks. A label of a `replacement` encoding has no name here: it is a failed declaration.
 * Source: encoding.spec.whatwg.org §4.2.
 */

/** Keys are lower case without punctuation. utf-32*, iso-2022-kr and ibm855 are decoded by beyond.ts. */
const ALIAS: Readonly<Record<string, string>> = {
  utf8mb4: 'utf-8',
  utf8mb3: 'utf-8',
  unicode: 'utf-8',
  gb231280: 'gb18030',
  euccn: 'gb18030',
  cp936: 'gb18030',
  ms936: 'gb18030',
  windows936: 'gb18030',
  cp950: 'big5',
  ms950: 'big5',
  cp949: 'euc-kr',
  ms949: 'euc-kr',
  uhc: 'euc-kr',
  cp932: 'shift_jis',
  ms932: 'shift_jis',
  ujis: 'euc-jp',
  eucjp: 'euc-jp',
  euckr: 'euc-kr',
  maccyrillic: 'x-mac-cyrillic',
  macroman: 'macintosh',
  xuserdefined: 'windows-1252',
  ansi: 'windows-1252',
  utf32: 'utf-32le',
  utf32le: 'utf-32le',
  utf32be: 'utf-32be',
  iso2022kr: 'iso-2022-kr',
  csiso2022kr: 'iso-2022-kr',
  ibm855: 'ibm855',
  cp855: 'ibm855',
};

/** Names of labels met so far. Only labels that have a name are kept, so it stays as small as the table. */
const known = new Map<string, string>();

function tableName(label: string): string | undefined {
  try {
    const name = new TextDecoder(label).encoding;
    return name === 'gbk' ? 'gb18030' : name;
  } catch {
    // RangeError: not in the table, a replacement encoding, or one that this Node was built without.
    return undefined;
  }
}

function aliasName(label: string): string | undefined {
  const bare = label.replace(/[^a-z0-9]/g, '');
  if (Object.hasOwn(ALIAS, bare)) return ALIAS[bare];
  return tableName(bare) ?? tableName(bare.replace(/^(?:win|cp)(?=125\d$)/, 'windows-'));
}

/**
 * Lower-case name of the charset, one that decoder.ts can decode, or undefined. gb2312 and gbk become gb18030, their
 * superset and, by the standard, their decoder.
 */
export function nameOfLabel(label: string): string | undefined {
  if (label.length > 60) return undefined;
  const key = label.trim().toLowerCase();
  const kept = known.get(key);
  if (kept !== undefined) return kept;
  const name = tableName(key) ?? aliasName(key);
  if (name !== undefined && known.size < 1000) known.set(key, name);
  return name;
}

/** The charset label in a Content-Type value, as written; WHATWG "extract a character encoding from a meta element". */
export function labelIn(contentType: string): string | undefined {
  const pattern = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"',]+))/i;
  const found = pattern.exec(contentType.slice(0, 1000));
  return found?.[1] ?? found?.[2] ?? found?.[3];
}

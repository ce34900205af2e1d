/** Sizes and durations as people write them (`10MB`, `2h`), turned into bytes and milliseconds. */

const BYTES: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
};
const MILLISECONDS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1e3,
  m: 6e4,
  min: 6e4,
  h: 3.6e6,
  d: 8.64e7,
};

const AMOUNT = /^(\d{1,15}(?:\.\d{1,6})?) ?([a-z]{0,3})$/i;
/** What `bytesOf` and `millisecondsOf` understand, for the JSON Schema. */
export const SIZE = /^\d{1,15}(\.\d{1,6})? ?([kmgtKMGT][iI]?)?[bB]?$/;
export const DURATION = /^\d{1,15}(\.\d{1,6})? ?(ms|s|m|min|h|d)$/;

function amountOf(text: string, units: Readonly<Record<string, number>>): number | undefined {
  const match = AMOUNT.exec(text);
  const unit = match === null ? undefined : units[(match[2] ?? '').toLowerCase()];
  return match === null || unit === undefined ? undefined : Math.round(Number(match[1]) * unit);
}

/** Whole bytes, or undefined when the text is not a size. A bare number is bytes; KB is 1,000 and KiB 1,024. */
export const bytesOf = (text: string): number | undefined => amountOf(text, BYTES);

/** Whole milliseconds, or undefined when the text is not a duration. A bare number is refused: it has no unit. */
export const millisecondsOf = (text: string): number | undefined => amountOf(text, MILLISECONDS);

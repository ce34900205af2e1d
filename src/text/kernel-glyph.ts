/**
 * All that a kernel wants to know of a UTF-16 unit, in one number: class (4 bits), fold (16), script Han (1, set by
 * src/kernel/words.ts), number of the script + 1 (5), lower case is Latin and is the fold (1), lower case is Latin and is
 * something else (1).
 */
import { glyphOf } from './character.js';
import { isLatin, scriptNumberOf } from './script.js';

const SCRIPT = 1 << 21;
const IS_LATIN = 1 << 26;
const IS_IRREGULAR = 1 << 27;

/** A letter whose lower case needs more than its fold makes the words of a text be weighed by the twin. */
function latinBits(unit: number, fold: number): number {
  const lower = String.fromCharCode(unit).toLowerCase();
  const isRegular = lower.length === 1 && lower.charCodeAt(0) === fold;
  if (isRegular) return isLatin(fold) ? IS_LATIN : 0;
  for (let i = 0; i < lower.length; i++) if (isLatin(lower.charCodeAt(i))) return IS_IRREGULAR;
  return 0;
}

export function kernelGlyphOf(unit: number): number {
  const glyph = glyphOf(unit);
  return glyph + SCRIPT * (scriptNumberOf(unit) + 1) + latinBits(unit, glyph >>> 4);
}

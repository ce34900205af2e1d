// The page reader: HTML as UTF-16 units to the text, values and records of src/contract/document.ts, the same as parse5's
// tree and the walk of src/parse give. A page that it is not sure of, or that is too much for it, ends in a trap: the
// wrapper (src/kernel/reader.ts) then has it read there. Parts: asm/reader/, told by asm/README.md.
import { startFacts } from './reader/fact';
import { startFlow } from './reader/flow';
import { startFormatting } from './reader/formatting';
import { setFostering } from './reader/insert';
import { startLinks } from './reader/link';
import { cutWork, fixedBytes, inputBase, openTables, textBase } from './reader/memory';
import { newDocument, startNodes } from './reader/node';
import { startOpen } from './reader/open';
import { pack } from './reader/pack';
import { startState } from './reader/state';
import { readTokens } from './reader/tokens';
import { foldCr } from './reader/units';
import { widen } from './reader/utf8';
import { startValues } from './reader/value';
import { walk } from './reader/walk';

/** Takes the image of tables at `image`; false when it is none. */
export function init(image: usize): bool {
  return openTables(image);
}

/** Bytes of a piece of work before its units. */
export function head(): u32 {
  return fixedBytes();
}

/**
 * Reads the page of so many units that lies `head()` bytes behind `work`, a multiple of 16, in a piece of `bytes` bytes. Our
 * name in lower case lies at [token, tokenEnd). What came out is told by eight u32 at `work`, see `pack`.
 */
export function read(work: usize, bytes: u32, units: u32, token: usize, tokenEnd: usize): void {
  cutWork(work, bytes, units);
  readUnits(inputBase + ((units as usize) << 1), token, tokenEnd);
}

/** The same for a page of so many bytes of valid UTF-8, which lies behind the place of as many units and 128 bytes. */
export function readUtf8(work: usize, bytes: u32, length: u32, token: usize, tokenEnd: usize): void {
  cutWork(work, bytes, length);
  readUnits(widen(textBase, textBase + length, inputBase), token, tokenEnd);
}

function readUnits(unitsEnd: usize, token: usize, tokenEnd: usize): void {
  const end = foldCr(inputBase, unitsEnd);
  memory.fill(end, 0, 128);
  startNodes();
  startFormatting();
  startFlow();
  startValues();
  startFacts(token, tokenEnd);
  startLinks();
  setFostering(false);
  const document = newDocument();
  startOpen(document);
  startState(document);
  readTokens(inputBase, end);
  walk(document);
  pack();
}

// The records of a page (src/contract/document.ts, src/parse/pack.ts): header and links here; runs lie ready as they are.
import * as fact from './fact';
import { blockAt, runAt, runCount, textBits, textEnd } from './flow';
import { findLabel, labelFrom, labelTo, linkCount, openLinkAt } from './link';
import { answer, runBase, textBase, valueBase } from './memory';
import { narrow } from './units';
import { addUnits, putValue, valueBits, valueEnd } from './value';
import { elementCount, headingAt, headingCount } from './walk';

const HEADER_INTS: usize = 20;
const LINK_INTS: usize = 13;
const FRAMESET: u32 = 16;
const ANCHOR_IN_VALUES: u32 = 128;
const MOST_ANCHOR: u32 = 2000;
const MOST_HEADING: u32 = 200;

/** Header and links go before the runs, so that all records are one piece. */
let recordBase: usize = 0;

// @ts-ignore: decorator
@inline function headerAt(i: usize): usize {
  return recordBase + (i << 2);
}

/**
 * Packs all, and writes to `answer`: text, units, bits; values, units, bits; records, ints. Text and values whose bits are
 * below 256 are then one byte a unit.
 */
export function pack(): void {
  const ints = HEADER_INTS + (linkCount as usize) * LINK_INTS;
  recordBase = runBase - (ints << 2);
  packHeader();
  findSpokenHeadings();
  for (let i: u32 = 0; i < linkCount; i++) {
    packLink(openLinkAt(i), recordBase + ((HEADER_INTS + (i as usize) * LINK_INTS) << 2));
  }
  if (textBits < 256) narrow(textBase, (textEnd - textBase) >> 1);
  if (valueBits < 256) narrow(valueBase, (valueEnd - valueBase) >> 1);
  store<u32>(answer, textBase as u32);
  store<u32>(answer, ((textEnd - textBase) >> 1) as u32, 4);
  store<u32>(answer, textBits, 8);
  store<u32>(answer, valueBase as u32, 12);
  store<u32>(answer, ((valueEnd - valueBase) >> 1) as u32, 16);
  store<u32>(answer, valueBits, 20);
  store<u32>(answer, recordBase as u32, 24);
  store<u32>(answer, (ints as u32) + (runCount << 2), 28);
}

function packHeader(): void {
  store<u32>(headerAt(0), linkCount);
  store<u32>(headerAt(1), runCount);
  store<u32>(headerAt(2), fact.isFrameset ? FRAMESET : 0);
  putValue(headerAt(3), fact.titleFrom, fact.titleTo);
  putValue(headerAt(5), fact.baseFrom, fact.baseTo);
  putValue(headerAt(7), fact.canonicalFrom, fact.canonicalTo);
  putValue(headerAt(9), fact.refreshFrom, fact.refreshTo);
  store<u32>(headerAt(11), fact.refreshDelay);
  putValue(headerAt(12), fact.languageFrom(), fact.languageTo());
  store<u32>(headerAt(14), headingCount);
  putValue(headerAt(15), fact.descriptionFrom, fact.descriptionTo);
  store<u32>(headerAt(17), elementCount);
  putRobots(headerAt(18));
}

/** One a line. */
function putRobots(place: usize): void {
  if (fact.robotsCount == 0) {
    store<i64>(place, -1);
    return;
  }
  const start = ((valueEnd - valueBase) >> 1) as u32;
  for (let i: u32 = 0; i < fact.robotsCount; i++) {
    if (i > 0) {
      store<u16>(answer, 10);
      addUnits(answer, answer + 2);
    }
    const text = fact.robotsBase + ((i as usize) << 3);
    addUnits(load<u32>(text), load<u32>(text, 4));
  }
  store<u32>(place, start);
  store<u32>(place, ((valueEnd - valueBase) >> 1) as u32, 4);
}

/** For each heading the nearest one with text, itself or before, or -1. */
function findSpokenHeadings(): void {
  let last: i32 = -1;
  for (let i: u32 = 0; i < headingCount; i++) {
    const heading = headingAt(i);
    if (load<u32>(heading, 4) > load<u32>(heading)) last = i;
    store<i32>(heading, last, 12);
  }
}

/** Slice of the runs from `first` to `end`, at most `most` units. */
function putRuns(place: usize, first: u32, end: u32, most: u32): void {
  const start = load<u32>(runAt(first));
  store<u32>(place, start);
  store<u32>(place, min(load<u32>(runAt(end - 1), 4), start + most), 4);
}

function packLink(link: usize, record: usize): void {
  const first = load<u32>(link, 24);
  const end = load<u32>(link, 28);
  putValue(record, load<u32>(link, 4), load<u32>(link, 8));
  store<u32>(record, load<u32>(link, 12), 8);
  if (end > first) putRuns(record + 12, first, end, MOST_ANCHOR);
  else putLabel(link, record);
  putBlock(link, record + 20);
  store<u32>(record, load<u32>(link, 16), 32);
  putHeading(load<u32>(link, 20), record + 36);
  store<u32>(record, first, 44);
  store<u32>(record, end, 48);
}

function putLabel(link: usize, record: usize): void {
  findLabel(link);
  if (labelTo == labelFrom) {
    store<i64>(record, -1, 12);
    return;
  }
  putValue(record + 12, labelFrom, labelTo);
  store<u32>(record, load<u32>(record, 8) | ANCHOR_IN_VALUES, 8);
}

function putBlock(link: usize, place: usize): void {
  const firstRun = load<u32>(link, 24);
  const endRun = load<u32>(link, 28);
  let first = load<u32>(link, 32);
  let last = first;
  if (endRun > firstRun) {
    first = load<u32>(runAt(firstRun), 8);
    last = load<u32>(runAt(endRun - 1), 8);
  }
  store<u32>(place, load<u32>(blockAt(first)));
  store<u32>(place, load<u32>(blockAt(last), 4), 4);
  store<u32>(place, first, 8);
}

function putHeading(count: u32, place: usize): void {
  const spoken: i32 = count ? load<i32>(headingAt(count - 1), 12) : -1;
  if (spoken < 0) {
    store<i64>(place, -1);
    return;
  }
  const heading = headingAt(spoken);
  putRuns(place, load<u32>(heading), load<u32>(heading, 4), MOST_HEADING);
}

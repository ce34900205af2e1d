/** Rows of a page's links straight from columns to columns: no object a row, and texts stay the bytes that the lane made. */
import type { LinkRows } from '../contract/link-rows.js';
import type { VisitLinks } from '../contract/visit.js';
import type { LinkWords } from '../contract/words.js';
import type { Held } from './batch.js';
import { LAYOUTS } from './layout.js';
import type { TextColumn } from './text-column.js';

const laneOf = (name: string): number => {
  const place = LAYOUTS.links.places.find(one => one.name === name);
  if (place === undefined) throw new Error(`links has no column ${name}.`);
  return place.lane;
};

const [SEQ, POSITION, SLOT] = [laneOf('seq'), laneOf('position'), laneOf('slot')];
const [ANCHOR_RELEVANCE, CONTEXT_RELEVANCE] = [laneOf('anchor_relevance'), laneOf('context_relevance')];
const [FLAGS, SCORE] = [laneOf('flags'), laneOf('score')];
const [URL, ANCHOR, FATE, REASON] = [laneOf('url'), laneOf('anchor'), laneOf('fate'), laneOf('reason')];

/** Writes them from row `at` on, where there is room; returns how many bytes of text they took. */
export function putLinks(rows: LinkRows, held: Held, at: number): number {
  putNumbers(rows, held, at);
  const { bytes, start } = rows.words as LinkWords;
  const url = held.texts[URL] as TextColumn;
  const anchor = held.texts[ANCHOR] as TextColumn;
  const fate = held.texts[FATE] as TextColumn;
  const reason = held.texts[REASON] as TextColumn;
  let size = 0;
  for (let i = 0; i < rows.count; i++) {
    const text = 2 * (rows.position[i] as number);
    const middle = start[text + 1] as number;
    size += url.putBytes(bytes, start[text] as number, middle);
    size += anchor.putBytes(bytes, middle, start[text + 2] as number);
    size += fate.put(rows.fate[i]);
    size += reason.put(rows.reason[i]);
  }
  return size;
}

function putNumbers(rows: LinkRows, { numbers, capacity }: Held, at: number): void {
  const { number, flags } = rows.links as VisitLinks;
  const { anchor, context } = number;
  for (let i = 0; i < rows.count; i++) {
    const place = rows.position[i] as number;
    const to = at + i;
    numbers[SEQ * capacity + to] = rows.seq;
    numbers[POSITION * capacity + to] = place;
    numbers[SLOT * capacity + to] = rows.slot[i] as number;
    numbers[ANCHOR_RELEVANCE * capacity + to] = anchor === undefined ? Number.NaN : (anchor[place] as number);
    numbers[CONTEXT_RELEVANCE * capacity + to] =
      context === undefined ? Number.NaN : (context[place] as number);
    numbers[FLAGS * capacity + to] = flags[place] ?? 0;
    numbers[SCORE * capacity + to] = rows.score[i] as number;
  }
}

/** A reading to the records of contract/document.ts: two strings and one Int32Array. */
import { HEADER, LINK, LINK_FLAG, PAGE_FLAG, type PageDocument, RUN } from '../contract/document.js';
import { labelOf, type OpenLink } from './links.js';
import type { PageReading } from './page-reading.js';
import type { TextFlow } from './text-flow.js';

/** Characters of an anchor and of a heading that a link's slices reach: nested links must not cost the square. */
export const MOST_ANCHOR = 2000;
export const MOST_HEADING = 200;

/** Collects values and gives their slices. */
class Values {
  text = '';

  /** Writes the slice of a value at `at`; -1, -1 when there is none. */
  put(records: Int32Array, at: number, value: string | undefined): void {
    records[at] = value === undefined ? -1 : this.text.length;
    if (value !== undefined) this.text += value;
    records[at + 1] = value === undefined ? -1 : this.text.length;
  }
}

const runStart = (flow: TextFlow, run: number): number => flow.runs[run * RUN.length + RUN.text] as number;
const runEnd = (flow: TextFlow, run: number): number => flow.runs[run * RUN.length + RUN.text + 1] as number;
const runBlock = (flow: TextFlow, run: number): number => flow.runs[run * RUN.length + RUN.blockId] as number;

/** For each heading the nearest one with text, itself or before: its number, or -1. */
function spokenHeadings(headings: readonly number[]): Int32Array {
  const spoken = new Int32Array(headings.length / 2);
  for (let i = 0, last = -1; i < spoken.length; i++) {
    if ((headings[i * 2 + 1] as number) > (headings[i * 2] as number)) last = i;
    spoken[i] = last;
  }
  return spoken;
}

/** Slice of the runs from `first` to `end`, at most `most` characters. */
function putRuns(records: Int32Array, at: number, flow: TextFlow, bounds: readonly number[]): void {
  const [first, end, most] = bounds as [number, number, number];
  const start = runStart(flow, first);
  records[at] = start;
  records[at + 1] = Math.min(runEnd(flow, end - 1), start + most);
}

function putBlock(records: Int32Array, at: number, flow: TextFlow, link: OpenLink): void {
  const hasText = link.endRun > link.firstRun;
  const first = hasText ? runBlock(flow, link.firstRun) : link.blockId;
  const last = hasText ? runBlock(flow, link.endRun - 1) : link.blockId;
  records[at + LINK.block] = flow.blockStart[first] as number;
  records[at + LINK.block + 1] = flow.blockEnd[last] as number;
  records[at + LINK.blockId] = first;
}

function putAnchor(records: Int32Array, at: number, flow: TextFlow, values: Values, link: OpenLink): number {
  if (link.endRun > link.firstRun) {
    putRuns(records, at, flow, [link.firstRun, link.endRun, MOST_ANCHOR]);
    return 0;
  }
  const label = link.inside || labelOf(link.element);
  values.put(records, at, label === '' ? undefined : label);
  return label === '' ? 0 : LINK_FLAG.anchorInValues;
}

function putLinks(records: Int32Array, values: Values, reading: PageReading): void {
  const { flow, headings } = reading;
  const spoken = spokenHeadings(headings);
  let at: number = HEADER.length;
  for (const link of reading.links) {
    values.put(records, at + LINK.href, link.href);
    const flag = putAnchor(records, at + LINK.anchor, flow, values, link);
    records[at + LINK.flags] = link.flags | flag;
    putBlock(records, at, flow, link);
    records[at + LINK.tagPath] = link.tagPath;
    const heading = link.headings === 0 ? -1 : (spoken[link.headings - 1] as number);
    if (heading < 0) records.fill(-1, at + LINK.heading, at + LINK.heading + 2);
    else {
      const bounds = [headings[heading * 2] as number, headings[heading * 2 + 1] as number, MOST_HEADING];
      putRuns(records, at + LINK.heading, flow, bounds);
    }
    records[at + LINK.runs] = link.firstRun;
    records[at + LINK.runs + 1] = link.endRun;
    at += LINK.length;
  }
}

function putHeader(records: Int32Array, values: Values, reading: PageReading): void {
  const { facts, flow } = reading;
  const isFull = reading.isFull || flow.isFull;
  records[HEADER.linkCount] = reading.links.length;
  records[HEADER.runCount] = flow.runCount;
  records[HEADER.flags] = facts.flags | (isFull ? PAGE_FLAG.overflow : 0);
  values.put(records, HEADER.title, facts.title);
  values.put(records, HEADER.base, facts.base);
  values.put(records, HEADER.canonical, facts.canonical);
  values.put(records, HEADER.refresh, facts.refresh?.target);
  records[HEADER.refreshDelay] = facts.refresh?.delay ?? 0;
  values.put(records, HEADER.language, facts.language);
  records[HEADER.headingCount] = reading.headings.length / 2;
  values.put(records, HEADER.description, facts.description);
  records[HEADER.elementCount] = reading.elementCount;
  values.put(records, HEADER.robots, facts.robots.length === 0 ? undefined : facts.robots.join('\n'));
}

export function packPage(reading: PageReading): PageDocument {
  const { flow, links } = reading;
  const linkInts = links.length * LINK.length;
  const records = new Int32Array(HEADER.length + linkInts + flow.runs.length);
  const values = new Values();
  putHeader(records, values, reading);
  putLinks(records, values, reading);
  records.set(flow.runs, HEADER.length + linkInts);
  return { text: flow.text, values: values.text, records };
}

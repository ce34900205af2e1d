/** Is what the kernel reads the page that parse5's reader has, to the last unit and record? */
import assert from 'node:assert/strict';
import { Kernels } from '../../../src/kernel/load.js';
import { KernelReader } from '../../../src/kernel/reader.js';
import { readPage } from '../../../src/parse/reader.js';

const kernel = new KernelReader(new Kernels(), 'dowser');

/** What differs, in one text; undefined is what every test wants. Pages that the kernel declines are not compared. */
export function pageDifference(html: string): string | undefined {
  const ours = kernel.read(html);
  if (ours === undefined) return undefined;
  const theirs = readPage(html);
  try {
    assert.deepEqual(ours, theirs);
    if (html.isWellFormed()) assert.deepEqual(kernel.readUtf8(Buffer.from(html)), theirs, 'from UTF-8');
    return undefined;
  } catch {
    return firstDifference(ours, theirs);
  }
}

function firstDifference(ours: ReturnType<typeof readPage>, theirs: ReturnType<typeof readPage>): string {
  for (const name of ['text', 'values'] as const) {
    const at = [...ours[name]].findIndex((char, i) => char !== [...theirs[name]][i]);
    if (ours[name] === theirs[name]) continue;
    const from = Math.max(0, at - 30);
    return `${name} at ${at}: ${JSON.stringify(ours[name].slice(from, from + 90))} but parse5 ${JSON.stringify(theirs[name].slice(from, from + 90))}`;
  }
  const at = ours.records.findIndex((value, i) => value !== theirs.records[i]);
  return `record ${at}: ${ours.records[at]} but parse5 ${theirs.records[at]}, links ${ours.records[0]} and ${theirs.records[0]}`;
}

/** Pages that the kernel left to parse5 so far. */
export const declinedCount = (): number => kernel.declinedCount;

/** A golden page in words: what stands in the JSON file beside it. */
import {
  HEADER,
  LINK,
  LINK_FLAG,
  linkAt,
  PAGE_FLAG,
  type PageDocument,
  sliceAt,
} from '../../../src/contract/document.js';
import { decode } from '../../../src/parse/charset.js';
import { anchorOf } from '../../../src/parse/context.js';
import { readPage } from '../../../src/parse/reader.js';

const namesOf = (bits: number, table: Readonly<Record<string, number>>): string =>
  Object.keys(table)
    .filter(name => (bits & (table[name] as number)) !== 0)
    .join(' ');

function linkInWords(page: PageDocument, i: number): Record<string, unknown> {
  const { records, text, values } = page;
  const at = linkAt(i);
  return {
    href: sliceAt(values, records, at + LINK.href),
    anchor: anchorOf(page, i),
    flags: namesOf(records[at + LINK.flags] as number, LINK_FLAG),
    block: sliceAt(text, records, at + LINK.block),
    blockId: records[at + LINK.blockId],
    heading: sliceAt(text, records, at + LINK.heading) ?? null,
  };
}

/** A body read as the lane reads it, as plain data; what the page lacks is left out. */
export function inWords(body: Uint8Array): unknown {
  const decoded = decode(body, undefined);
  const page = readPage(decoded.text);
  const { records, values } = page;
  const words = {
    charset: `${decoded.charset} by ${decoded.source}`,
    title: sliceAt(values, records, HEADER.title),
    base: sliceAt(values, records, HEADER.base),
    canonical: sliceAt(values, records, HEADER.canonical),
    description: sliceAt(values, records, HEADER.description),
    language: sliceAt(values, records, HEADER.language),
    refresh: sliceAt(values, records, HEADER.refresh),
    refreshDelay: records[HEADER.refreshDelay] || undefined,
    flags: namesOf(records[HEADER.flags] as number, PAGE_FLAG) || undefined,
    robots: sliceAt(values, records, HEADER.robots),
    headings: records[HEADER.headingCount] || undefined,
    text: page.text,
    links: Array.from({ length: records[HEADER.linkCount] as number }, (_, i) => linkInWords(page, i)),
  };
  return JSON.parse(JSON.stringify(words));
}

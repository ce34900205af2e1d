/** Where does the reader differ from the plain walk? An empty list is what every test wants. */
import {
  HEADER,
  LINK,
  LINK_FLAG,
  linkAt,
  PAGE_FLAG,
  type PageDocument,
  RUN,
  runAt,
  sliceAt,
} from '../../../src/contract/document.js';
import { seedOf } from '../../../src/kit/random.js';
import { anchorOf } from '../../../src/parse/context.js';
import { MOST_ANCHOR, MOST_HEADING } from '../../../src/parse/pack.js';
import { readPage } from '../../../src/parse/reader.js';
import { type PlainLink, plainRead } from './plain-walk.js';

const MOST_LABEL = 500;
const MOST_FACT = 2000;

const KIND_FLAG: Readonly<Record<string, number>> = {
  a: 0,
  area: LINK_FLAG.area,
  frame: LINK_FLAG.frame,
  iframe: LINK_FLAG.frame,
  link: LINK_FLAG.linkElement,
  refresh: LINK_FLAG.refresh,
};

/** The tag path formula of tag-path.ts, once more and slowly. */
function tagPathOf(path: string): number {
  let hash = 1n;
  for (const tag of path.split('/')) hash = BigInt.asIntN(32, hash * 31n + BigInt(seedOf(tag)));
  return Number(hash);
}

function flagsOf(link: PlainLink): number {
  const rel = link.rel.toLowerCase().split(/[ \t\n\f\r,]+/);
  const has = (word: string, flag: number): number => (rel.includes(word) ? flag : 0);
  return (
    (KIND_FLAG[link.kind] as number) |
    has('nofollow', LINK_FLAG.nofollow) |
    has('ugc', LINK_FLAG.ugc) |
    has('sponsored', LINK_FLAG.sponsored) |
    (link.anchor !== '' && link.leaves.length === 0 ? LINK_FLAG.anchorInValues : 0)
  );
}

function runTexts(page: PageDocument, first: number, end: number): string[] {
  const texts: string[] = [];
  for (let i = first; i < end; i++)
    texts.push(sliceAt(page.text, page.records, runAt(page.records, i) + RUN.text) ?? '');
  return texts;
}

/** A link of the reader in the plain walk's words. */
function linkOf(page: PageDocument, i: number): Record<string, unknown> {
  const { records, text, values } = page;
  const at = linkAt(i);
  return {
    href: sliceAt(values, records, at + LINK.href),
    flags: records[at + LINK.flags],
    anchor: anchorOf(page, i),
    block: sliceAt(text, records, at + LINK.block),
    heading: sliceAt(text, records, at + LINK.heading) ?? '',
    tagPath: records[at + LINK.tagPath],
    leaves: runTexts(page, records[at + LINK.runs] as number, records[at + LINK.runs + 1] as number),
  };
}

function plainLink(link: PlainLink): Record<string, unknown> {
  const isText = link.leaves.length > 0;
  return {
    href: link.href,
    flags: flagsOf(link),
    anchor: link.anchor.slice(0, isText ? MOST_ANCHOR : MOST_LABEL),
    block: link.block,
    heading: link.heading.slice(0, MOST_HEADING),
    tagPath: tagPathOf(link.path),
    leaves: link.leaves,
  };
}

/** What differs, with both sides; pages that met a bound are not compared. `plainHtml` is for proving that it sees. */
export function differences(html: string, plainHtml = html): string[] {
  const page = readPage(html);
  const { records, text, values } = page;
  if (((records[HEADER.flags] as number) & PAGE_FLAG.overflow) !== 0) return [];
  const plain = plainRead(plainHtml);
  const found: string[] = [];
  const same = (name: string, ours: unknown, theirs: unknown): void => {
    const [a, b] = [JSON.stringify(ours), JSON.stringify(theirs)];
    if (a !== b) found.push(`${name}: ${a?.slice(0, 300)} but plainly ${b?.slice(0, 300)}`);
  };
  same('text', text, plain.text);
  same('title', sliceAt(values, records, HEADER.title), plain.title?.slice(0, MOST_FACT));
  same('base', sliceAt(values, records, HEADER.base), plain.base);
  same('canonical', sliceAt(values, records, HEADER.canonical), plain.canonical);
  same('description', sliceAt(values, records, HEADER.description), plain.description?.slice(0, MOST_FACT));
  same('language', sliceAt(values, records, HEADER.language), plain.language);
  same('headings', records[HEADER.headingCount], plain.headings.length);
  same('elements', records[HEADER.elementCount], plain.elementCount);
  same('leaves', runTexts(page, 0, records[HEADER.runCount] as number), plain.leaves);
  same('link count', records[HEADER.linkCount], plain.links.length);
  const count = Math.min(records[HEADER.linkCount] as number, plain.links.length);
  for (let i = 0; i < count; i++) same(`link ${i}`, linkOf(page, i), plainLink(plain.links[i] as PlainLink));
  return found;
}

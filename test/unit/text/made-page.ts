/** Pages made by hand for tests of terms: blocks of leaves, in the records that a reader would leave. */
import {
  HEADER,
  LINK,
  LINK_FLAG,
  linkAt,
  type PageDocument,
  RUN,
  RUN_FLAG,
  runAt,
} from '../../../src/contract/document.js';

/** A leaf: plain text, a heading, a link, or a picture that is one. */
export type Leaf =
  | string
  | { readonly heading: string }
  | { readonly link: string }
  | { readonly image: string };

interface MadeRun {
  readonly text: readonly [number, number];
  readonly block: number;
  readonly flags: number;
}

interface MadeLink {
  readonly anchor: readonly [number, number];
  readonly isImage: boolean;
  readonly block: number;
  readonly heading: readonly [number, number];
  readonly runs: readonly [number, number];
}

const textOf = (leaf: Leaf): string =>
  typeof leaf === 'string' ? leaf : 'heading' in leaf ? leaf.heading : 'link' in leaf ? leaf.link : '';

/** Leaves of a block follow each other with a space between. */
export function makePage(title: string, blocks: readonly (readonly Leaf[])[]): PageDocument {
  let text = '';
  let values = title;
  const runs: MadeRun[] = [];
  const links: MadeLink[] = [];
  const blockSlices: (readonly [number, number])[] = [];
  let heading: readonly [number, number] = [-1, -1];
  blocks.forEach((leaves, block) => {
    if (block > 0) text += '\n';
    const blockStart = text.length;
    for (const leaf of leaves) {
      if (typeof leaf === 'object' && 'image' in leaf) {
        const start = values.length;
        values += leaf.image;
        links.push({
          anchor: [start, values.length],
          isImage: true,
          block,
          heading,
          runs: [runs.length, runs.length],
        });
        continue;
      }
      if (text.length > blockStart) text += ' ';
      const start = text.length;
      text += textOf(leaf);
      const slice = [start, text.length] as const;
      const isLink = typeof leaf === 'object' && 'link' in leaf;
      const isHeading = typeof leaf === 'object' && 'heading' in leaf;
      if (isHeading) heading = slice;
      runs.push({ text: slice, block, flags: isLink ? RUN_FLAG.anchor : isHeading ? RUN_FLAG.heading : 0 });
      if (isLink)
        links.push({ anchor: slice, isImage: false, block, heading, runs: [runs.length - 1, runs.length] });
    }
    blockSlices.push([blockStart, text.length]);
  });
  const records = new Int32Array(HEADER.length + links.length * LINK.length + runs.length * RUN.length);
  for (const at of [HEADER.title, HEADER.base, HEADER.canonical, HEADER.refresh, HEADER.language])
    records[at] = -1;
  records[HEADER.linkCount] = links.length;
  records[HEADER.runCount] = runs.length;
  if (title !== '') records.set([0, title.length], HEADER.title);
  links.forEach((link, i) => {
    const at = linkAt(i);
    records.set([-1, -1], at + LINK.href);
    records[at + LINK.flags] = link.isImage ? LINK_FLAG.anchorInValues : 0;
    records.set(link.anchor, at + LINK.anchor);
    records.set(blockSlices[link.block] as readonly [number, number], at + LINK.block);
    records[at + LINK.blockId] = link.block;
    records.set(link.heading, at + LINK.heading);
    records.set(link.runs, at + LINK.runs);
  });
  runs.forEach((run, i) => {
    const at = runAt(records, i);
    records.set(run.text, at + RUN.text);
    records[at + RUN.blockId] = run.block;
    records[at + RUN.flags] = run.flags;
  });
  return { text, values, records };
}

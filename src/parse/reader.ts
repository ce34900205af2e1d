/**
 * What does the page hold? Text in, PageDocument out (contract/document.ts): parse5's tree and one walk over it. This
 * reader is the oracle for any faster one. Text is what a browser shows with scripts on and style sheets unread:
 * elements of TRAIT.unshown and drawings (SVG, MathML) have no text, everything else has, `hidden` or not.
 * docs/decisions/0052.
 */
import type { PageDocument } from '../contract/document.js';
import { packPage } from './pack.js';
import { PageReading } from './page-reading.js';
import { treeOf } from './tree.js';
import { walk } from './walk.js';

/**
 * Reads HTML of any kind; never throws. Bounds: MOST_NODES, MOST_TEXT, MOST_RUNS, MOST_LINKS set PAGE_FLAG.overflow.
 * `token` is our product token: the name, beside `robots`, of meta elements that speak to us.
 */
export function readPage(html: string, token = 'dowser'): PageDocument {
  const tree = treeOf(html);
  const reading = new PageReading(token.toLowerCase());
  walk(tree.document, reading);
  if (!tree.isWhole) reading.isFull = true;
  return packPage(reading);
}

/** Reads plain text: no title and no links; an empty line ends a block. */
export function readText(text: string): PageDocument {
  const reading = new PageReading();
  for (const line of text.split(/\r\n?|\n/)) {
    if (line.trim() === '') reading.flow.boundary();
    else {
      reading.flow.add(line, 0);
      reading.flow.lineBreak();
    }
    if (reading.flow.isFull) break;
  }
  return packPage(reading);
}

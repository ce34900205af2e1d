/**
 * Text to parse5's tree, within bounds. parse5 8.1.1 was linear on all hostile inputs tried; what is not linear is the
 * number of elements, since every unclosed formatting element returns in every paragraph. So elements are counted, and
 * a page with too many is read as far as it was built.
 */
import { type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes, defaultTreeAdapter, Parser } from 'parse5';
import { isKnownTokenizer, QuickTokenizer } from './quick-tokenizer.js';

/** Some 100 MB of tree; the largest page of the stored webs has 40,000 nodes. */
export const MOST_NODES = 300_000;
export const MOST_HTML_CHARS = 16_000_000;

const FULL = Symbol('tree is full');

export interface Tree {
  readonly document: DefaultTreeAdapterTypes.Document;
  /** False when a bound was met: what came after is missing. */
  readonly isWhole: boolean;
}

function boundedAdapter(document: DefaultTreeAdapterTypes.Document) {
  let nodeCount = 0;
  const count = <T>(node: T): T => {
    if (++nodeCount > MOST_NODES) throw FULL;
    return node;
  };
  return {
    ...defaultTreeAdapter,
    createDocument: () => document,
    createElement: (name, space, attrs) => count(defaultTreeAdapter.createElement(name, space, attrs)),
    createCommentNode: () => count(defaultTreeAdapter.createCommentNode('')),
  } satisfies typeof defaultTreeAdapter;
}

const isQuick = isKnownTokenizer();

function build(text: string, treeAdapter: typeof defaultTreeAdapter): void {
  const parser = new Parser<DefaultTreeAdapterMap>({ treeAdapter });
  if (!isQuick) {
    parser.tokenizer.write(text, true);
    return;
  }
  const tokenizer = new QuickTokenizer(parser);
  parser.tokenizer = tokenizer;
  tokenizer.read(text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
}

/** The tree of a page. Scripting counts as on, so what stands in noscript is not parsed. */
export function treeOf(text: string): Tree {
  const document = defaultTreeAdapter.createDocument();
  const treeAdapter = boundedAdapter(document);
  const isShort = text.length <= MOST_HTML_CHARS;
  try {
    build(isShort ? text : text.slice(0, MOST_HTML_CHARS), treeAdapter);
  } catch (error) {
    if (error !== FULL) throw error;
    return { document, isWhole: false };
  }
  return { document, isWhole: isShort };
}

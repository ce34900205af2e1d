/** Is the tree of the short cuts parse5's own? Comments count by their place alone: their words are not kept. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { treeOf } from '../../../src/parse/tree.js';

type Node = DefaultTreeAdapterTypes.Node;

/** One line a node, with its depth; without recursion, for trees as deep as they like. */
function linesOf(document: Node): string[] {
  const lines: string[] = [];
  const waiting: [number, Node][] = [[0, document]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [depth, node] = next;
    lines.push(`${depth} ${lineOf(node)}`);
    const children =
      'content' in node ? [...node.childNodes, node.content] : 'childNodes' in node ? node.childNodes : [];
    for (const child of children.toReversed()) waiting.push([depth + 1, child]);
  }
  return lines;
}

function lineOf(node: Node): string {
  if ('tagName' in node) return JSON.stringify([node.tagName, node.namespaceURI, node.attrs]);
  if ('value' in node) return JSON.stringify(node.value);
  return 'mode' in node ? `document ${node.mode}` : node.nodeName;
}

/** The first line that differs, with both sides; undefined is what every test wants. */
export function treeDifference(html: string): string | undefined {
  const { document, isWhole } = treeOf(html);
  if (!isWhole) return undefined;
  const [ours, theirs] = [linesOf(document), linesOf(parse(html))];
  const at = ours.findIndex((line, i) => line !== theirs[i]);
  if (at < 0 && ours.length === theirs.length) return undefined;
  return `${ours[at]?.slice(0, 300)} but plainly ${theirs[at]?.slice(0, 300)}`;
}

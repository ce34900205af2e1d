/** One pass over a tree in document order without recursion, since pages nest as deep as they like. */
import type { DefaultTreeAdapterTypes } from 'parse5';
import type { Element } from './element.js';

export interface Visitor {
  /** Called at an element's start; true to go on with its children and to hear `leave`. */
  enter(element: Element): boolean;
  leave(element: Element): void;
  /** `parent` is undefined only above the root element. */
  text(value: string, parent: Element | undefined): void;
}

export function walk(document: DefaultTreeAdapterTypes.Document, visitor: Visitor): void {
  const path: Element[] = [];
  const next: number[] = [0];
  for (let children = document.childNodes; ; ) {
    const at = next[path.length] as number;
    const child = children[at];
    next[path.length] = at + 1;
    if (child === undefined) {
      const done = path.pop();
      if (done === undefined) return;
      visitor.leave(done);
      children = path.at(-1)?.childNodes ?? document.childNodes;
    } else if ('tagName' in child) {
      if (!visitor.enter(child)) continue;
      path.push(child);
      next[path.length] = 0;
      children = child.childNodes;
    } else if ('value' in child) visitor.text(child.value, path.at(-1));
  }
}

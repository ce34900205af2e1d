/**
 * What one walk over a page's tree gathers: text, facts, links and headings as they come; pack.ts makes the records of it.
 */
import { LINK_FLAG, RUN_FLAG } from '../contract/document.js';
import { attribute, CODE, type Element, isHtml, TRAIT, traitsOf } from './element.js';
import { HeadFacts } from './head-facts.js';
import { addInside, MOST_LINKS, type OpenLink, targetOf } from './links.js';
import { stepTagPath, TAG_PATH_START } from './tag-path.js';
import { TextFlow } from './text-flow.js';
import type { Visitor } from './walk.js';

export class PageReading implements Visitor {
  readonly flow = new TextFlow();
  readonly facts: HeadFacts;
  readonly links: OpenLink[] = [];
  /** First run and end of runs of each heading, two numbers each. */
  readonly headings: number[] = [];
  elementCount = 0;
  isFull = false;
  /** Links and headings that the walk is inside of. */
  readonly #open: OpenLink[] = [];
  readonly #openHeadings: number[] = [];
  readonly #paths: number[] = [TAG_PATH_START];

  /** `token`: the name of meta elements for us, in lower case. */
  constructor(token = 'robots') {
    this.facts = new HeadFacts(token);
  }

  enter(element: Element): boolean {
    this.elementCount++;
    const path = stepTagPath(this.#paths.at(-1) as number, element.tagName);
    const traits = traitsOf(element);
    if (isHtml(element)) this.facts.hearLanguage(element);
    if (traits !== 0) this.#enterKnown(element, traits, path);
    else if (element.tagName === 'a') this.#enterLink(element, path);
    if ((traits & TRAIT.unshown) !== 0) return false;
    this.#paths.push(path);
    return true;
  }

  leave(element: Element): void {
    this.#paths.pop();
    if (this.#open.at(-1)?.element === element) this.#closeLink();
    const traits = traitsOf(element);
    if ((traits & TRAIT.heading) !== 0) this.#closeHeading();
    if ((traits & TRAIT.block) !== 0) this.flow.boundary();
  }

  text(value: string, parent: Element | undefined): void {
    if (parent === undefined) return;
    if (!isHtml(parent)) {
      const link = this.#open.at(-1);
      if (link !== undefined && !CODE.has(parent.tagName)) addInside(link, value);
      return;
    }
    const isHeading = this.#openHeadings.length > 0;
    const isAnchor = this.#open.length > 0;
    this.flow.add(value, (isHeading ? RUN_FLAG.heading : 0) | (isAnchor ? RUN_FLAG.anchor : 0));
  }

  #enterKnown(element: Element, traits: number, path: number): void {
    if ((traits & TRAIT.fact) !== 0) this.#hearFact(element, path);
    if ((traits & TRAIT.line) !== 0) this.flow.lineBreak();
    if ((traits & TRAIT.block) !== 0) this.flow.boundary();
    if ((traits & TRAIT.heading) !== 0) this.#openHeading();
    if ((traits & TRAIT.image) !== 0) this.#seeImage(element);
    if ((traits & TRAIT.link) !== 0) this.#enterLink(element, path);
  }

  #hearFact(element: Element, path: number): void {
    const refresh = this.facts.hear(element);
    if (refresh !== undefined) this.#addLink(element, { href: refresh, flags: LINK_FLAG.refresh }, path);
  }

  #seeImage(element: Element): void {
    const link = this.#open.at(-1);
    if (link !== undefined) addInside(link, attribute(element, 'alt'));
  }

  /** `a` opens a link that its end closes; the other kinds hold nothing and are whole at once. */
  #enterLink(element: Element, path: number): void {
    const target = targetOf(element);
    if (target === undefined) return;
    const link = this.#addLink(element, target, path);
    if (link !== undefined && element.tagName === 'a') this.#open.push(link);
  }

  #addLink(element: Element, target: { href: string; flags: number }, tagPath: number): OpenLink | undefined {
    if (this.links.length >= MOST_LINKS) {
      this.isFull = true;
      return undefined;
    }
    const run = this.flow.runCount;
    const link: OpenLink = {
      element,
      href: target.href,
      flags: target.flags,
      tagPath,
      headings: this.headings.length >> 1,
      firstRun: run,
      endRun: run,
      blockId: -1,
      inside: '',
    };
    if (element.tagName !== 'a') link.blockId = this.flow.openBlock();
    this.links.push(link);
    return link;
  }

  #closeLink(): void {
    const link = this.#open.pop() as OpenLink;
    link.endRun = this.flow.runCount;
    if (link.endRun === link.firstRun) link.blockId = this.flow.openBlock();
  }

  #openHeading(): void {
    const run = this.flow.runCount;
    this.#openHeadings.push(this.headings.length);
    this.headings.push(run, run);
  }

  #closeHeading(): void {
    const at = this.#openHeadings.pop();
    if (at !== undefined) this.headings[at + 1] = this.flow.runCount;
  }
}

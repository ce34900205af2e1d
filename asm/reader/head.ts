// Insertion modes up to the start of the body (html.spec.whatwg.org 13.2.6.4.1 to 13.2.6.4.6), and what else goes the way
// of the head: templates, titles, scripts and style sheets anywhere.
import { startInBody } from './body';
import { addMarker, clearToMarker } from './formatting';
import { appendElement, insertElement, insertImplied, tagId } from './insert';
import { HTML } from './node';
import { closeImpliedThoroughly, pop, popUntil, push, remove, templateCount } from './open';
import {
  AFTER_HEAD,
  BEFORE_HEAD,
  BEFORE_HTML,
  forbidFrameset,
  headElement,
  IN_BODY,
  IN_FRAMESET,
  IN_HEAD,
  IN_TEMPLATE,
  popTemplateMode,
  pushTemplateMode,
  RAWTEXT,
  RCDATA,
  resetMode,
  SCRIPT,
  setHead,
  setMode,
  setQuirks,
  setTextMode,
} from './state';
import * as tag from './tag';

/** Goes on as if the page had said what it left out; the token is then for the next mode. */
export function leaveInitial(): void {
  setQuirks(true);
  setMode(BEFORE_HTML);
}

export function leaveBeforeHtml(): void {
  insertImplied(tag.HTML);
  setMode(BEFORE_HEAD);
}

export function leaveBeforeHead(): void {
  setHead(insertImplied(tag.HEAD));
  setMode(IN_HEAD);
}

export function leaveHead(): void {
  pop();
  setMode(AFTER_HEAD);
}

export function leaveAfterHead(): void {
  insertImplied(tag.BODY);
  setMode(IN_BODY);
}

/** Each of these returns false when the token is for the next mode, which is then set. */
export function startBeforeHtml(): bool {
  if (tagId != tag.HTML) {
    leaveBeforeHtml();
    return false;
  }
  insertElement(HTML);
  setMode(BEFORE_HEAD);
  return true;
}

export function startBeforeHead(): bool {
  if (tagId == tag.HTML) startInBody();
  else if (tagId == tag.HEAD) {
    setHead(insertElement(HTML));
    setMode(IN_HEAD);
  } else {
    leaveBeforeHead();
    return false;
  }
  return true;
}

export function startInHead(): bool {
  switch (tagId) {
    case tag.HTML:
      startInBody();
      return true;
    case tag.BASE:
    case tag.BASEFONT:
    case tag.BGSOUND:
    case tag.LINK:
    case tag.META:
      appendElement(HTML);
      return true;
    case tag.TITLE:
      readText(RCDATA);
      return true;
    case tag.NOSCRIPT:
    case tag.NOFRAMES:
    case tag.STYLE:
      readText(RAWTEXT);
      return true;
    case tag.SCRIPT:
      readText(SCRIPT);
      return true;
    case tag.TEMPLATE:
      startTemplate();
      return true;
    case tag.HEAD:
      return true;
    default:
      leaveHead();
      return false;
  }
}

/** An element of the tag at hand whose content is text, read in that way. */
export function readText(textMode: u32): void {
  insertElement(HTML);
  setTextMode(textMode);
}

function startTemplate(): void {
  insertElement(HTML);
  addMarker();
  forbidFrameset();
  setMode(IN_TEMPLATE);
  pushTemplateMode(IN_TEMPLATE);
}

export function endTemplate(): void {
  if (templateCount == 0) return;
  closeImpliedThoroughly();
  popUntil(tag.TEMPLATE);
  clearToMarker();
  popTemplateMode();
  resetMode();
}

export function endBeforeHtml(): bool {
  if (tagId != tag.HTML && tagId != tag.HEAD && tagId != tag.BODY && tagId != tag.BR) return true;
  leaveBeforeHtml();
  return false;
}

export function endBeforeHead(): bool {
  if (tagId != tag.HTML && tagId != tag.HEAD && tagId != tag.BODY && tagId != tag.BR) return true;
  leaveBeforeHead();
  return false;
}

export function endInHead(): bool {
  switch (tagId) {
    case tag.HEAD:
      leaveHead();
      return true;
    case tag.BODY:
    case tag.BR:
    case tag.HTML:
      leaveHead();
      return false;
    case tag.TEMPLATE:
      endTemplate();
      return true;
    default:
      return true;
  }
}

export function startAfterHead(): bool {
  switch (tagId) {
    case tag.HTML:
      startInBody();
      return true;
    case tag.BODY:
      insertElement(HTML);
      forbidFrameset();
      setMode(IN_BODY);
      return true;
    case tag.FRAMESET:
      insertElement(HTML);
      setMode(IN_FRAMESET);
      return true;
    case tag.BASE:
    case tag.BASEFONT:
    case tag.BGSOUND:
    case tag.LINK:
    case tag.META:
    case tag.NOFRAMES:
    case tag.SCRIPT:
    case tag.STYLE:
    case tag.TEMPLATE:
    case tag.TITLE:
      push(headElement);
      startInHead();
      remove(headElement);
      return true;
    case tag.HEAD:
      return true;
    default:
      leaveAfterHead();
      return false;
  }
}

export function endAfterHead(): bool {
  switch (tagId) {
    case tag.BODY:
    case tag.HTML:
    case tag.BR:
      leaveAfterHead();
      return false;
    case tag.TEMPLATE:
      endTemplate();
      return true;
    default:
      return true;
  }
}

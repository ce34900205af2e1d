// The insertion mode "in body" (html.spec.whatwg.org 13.2.6.4.7), end tags. The choice by tag is one function, longer than
// others, because it is a table.
import { callAdoptionAgency } from './adoption';
import { clearToMarker } from './formatting';
import { endTemplate } from './head';
import { insertImplied, reconstruct, tagId, tagNameFrom, tagNameTo } from './insert';
import { HTML, isNamed, spaceOf } from './node';
import {
  closeImplied,
  closeImpliedBut,
  closeP,
  hasHeadingInScope,
  hasInScope,
  hasP,
  hasSpecialAbove,
  LIST_SCOPE,
  openAt,
  openCount,
  PLAIN_SCOPE,
  pop,
  popUntil,
  remove,
  shorten,
  templateCount,
  topmostHeading,
} from './open';
import { AFTER_AFTER_BODY, AFTER_BODY, forbidFrameset, formElement, setForm, setMode } from './state';
import * as tag from './tag';

export function endInBody(): void {
  switch (tagId) {
    case tag.A:
    case tag.B:
    case tag.BIG:
    case tag.CODE:
    case tag.EM:
    case tag.FONT:
    case tag.I:
    case tag.NOBR:
    case tag.S:
    case tag.SMALL:
    case tag.STRIKE:
    case tag.STRONG:
    case tag.TT:
    case tag.U:
      callAdoptionAgency();
      return;
    case tag.P:
      if (!hasP()) insertImplied(tag.P);
      closeP();
      return;
    case tag.ADDRESS:
    case tag.ARTICLE:
    case tag.ASIDE:
    case tag.BLOCKQUOTE:
    case tag.BUTTON:
    case tag.CENTER:
    case tag.DETAILS:
    case tag.DIALOG:
    case tag.DIR:
    case tag.DIV:
    case tag.DL:
    case tag.FIELDSET:
    case tag.FIGCAPTION:
    case tag.FIGURE:
    case tag.FOOTER:
    case tag.HEADER:
    case tag.HGROUP:
    case tag.LISTING:
    case tag.MAIN:
    case tag.MENU:
    case tag.NAV:
    case tag.OL:
    case tag.PRE:
    case tag.SEARCH:
    case tag.SECTION:
    case tag.SUMMARY:
    case tag.UL:
      if (!hasInScope(tagId, PLAIN_SCOPE)) return;
      closeImplied();
      popUntil(tagId);
      return;
    case tag.LI:
      if (hasInScope(tag.LI, LIST_SCOPE)) endItem();
      return;
    case tag.DD:
    case tag.DT:
      if (hasInScope(tagId, PLAIN_SCOPE)) endItem();
      return;
    case tag.H1:
    case tag.H2:
    case tag.H3:
    case tag.H4:
    case tag.H5:
    case tag.H6:
      if (!hasHeadingInScope()) return;
      closeImplied();
      shorten(topmostHeading());
      return;
    case tag.BR:
      reconstruct();
      insertImplied(tag.BR);
      pop();
      forbidFrameset();
      return;
    case tag.BODY:
      if (hasInScope(tag.BODY, PLAIN_SCOPE)) setMode(AFTER_BODY);
      return;
    case tag.HTML:
      if (hasInScope(tag.BODY, PLAIN_SCOPE)) setMode(AFTER_AFTER_BODY);
      return;
    case tag.FORM:
      endForm();
      return;
    case tag.APPLET:
    case tag.MARQUEE:
    case tag.OBJECT:
      if (!hasInScope(tagId, PLAIN_SCOPE)) return;
      closeImplied();
      popUntil(tagId);
      clearToMarker();
      return;
    case tag.TEMPLATE:
      endTemplate();
      return;
    default:
      endOther();
  }
}

function endItem(): void {
  closeImpliedBut(tagId);
  popUntil(tagId);
}

function endForm(): void {
  const form = formElement;
  if (!templateCount) setForm(0);
  if ((!form && !templateCount) || !hasInScope(tag.FORM, PLAIN_SCOPE)) return;
  closeImplied();
  if (templateCount) popUntil(tag.FORM);
  else if (form) remove(form);
}

/** An end tag without rules of its own. */
export function endOther(): void {
  const place = topmostNamed();
  if (place <= 0 || hasSpecialAbove(place)) return;
  closeImpliedBut(tagId);
  if ((openCount as i32) > place) shorten(place);
}

function topmostNamed(): i32 {
  for (let i: i32 = openCount - 1; i >= 0; i--) {
    const node = openAt(i);
    if (spaceOf(node) == HTML && isNamed(node, tagId, tagNameFrom, tagNameTo)) return i;
  }
  return -1;
}

// The insertion mode "in body" (html.spec.whatwg.org 13.2.6.4.7), start tags. The choice by tag is one function, longer than
// others, because it is a table.
import { callAdoptionAgency } from './adoption';
import { addAttributes, hasTypeHidden, isSelfClosing } from './attribute';
import { adjustIntegration } from './foreign';
import { addMarker, list, newestListed, unlist } from './formatting';
import { readText, startInHead } from './head';
import { appendElement, insertElement, isCurrent, reconstruct, setTag, tagId, tagNameFrom, tagNameTo } from './insert';
import { HTML, idOf, MATHML, SVG } from './node';
import {
  closeImplied,
  closeImpliedBut,
  closeP,
  current,
  hasInScope,
  hasListBoundaryAbove,
  hasP,
  isHeading,
  openAt,
  openCount,
  PLAIN_SCOPE,
  pop,
  popUntil,
  remove,
  shorten,
  templateCount,
  topmost,
} from './open';
import {
  forbidFrameset,
  formElement,
  IN_CAPTION,
  IN_CELL,
  IN_FRAMESET,
  IN_ROW,
  IN_SELECT,
  IN_SELECT_IN_TABLE,
  IN_TABLE,
  IN_TABLE_BODY,
  isFramesetOk,
  isQuirks,
  mode,
  PLAINTEXT,
  RAWTEXT,
  RCDATA,
  setForm,
  setMode,
  setSkipsNewline,
  setTextMode,
} from './state';
import * as tag from './tag';
import { detach } from './tree';

export function startInBody(): void {
  switch (tagId) {
    case tag.B:
    case tag.BIG:
    case tag.CODE:
    case tag.EM:
    case tag.FONT:
    case tag.I:
    case tag.S:
    case tag.SMALL:
    case tag.STRIKE:
    case tag.STRONG:
    case tag.TT:
    case tag.U:
      reconstruct();
      list(insertElement(HTML));
      return;
    case tag.A:
      startLink();
      return;
    case tag.H1:
    case tag.H2:
    case tag.H3:
    case tag.H4:
    case tag.H5:
    case tag.H6:
      endParagraph();
      if (isHeading(idOf(current))) pop();
      insertElement(HTML);
      return;
    case tag.ADDRESS:
    case tag.ARTICLE:
    case tag.ASIDE:
    case tag.BLOCKQUOTE:
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
    case tag.MAIN:
    case tag.MENU:
    case tag.NAV:
    case tag.OL:
    case tag.P:
    case tag.SEARCH:
    case tag.SECTION:
    case tag.SUMMARY:
    case tag.UL:
      endParagraph();
      insertElement(HTML);
      return;
    case tag.LI:
    case tag.DD:
    case tag.DT:
      startItem();
      return;
    case tag.IMAGE:
      setTag(tag.IMG, tagNameFrom, tagNameTo);
      startVoid();
      return;
    case tag.AREA:
    case tag.BR:
    case tag.EMBED:
    case tag.IMG:
    case tag.KEYGEN:
    case tag.WBR:
      startVoid();
      return;
    case tag.HR:
      endParagraph();
      appendElement(HTML);
      forbidFrameset();
      return;
    case tag.RB:
    case tag.RTC:
      if (hasInScope(tag.RUBY, PLAIN_SCOPE)) closeImplied();
      insertElement(HTML);
      return;
    case tag.RP:
    case tag.RT:
      if (hasInScope(tag.RUBY, PLAIN_SCOPE)) closeImpliedBut(tag.RTC);
      insertElement(HTML);
      return;
    case tag.PRE:
    case tag.LISTING:
      endParagraph();
      insertElement(HTML);
      setSkipsNewline(true);
      forbidFrameset();
      return;
    case tag.XMP:
      endParagraph();
      reconstruct();
      forbidFrameset();
      readText(RAWTEXT);
      return;
    case tag.SVG:
      startForeign(SVG);
      return;
    case tag.MATH:
      startForeign(MATHML);
      return;
    case tag.HTML:
      if (templateCount == 0) addAttributes(openAt(0));
      return;
    case tag.BASE:
    case tag.BASEFONT:
    case tag.BGSOUND:
    case tag.LINK:
    case tag.META:
    case tag.SCRIPT:
    case tag.STYLE:
    case tag.TEMPLATE:
    case tag.TITLE:
      startInHead();
      return;
    case tag.BODY:
      startBody();
      return;
    case tag.FORM:
      startForm();
      return;
    case tag.NOBR:
      startNobr();
      return;
    case tag.TABLE:
      if (!isQuirks) endParagraph();
      insertElement(HTML);
      forbidFrameset();
      setMode(IN_TABLE);
      return;
    case tag.INPUT:
      reconstruct();
      appendElement(HTML);
      if (!hasTypeHidden()) forbidFrameset();
      return;
    case tag.PARAM:
    case tag.SOURCE:
    case tag.TRACK:
      appendElement(HTML);
      return;
    case tag.BUTTON:
      startButton();
      return;
    case tag.APPLET:
    case tag.MARQUEE:
    case tag.OBJECT:
      reconstruct();
      insertElement(HTML);
      addMarker();
      forbidFrameset();
      return;
    case tag.IFRAME:
      forbidFrameset();
      readText(RAWTEXT);
      return;
    case tag.NOEMBED:
    case tag.NOFRAMES:
    case tag.NOSCRIPT:
      readText(RAWTEXT);
      return;
    case tag.SELECT:
      startSelect();
      return;
    case tag.OPTGROUP:
    case tag.OPTION:
      if (isCurrent(tag.OPTION)) pop();
      reconstruct();
      insertElement(HTML);
      return;
    case tag.FRAMESET:
      startFrameset();
      return;
    case tag.TEXTAREA:
      readText(RCDATA);
      setSkipsNewline(true);
      forbidFrameset();
      return;
    case tag.PLAINTEXT:
      endParagraph();
      insertElement(HTML);
      setTextMode(PLAINTEXT);
      return;
    case tag.CAPTION:
    case tag.COL:
    case tag.COLGROUP:
    case tag.FRAME:
    case tag.HEAD:
    case tag.TBODY:
    case tag.TD:
    case tag.TFOOT:
    case tag.TH:
    case tag.THEAD:
    case tag.TR:
      return;
    default:
      reconstruct();
      insertElement(HTML);
  }
}

// @ts-ignore: decorator
@inline function endParagraph(): void {
  if (hasP()) closeP();
}

function startLink(): void {
  const active = newestListed(tag.A);
  if (active) {
    callAdoptionAgency();
    remove(active);
    unlist(active);
  }
  reconstruct();
  list(insertElement(HTML));
}

function startNobr(): void {
  reconstruct();
  if (hasInScope(tag.NOBR, PLAIN_SCOPE)) {
    callAdoptionAgency();
    reconstruct();
  }
  list(insertElement(HTML));
}

function startItem(): void {
  forbidFrameset();
  const place = tagId == tag.LI ? topmost(tag.LI) : max(topmost(tag.DD), topmost(tag.DT));
  if (place >= 0 && !hasListBoundaryAbove(place)) {
    const id = idOf(openAt(place));
    closeImpliedBut(id);
    popUntil(id);
  }
  endParagraph();
  insertElement(HTML);
}

function startVoid(): void {
  reconstruct();
  appendElement(HTML);
  forbidFrameset();
}

function startForeign(space: u32): void {
  reconstruct();
  const node = isSelfClosing ? appendElement(space) : insertElement(space);
  adjustIntegration(node);
}

/** The body when it is the second open element, or 0. */
function nestedBody(): usize {
  return openCount > 1 && idOf(openAt(1)) == tag.BODY ? openAt(1) : 0;
}

function startBody(): void {
  const body = nestedBody();
  if (!body || templateCount) return;
  forbidFrameset();
  addAttributes(body);
}

function startForm(): void {
  if (formElement && !templateCount) return;
  endParagraph();
  insertElement(HTML);
  if (!templateCount) setForm(current);
}

function startButton(): void {
  if (hasInScope(tag.BUTTON, PLAIN_SCOPE)) {
    closeImplied();
    popUntil(tag.BUTTON);
  }
  reconstruct();
  insertElement(HTML);
  forbidFrameset();
}

function startSelect(): void {
  reconstruct();
  insertElement(HTML);
  forbidFrameset();
  const isInTable =
    mode == IN_TABLE || mode == IN_CAPTION || mode == IN_TABLE_BODY || mode == IN_ROW || mode == IN_CELL;
  setMode(isInTable ? IN_SELECT_IN_TABLE : IN_SELECT);
}

function startFrameset(): void {
  const body = nestedBody();
  if (!isFramesetOk || !body) return;
  detach(body);
  shorten(1);
  insertElement(HTML);
  setMode(IN_FRAMESET);
}

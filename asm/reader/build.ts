// The tree builder's door: one function a kind of token, which asks the insertion mode (html.spec.whatwg.org 13.2.6). A
// token that a mode leaves to another one goes round again.
import { startInBody } from './body';
import { endInBody } from './body-end';
import { clearToMarker } from './formatting';
import { endInForeign, isStartForeign, startInForeign } from './foreign';
import {
  endAfterHead,
  endBeforeHead,
  endBeforeHtml,
  endInHead,
  endTemplate,
  leaveAfterHead,
  leaveBeforeHead,
  leaveBeforeHtml,
  leaveHead,
  leaveInitial,
  startAfterHead,
  startBeforeHead,
  startBeforeHtml,
  startInHead,
} from './head';
import { appendComment, insertText, reconstruct, tagId } from './insert';
import { HTML, isForeignInside, spaceOf } from './node';
import { current, openAt, popUntil, templateCount } from './open';
import * as select from './select';
import {
  AFTER_AFTER_BODY,
  AFTER_AFTER_FRAMESET,
  AFTER_BODY,
  AFTER_FRAMESET,
  AFTER_HEAD,
  BEFORE_HEAD,
  BEFORE_HTML,
  documentNode,
  forbidFrameset,
  hasTemplateModes,
  IN_BODY,
  IN_CAPTION,
  IN_CELL,
  IN_COLUMN_GROUP,
  IN_FRAMESET,
  IN_HEAD,
  IN_ROW,
  IN_SELECT,
  IN_SELECT_IN_TABLE,
  IN_TABLE,
  IN_TABLE_BODY,
  IN_TABLE_TEXT,
  IN_TEMPLATE,
  INITIAL,
  isFramesetOk,
  mode,
  popTemplateMode,
  resetMode,
  setMode,
  setSkipsNewline,
  skipsNewline,
} from './state';
import * as table from './table';
import { endTableText, nulInTable, textInTable } from './table-text';
import * as tag from './tag';
import { at, isAllSpace, isSpace } from './units';

/** Was the last token a NUL? parse5 makes one token of several, though they be parted by what is no token. */
let isAfterNul: bool = false;

export function startToken(): void {
  setSkipsNewline(false);
  isAfterNul = false;
}

export function startTag(): void {
  startToken();
  while (!(isStartForeign() && startInForeign()) && !startByMode()) continue;
}

/** False when the tag is to be processed again. */
function startByMode(): bool {
  switch (mode) {
    case INITIAL:
      leaveInitial();
      return false;
    case BEFORE_HTML:
      return startBeforeHtml();
    case BEFORE_HEAD:
      return startBeforeHead();
    case IN_HEAD:
      return startInHead();
    case AFTER_HEAD:
      return startAfterHead();
    case IN_BODY:
      startInBody();
      return true;
    case IN_TABLE:
      return table.startInTable();
    case IN_TABLE_TEXT:
      endTableText();
      return false;
    case IN_CAPTION:
      return table.startInCaption();
    case IN_COLUMN_GROUP:
      return table.startInColumnGroup();
    case IN_TABLE_BODY:
      return table.startInTableBody();
    case IN_ROW:
      return table.startInRow();
    case IN_CELL:
      return table.startInCell();
    case IN_SELECT:
      return select.startInSelect();
    case IN_SELECT_IN_TABLE:
      return select.startInSelectInTable();
    case IN_TEMPLATE:
      return select.startInTemplate();
    case IN_FRAMESET:
      select.startInFrameset();
      return true;
    case AFTER_FRAMESET:
    case AFTER_AFTER_FRAMESET:
      select.startAfterFrameset();
      return true;
    default:
      if (tagId != tag.HTML) setMode(IN_BODY);
      startInBody();
      return true;
  }
}

export function endTag(): void {
  startToken();
  while (!(spaceOf(current) != HTML && endInForeign()) && !endByMode()) continue;
}

function endByMode(): bool {
  switch (mode) {
    case INITIAL:
      leaveInitial();
      return false;
    case BEFORE_HTML:
      return endBeforeHtml();
    case BEFORE_HEAD:
      return endBeforeHead();
    case IN_HEAD:
      return endInHead();
    case AFTER_HEAD:
      return endAfterHead();
    case IN_BODY:
      endInBody();
      return true;
    case IN_TABLE:
      table.endInTable();
      return true;
    case IN_TABLE_TEXT:
      endTableText();
      return false;
    case IN_CAPTION:
      table.endInCaption();
      return true;
    case IN_COLUMN_GROUP:
      return table.endInColumnGroup();
    case IN_TABLE_BODY:
      table.endInTableBody();
      return true;
    case IN_ROW:
      table.endInRow();
      return true;
    case IN_CELL:
      table.endInCell();
      return true;
    case IN_SELECT:
      select.endInSelect();
      return true;
    case IN_SELECT_IN_TABLE:
      return select.endInSelectInTable();
    case IN_TEMPLATE:
      if (tagId == tag.TEMPLATE) endTemplate();
      return true;
    case AFTER_BODY:
      endAfterBody();
      return true;
    case IN_FRAMESET:
      select.endInFrameset();
      return true;
    case AFTER_FRAMESET:
      select.endAfterFrameset();
      return true;
    case AFTER_AFTER_BODY:
      setMode(IN_BODY);
      endInBody();
      return true;
    default:
      return true;
  }
}

function endAfterBody(): void {
  if (tagId == tag.HTML) {
    setMode(AFTER_AFTER_BODY);
    return;
  }
  setMode(IN_BODY);
  endInBody();
}

/** Text without NUL; it lies in the page. */
export function text(from: usize, to: usize): void {
  isAfterNul = false;
  if (skipsNewline) {
    setSkipsNewline(false);
    if (at(from) == 10) from += 2;
  }
  if (from < to) textByMode(from, to);
}

function textByMode(from: usize, to: usize): void {
  if (isForeignInside(current)) {
    insertText(from, to);
    if (isFramesetOk && !isAllSpace(from, to)) forbidFrameset();
    return;
  }
  switch (mode) {
    case IN_BODY:
    case IN_CAPTION:
    case IN_CELL:
    case IN_TEMPLATE:
      textInBody(from, to);
      return;
    case IN_SELECT:
    case IN_SELECT_IN_TABLE:
      insertText(from, to);
      return;
    case IN_TABLE:
    case IN_TABLE_BODY:
    case IN_ROW:
    case IN_TABLE_TEXT:
      textInTable(from, to);
      return;
    case AFTER_BODY:
    case AFTER_AFTER_BODY:
      if (!isAllSpace(from, to)) setMode(IN_BODY);
      textInBody(from, to);
      return;
    default:
      textInParts(from, to);
  }
}

function textInBody(from: usize, to: usize): void {
  reconstruct();
  insertText(from, to);
  if (isFramesetOk && !isAllSpace(from, to)) forbidFrameset();
}

/** Where white space and other text are two things: before a body, in column groups and around framesets. */
function textInParts(from: usize, to: usize): void {
  let p = from;
  while (p < to) {
    const start = p;
    while (p < to && isSpace(at(p))) p += 2;
    if (p > start) spaceByMode(start, p);
    if (p == to) return;
    if (leaveForText()) {
      textByMode(p, to);
      return;
    }
    while (p < to && !isSpace(at(p))) p += 2;
  }
}

function spaceByMode(from: usize, to: usize): void {
  switch (mode) {
    case IN_HEAD:
    case AFTER_HEAD:
    case IN_COLUMN_GROUP:
    case IN_FRAMESET:
    case AFTER_FRAMESET:
      insertText(from, to);
      return;
    case AFTER_AFTER_FRAMESET:
      reconstruct();
      insertText(from, to);
      return;
    default:
  }
}

/** Leaves the mode for one that takes text; false when the text is dropped. */
function leaveForText(): bool {
  switch (mode) {
    case INITIAL:
      leaveInitial();
      return true;
    case BEFORE_HTML:
      leaveBeforeHtml();
      return true;
    case BEFORE_HEAD:
      leaveBeforeHead();
      return true;
    case IN_HEAD:
      leaveHead();
      return true;
    case AFTER_HEAD:
      leaveAfterHead();
      return true;
    case IN_COLUMN_GROUP:
      return table.leaveColumnGroup();
    default:
      return false;
  }
}

/** A NUL outside of raw text. `replacement`: where a U+FFFD lies that may stand for it and those that follow. */
export function nul(replacement: usize): void {
  if (isAfterNul) return;
  startToken();
  isAfterNul = true;
  if (isForeignInside(current)) {
    insertText(replacement, replacement + 2);
    return;
  }
  while (mode < IN_BODY) leaveForText();
  if (mode == IN_COLUMN_GROUP && !table.leaveColumnGroup()) return;
  if (mode == IN_TABLE || mode == IN_TABLE_BODY || mode == IN_ROW) nulInTable();
  else if (mode == AFTER_BODY || mode == AFTER_AFTER_BODY) setMode(IN_BODY);
}

export function comment(): void {
  startToken();
  if (spaceOf(current) != HTML) {
    appendComment(current);
    return;
  }
  if (mode == IN_TABLE_TEXT) endTableText();
  if (mode == AFTER_BODY) appendComment(openAt(0));
  else if (mode == AFTER_AFTER_BODY || mode == AFTER_AFTER_FRAMESET) appendComment(documentNode);
  else appendComment(current);
}

/** A document type; what it says is heard elsewhere. */
export function doctype(): void {
  startToken();
  if (mode == IN_TABLE_TEXT) endTableText();
}

export function endOfPage(): void {
  if (mode == INITIAL) leaveInitial();
  while (mode < IN_BODY) leaveForText();
  if (mode == IN_TABLE_TEXT) endTableText();
  closeTemplates();
}

/** The end of the page ends every template; what is then missing of the page is made up. */
function closeTemplates(): void {
  if (templateCount == 0 || !(hasTemplateModes() || mode == IN_TEMPLATE)) return;
  do {
    popUntil(tag.TEMPLATE);
    clearToMarker();
    popTemplateMode();
  } while (templateCount > 0);
  resetMode();
  endOfPage();
}

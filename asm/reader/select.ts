// The insertion modes of select elements, templates and framesets (html.spec.whatwg.org 13.2.6.4.16 to 13.2.6.4.21).
import { startInBody } from './body';
import { endTemplate, startInHead } from './head';
import { appendElement, insertElement, isCurrent, tagId } from './insert';
import { HTML, idOf } from './node';
import {
  hasInSelectScope,
  hasInTableScope,
  isRootCurrent,
  openAt,
  openCount,
  pop,
  popUntil,
} from './open';
import {
  AFTER_AFTER_FRAMESET,
  AFTER_FRAMESET,
  changeTemplateMode,
  IN_BODY,
  IN_COLUMN_GROUP,
  IN_ROW,
  IN_TABLE,
  IN_TABLE_BODY,
  resetMode,
  setMode,
} from './state';
import { startInColumnGroup, startInRow, startInTable, startInTableBody } from './table';
import * as tag from './tag';

/** Each of these returns false when the tag is to be processed again. */
export function startInSelect(): bool {
  switch (tagId) {
    case tag.HTML:
      startInBody();
      return true;
    case tag.OPTION:
      if (isCurrent(tag.OPTION)) pop();
      insertElement(HTML);
      return true;
    case tag.OPTGROUP:
      closeOptions();
      insertElement(HTML);
      return true;
    case tag.HR:
      closeOptions();
      appendElement(HTML);
      return true;
    case tag.INPUT:
    case tag.KEYGEN:
    case tag.SELECT:
    case tag.TEXTAREA:
      if (!hasInSelectScope(tag.SELECT)) return true;
      popUntil(tag.SELECT);
      resetMode();
      return tagId == tag.SELECT;
    case tag.SCRIPT:
    case tag.TEMPLATE:
      return startInHead();
    default:
      return true;
  }
}

function closeOptions(): void {
  if (isCurrent(tag.OPTION)) pop();
  if (isCurrent(tag.OPTGROUP)) pop();
}

export function endInSelect(): void {
  switch (tagId) {
    case tag.OPTGROUP:
      if (openCount > 1 && isCurrent(tag.OPTION) && idOf(openAt(openCount - 2)) == tag.OPTGROUP) pop();
      if (isCurrent(tag.OPTGROUP)) pop();
      return;
    case tag.OPTION:
      if (isCurrent(tag.OPTION)) pop();
      return;
    case tag.SELECT:
      if (!hasInSelectScope(tag.SELECT)) return;
      popUntil(tag.SELECT);
      resetMode();
      return;
    case tag.TEMPLATE:
      endTemplate();
      return;
    default:
  }
}

function isForTable(): bool {
  switch (tagId) {
    case tag.CAPTION:
    case tag.TABLE:
    case tag.TBODY:
    case tag.TD:
    case tag.TFOOT:
    case tag.TH:
    case tag.THEAD:
    case tag.TR:
      return true;
    default:
      return false;
  }
}

export function startInSelectInTable(): bool {
  if (!isForTable()) return startInSelect();
  popUntil(tag.SELECT);
  resetMode();
  return false;
}

export function endInSelectInTable(): bool {
  if (!isForTable()) {
    endInSelect();
    return true;
  }
  if (!hasInTableScope(tagId)) return true;
  popUntil(tag.SELECT);
  resetMode();
  return false;
}

export function startInTemplate(): bool {
  switch (tagId) {
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
      return startInHead();
    case tag.CAPTION:
    case tag.COLGROUP:
    case tag.TBODY:
    case tag.TFOOT:
    case tag.THEAD:
      become(IN_TABLE);
      return startInTable();
    case tag.COL:
      become(IN_COLUMN_GROUP);
      return startInColumnGroup();
    case tag.TR:
      become(IN_TABLE_BODY);
      return startInTableBody();
    case tag.TD:
    case tag.TH:
      become(IN_ROW);
      return startInRow();
    default:
      become(IN_BODY);
      startInBody();
      return true;
  }
}

function become(mode: u32): void {
  changeTemplateMode(mode);
  setMode(mode);
}

export function startInFrameset(): void {
  switch (tagId) {
    case tag.HTML:
      startInBody();
      return;
    case tag.FRAMESET:
      insertElement(HTML);
      return;
    case tag.FRAME:
      appendElement(HTML);
      return;
    case tag.NOFRAMES:
      startInHead();
      return;
    default:
  }
}

export function endInFrameset(): void {
  if (tagId != tag.FRAMESET || isRootCurrent()) return;
  pop();
  if (!isCurrent(tag.FRAMESET)) setMode(AFTER_FRAMESET);
}

/** After a frameset, and after what is behind it. */
export function startAfterFrameset(): void {
  if (tagId == tag.HTML) startInBody();
  else if (tagId == tag.NOFRAMES) startInHead();
}

export function endAfterFrameset(): void {
  if (tagId == tag.HTML) setMode(AFTER_AFTER_FRAMESET);
}

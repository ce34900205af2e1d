// The insertion modes of tables (html.spec.whatwg.org 13.2.6.4.9 to 13.2.6.4.15). What stands in a table and does not
// belong there is treated as in a body, and put before the table.
import { hasTypeHidden } from './attribute';
import { startInBody } from './body';
import { endInBody } from './body-end';
import { addMarker, clearToMarker } from './formatting';
import { endTemplate, startInHead } from './head';
import { appendElement, insertElement, insertImplied, isCurrent, isFostering, setFostering, tagId } from './insert';
import { HTML } from './node';
import {
  clearToRow,
  clearToTable,
  clearToTableBody,
  closeImplied,
  hasInTableScope,
  hasTableBodyInScope,
  pop,
  popUntil,
  shorten,
  templateCount,
  topmost,
} from './open';
import {
  formElement,
  IN_CAPTION,
  IN_CELL,
  IN_COLUMN_GROUP,
  IN_ROW,
  IN_TABLE,
  IN_TABLE_BODY,
  mode,
  resetMode,
  setForm,
  setMode,
} from './state';
import * as tag from './tag';

function fosterStart(): void {
  const was = isFostering;
  setFostering(true);
  startInBody();
  setFostering(was);
}

function fosterEnd(): void {
  const was = isFostering;
  setFostering(true);
  endInBody();
  setFostering(was);
}

/** Each of the functions for start tags returns false when the tag is to be processed again in the mode that is set. */
export function startInTable(): bool {
  switch (tagId) {
    case tag.TD:
    case tag.TH:
    case tag.TR:
      clearToTable();
      insertImplied(tag.TBODY);
      setMode(IN_TABLE_BODY);
      return startInTableBody();
    case tag.STYLE:
    case tag.SCRIPT:
    case tag.TEMPLATE:
      return startInHead();
    case tag.COL:
      clearToTable();
      insertImplied(tag.COLGROUP);
      setMode(IN_COLUMN_GROUP);
      return startInColumnGroup();
    case tag.FORM:
      startForm();
      return true;
    case tag.TABLE:
      return startNested();
    case tag.TBODY:
    case tag.TFOOT:
    case tag.THEAD:
      clearToTable();
      insertElement(HTML);
      setMode(IN_TABLE_BODY);
      return true;
    case tag.INPUT:
      if (hasTypeHidden()) appendElement(HTML);
      else fosterStart();
      return true;
    case tag.CAPTION:
      clearToTable();
      addMarker();
      insertElement(HTML);
      setMode(IN_CAPTION);
      return true;
    case tag.COLGROUP:
      clearToTable();
      insertElement(HTML);
      setMode(IN_COLUMN_GROUP);
      return true;
    default:
      fosterStart();
      return true;
  }
}

function startForm(): void {
  if (formElement || templateCount) return;
  setForm(insertElement(HTML));
  pop();
}

function startNested(): bool {
  if (!hasInTableScope(tag.TABLE)) return true;
  popUntil(tag.TABLE);
  resetMode();
  return false;
}

export function endInTable(): void {
  switch (tagId) {
    case tag.TABLE:
      if (!hasInTableScope(tag.TABLE)) return;
      popUntil(tag.TABLE);
      resetMode();
      return;
    case tag.TEMPLATE:
      endTemplate();
      return;
    case tag.BODY:
    case tag.CAPTION:
    case tag.COL:
    case tag.COLGROUP:
    case tag.HTML:
    case tag.TBODY:
    case tag.TD:
    case tag.TFOOT:
    case tag.TH:
    case tag.THEAD:
    case tag.TR:
      return;
    default:
      fosterEnd();
  }
}

/** Caption, columns, sections, rows and cells. */
function isTableTag(id: u32): bool {
  switch (id) {
    case tag.CAPTION:
    case tag.COL:
    case tag.COLGROUP:
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

/** Closes an open caption; false when there is none. */
function closeCaption(): bool {
  if (!hasInTableScope(tag.CAPTION)) return false;
  closeImplied();
  popUntil(tag.CAPTION);
  clearToMarker();
  setMode(IN_TABLE);
  return true;
}

export function startInCaption(): bool {
  if (isTableTag(tagId)) return closeCaption() ? startInTable() : true;
  startInBody();
  return true;
}

export function endInCaption(): void {
  if (tagId == tag.CAPTION || tagId == tag.TABLE) {
    if (closeCaption() && tagId == tag.TABLE) endInTable();
  } else if (tagId != tag.BODY && tagId != tag.HTML && !isTableTag(tagId)) endInBody();
}

export function startInColumnGroup(): bool {
  switch (tagId) {
    case tag.HTML:
      startInBody();
      return true;
    case tag.COL:
      appendElement(HTML);
      return true;
    case tag.TEMPLATE:
      return startInHead();
    default:
      return !leaveColumnGroup();
  }
}

/** Leaves a column group for the table; false when there is none to leave, and the token is dropped. */
export function leaveColumnGroup(): bool {
  if (!isCurrent(tag.COLGROUP)) return false;
  pop();
  setMode(IN_TABLE);
  return true;
}

/** False when the tag is to be processed again. */
export function endInColumnGroup(): bool {
  switch (tagId) {
    case tag.COLGROUP:
      leaveColumnGroup();
      return true;
    case tag.TEMPLATE:
      endTemplate();
      return true;
    case tag.COL:
      return true;
    default:
      return !leaveColumnGroup();
  }
}

export function startInTableBody(): bool {
  switch (tagId) {
    case tag.TR:
      clearToTableBody();
      insertElement(HTML);
      setMode(IN_ROW);
      return true;
    case tag.TD:
    case tag.TH:
      clearToTableBody();
      insertImplied(tag.TR);
      setMode(IN_ROW);
      return startInRow();
    case tag.CAPTION:
    case tag.COL:
    case tag.COLGROUP:
    case tag.TBODY:
    case tag.TFOOT:
    case tag.THEAD:
      if (!hasTableBodyInScope()) return true;
      closeTableBody();
      return startInTable();
    default:
      return startInTable();
  }
}

function closeTableBody(): void {
  clearToTableBody();
  pop();
  setMode(IN_TABLE);
}

export function endInTableBody(): void {
  switch (tagId) {
    case tag.TBODY:
    case tag.TFOOT:
    case tag.THEAD:
      if (hasInTableScope(tagId)) closeTableBody();
      return;
    case tag.TABLE:
      if (!hasTableBodyInScope()) return;
      closeTableBody();
      endInTable();
      return;
    case tag.BODY:
    case tag.CAPTION:
    case tag.COL:
    case tag.COLGROUP:
    case tag.HTML:
    case tag.TD:
    case tag.TH:
    case tag.TR:
      return;
    default:
      endInTable();
  }
}

function closeRow(): void {
  clearToRow();
  pop();
  setMode(IN_TABLE_BODY);
}

export function startInRow(): bool {
  switch (tagId) {
    case tag.TD:
    case tag.TH:
      clearToRow();
      insertElement(HTML);
      setMode(IN_CELL);
      addMarker();
      return true;
    case tag.CAPTION:
    case tag.COL:
    case tag.COLGROUP:
    case tag.TBODY:
    case tag.TFOOT:
    case tag.THEAD:
    case tag.TR:
      if (!hasInTableScope(tag.TR)) return true;
      closeRow();
      return startInTableBody();
    default:
      return startInTable();
  }
}

export function endInRow(): void {
  switch (tagId) {
    case tag.TR:
      if (hasInTableScope(tag.TR)) closeRow();
      return;
    case tag.TABLE:
      if (!hasInTableScope(tag.TR)) return;
      closeRow();
      endInTableBody();
      return;
    case tag.TBODY:
    case tag.TFOOT:
    case tag.THEAD:
      if (!hasInTableScope(tagId) && !hasInTableScope(tag.TR)) return;
      closeRow();
      endInTableBody();
      return;
    case tag.BODY:
    case tag.CAPTION:
    case tag.COL:
    case tag.COLGROUP:
    case tag.HTML:
    case tag.TD:
    case tag.TH:
      return;
    default:
      endInTable();
  }
}

function closeCell(): void {
  closeImplied();
  shorten(max(max(topmost(tag.TD), topmost(tag.TH)), 0));
  clearToMarker();
  setMode(IN_ROW);
}

export function startInCell(): bool {
  if (!isTableTag(tagId)) {
    startInBody();
    return true;
  }
  if (!hasInTableScope(tag.TD) && !hasInTableScope(tag.TH)) return true;
  closeCell();
  return startInRow();
}

export function endInCell(): void {
  switch (tagId) {
    case tag.TD:
    case tag.TH:
      if (!hasInTableScope(tagId)) return;
      closeImplied();
      popUntil(tagId);
      clearToMarker();
      setMode(IN_ROW);
      return;
    case tag.TABLE:
    case tag.TBODY:
    case tag.TFOOT:
    case tag.THEAD:
    case tag.TR:
      if (!hasInTableScope(tagId)) return;
      closeCell();
      endInRow();
      return;
    case tag.BODY:
    case tag.CAPTION:
    case tag.COL:
    case tag.COLGROUP:
    case tag.HTML:
      return;
    default:
      endInBody();
  }
}

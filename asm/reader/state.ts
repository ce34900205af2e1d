// What the tree builder remembers between tokens (html.spec.whatwg.org 13.2.4.1, 13.2.4.4, 13.2.4.5).
import { SELECT, TABLE, TEMPLATE } from './tag';
import * as tag from './tag';
import { HTML, idOf, spaceOf } from './node';
import { openAt, openCount, topmost } from './open';

// Insertion modes.
export const INITIAL: u32 = 0;
export const BEFORE_HTML: u32 = 1;
export const BEFORE_HEAD: u32 = 2;
export const IN_HEAD: u32 = 3;
export const AFTER_HEAD: u32 = 5;
export const IN_BODY: u32 = 6;
export const IN_TABLE: u32 = 8;
export const IN_TABLE_TEXT: u32 = 9;
export const IN_CAPTION: u32 = 10;
export const IN_COLUMN_GROUP: u32 = 11;
export const IN_TABLE_BODY: u32 = 12;
export const IN_ROW: u32 = 13;
export const IN_CELL: u32 = 14;
export const IN_SELECT: u32 = 15;
export const IN_SELECT_IN_TABLE: u32 = 16;
export const IN_TEMPLATE: u32 = 17;
export const AFTER_BODY: u32 = 18;
export const IN_FRAMESET: u32 = 19;
export const AFTER_FRAMESET: u32 = 20;
export const AFTER_AFTER_BODY: u32 = 21;
export const AFTER_AFTER_FRAMESET: u32 = 22;

// How the text behind a start tag is to be read.
export const DATA: u32 = 0;
export const RCDATA: u32 = 1;
export const RAWTEXT: u32 = 2;
export const SCRIPT: u32 = 3;
export const PLAINTEXT: u32 = 4;

export let mode: u32 = 0;
export let textMode: u32 = 0;
export let isFramesetOk: bool = true;
export let skipsNewline: bool = false;
export let isQuirks: bool = false;
export let documentNode: usize = 0;
export let headElement: usize = 0;
export let formElement: usize = 0;
/** The mode to return to from IN_TABLE_TEXT. */
export let tableMode: u32 = 0;

/** Modes of templates, a byte each, the topmost last: at most 8 deep, else the page is parse5's. */
let templateModes: u64 = 0;
let templateDepth: u32 = 0;
const MOST_TEMPLATES: u32 = 8;

export function startState(document: usize): void {
  mode = INITIAL;
  textMode = DATA;
  isFramesetOk = true;
  skipsNewline = false;
  isQuirks = false;
  documentNode = document;
  headElement = 0;
  formElement = 0;
  templateModes = 0;
  templateDepth = 0;
}

export function setMode(value: u32): void {
  mode = value;
}

export function setTextMode(value: u32): void {
  textMode = value;
}

export function forbidFrameset(): void {
  isFramesetOk = false;
}

export function setSkipsNewline(value: bool): void {
  skipsNewline = value;
}

export function setQuirks(value: bool): void {
  isQuirks = value;
}

export function setHead(node: usize): void {
  headElement = node;
}

export function setForm(node: usize): void {
  formElement = node;
}

export function setTableMode(value: u32): void {
  tableMode = value;
}

export function pushTemplateMode(value: u32): void {
  if (++templateDepth > MOST_TEMPLATES) unreachable();
  templateModes = (templateModes << 8) | (value as u64);
}

export function popTemplateMode(): void {
  if (templateDepth) templateDepth--;
  templateModes >>= 8;
}

export function changeTemplateMode(value: u32): void {
  templateModes = (templateModes & ~(255 as u64)) | (value as u64);
}

export function hasTemplateModes(): bool {
  return templateDepth > 0;
}

/** Finds the mode from what is open. */
export function resetMode(): void {
  for (let i: i32 = openCount - 1; i >= 0; i--) {
    const node = openAt(i);
    if (spaceOf(node) != HTML) continue;
    const found = modeInside(idOf(node), i);
    if (found) {
      mode = found;
      return;
    }
  }
  mode = IN_BODY;
}

/** The mode inside an element, or 0 when it does not say. */
function modeInside(id: u32, place: i32): u32 {
  switch (id) {
    case tag.TR: return IN_ROW;
    case tag.TBODY:
    case tag.THEAD:
    case tag.TFOOT: return IN_TABLE_BODY;
    case tag.CAPTION: return IN_CAPTION;
    case tag.COLGROUP: return IN_COLUMN_GROUP;
    case TABLE: return IN_TABLE;
    case tag.BODY: return IN_BODY;
    case tag.FRAMESET: return IN_FRAMESET;
    case SELECT: return modeInSelect(place);
    case TEMPLATE: return (templateModes & 255) as u32;
    case tag.HTML: return headElement ? AFTER_HEAD : BEFORE_HEAD;
    case tag.TD:
    case tag.TH: return place > 0 ? IN_CELL : IN_BODY;
    case tag.HEAD: return place > 0 ? IN_HEAD : IN_BODY;
    default: return 0;
  }
}

function modeInSelect(place: i32): u32 {
  if (place <= 0) return IN_SELECT;
  const table = topmost(TABLE);
  return table > 0 && table > topmost(TEMPLATE) ? IN_SELECT_IN_TABLE : IN_SELECT;
}

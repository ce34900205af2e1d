// Text in a table (html.spec.whatwg.org 13.2.6.4.10): kept until a tag comes, then white space goes into the table and all
// other text before it.
import { insertText, isFostering, isTablePart, reconstruct, setFostering } from './insert';
import { take } from './memory';
import { idOf } from './node';
import { current } from './open';
import { forbidFrameset, IN_TABLE_TEXT, mode, setMode, setTableMode, tableMode } from './state';
import { isAllSpace } from './units';

/** Text of a table until the next tag: pieces as in node.ts. */
let firstPiece: usize = 0;
let lastPiece: usize = 0;
let isPendingBlank: bool = true;

/** Text in a table: kept until it is known whether it is all white space. */
export function textInTable(from: usize, to: usize): void {
  if (mode != IN_TABLE_TEXT) {
    if (!isTablePart(idOf(current))) {
      fosterText(from, to);
      return;
    }
    startTableText();
  }
  const piece = take(16);
  store<u32>(piece, from as u32);
  store<u32>(piece, to as u32, 4);
  store<u32>(piece, 0, 8);
  if (firstPiece) store<u32>(lastPiece, piece as u32, 8);
  else firstPiece = piece;
  lastPiece = piece;
  if (isPendingBlank) isPendingBlank = isAllSpace(from, to);
}

/** A NUL in a table: it is dropped, but text begins. */
export function nulInTable(): void {
  if (mode != IN_TABLE_TEXT && isTablePart(idOf(current))) startTableText();
}

function startTableText(): void {
  firstPiece = 0;
  isPendingBlank = true;
  setTableMode(mode);
  setMode(IN_TABLE_TEXT);
}

/** The text is over: white space goes into the table, other text before it. */
export function endTableText(): void {
  for (let piece = firstPiece; piece; piece = load<u32>(piece, 8)) {
    const from: usize = load<u32>(piece);
    const to: usize = load<u32>(piece, 4);
    if (isPendingBlank) insertText(from, to);
    else fosterText(from, to);
  }
  setMode(tableMode);
}

function fosterText(from: usize, to: usize): void {
  const was = isFostering;
  setFostering(true);
  reconstruct();
  insertText(from, to);
  if (!isAllSpace(from, to)) forbidFrameset();
  setFostering(was);
}

// The tree: nodes put in and taken out. What stands between siblings is a doubly linked list.
import { take } from './memory';
import { kindOf, newText, TEXT } from './node';

export function append(parent: usize, node: usize): void {
  const last: usize = load<u32>(parent, 16);
  store<u32>(node, parent as u32, 8);
  store<u32>(node, last as u32, 20);
  store<u32>(node, 0, 24);
  if (last) store<u32>(last, node as u32, 24);
  else store<u32>(parent, node as u32, 12);
  store<u32>(parent, node as u32, 16);
}

export function insertBefore(parent: usize, node: usize, next: usize): void {
  const previous: usize = load<u32>(next, 20);
  store<u32>(node, parent as u32, 8);
  store<u32>(node, previous as u32, 20);
  store<u32>(node, next as u32, 24);
  store<u32>(next, node as u32, 20);
  if (previous) store<u32>(previous, node as u32, 24);
  else store<u32>(parent, node as u32, 12);
}

/** Takes a node from its parent, if it has one. */
export function detach(node: usize): void {
  const parent: usize = load<u32>(node, 8);
  if (!parent) return;
  const previous: usize = load<u32>(node, 20);
  const next: usize = load<u32>(node, 24);
  if (previous) store<u32>(previous, next as u32, 24);
  else store<u32>(parent, next as u32, 12);
  if (next) store<u32>(next, previous as u32, 20);
  else store<u32>(parent, previous as u32, 16);
  store<u32>(node, 0, 8);
}

/** All children of one to the end of the other, which has none. */
export function adopt(from: usize, to: usize): void {
  const first: usize = load<u32>(from, 12);
  if (!first) return;
  for (let child = first; child; child = load<u32>(child, 24)) store<u32>(child, to as u32, 8);
  store<u32>(to, first as u32, 12);
  store<u32>(to, load<u32>(from, 16), 16);
  store<u64>(from, 0, 12);
}

/** Text at the end of `parent`, joined to text that is there. */
export function appendText(parent: usize, from: usize, to: usize): void {
  const last: usize = load<u32>(parent, 16);
  if (last && kindOf(last) == TEXT) extend(last, from, to);
  else append(parent, newText(from, to));
}

export function insertTextBefore(parent: usize, from: usize, to: usize, next: usize): void {
  const previous: usize = load<u32>(next, 20);
  if (previous && kindOf(previous) == TEXT) extend(previous, from, to);
  else insertBefore(parent, newText(from, to), next);
}

function extend(text: usize, from: usize, to: usize): void {
  const last: usize = load<u32>(text, 16);
  const endAt: usize = last ? last + 4 : text + 32;
  if (load<u32>(endAt) == (from as u32)) {
    store<u32>(endAt, to as u32);
    return;
  }
  const piece = take(16);
  store<u32>(piece, from as u32);
  store<u32>(piece, to as u32, 4);
  store<u32>(piece, 0, 8);
  if (last) store<u32>(last, piece as u32, 8);
  else store<u32>(text, piece as u32, 12);
  store<u32>(text, piece as u32, 16);
}

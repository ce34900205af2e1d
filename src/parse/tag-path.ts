/**
 * A 32-bit hash of the tag names from the root to an element, made step by step on the way down:
 * path(child) = (path(parent) × 31 + FNV-1a(tag name)) mod 2³², as a signed integer; above the root it is 1.
 */
import { seedOf } from '../kit/random.js';

export const TAG_PATH_START = 1;

/** Hashes of tag names met; made-up names must not let it grow without bound. */
const known = new Map<string, number>();

function hashOf(tagName: string): number {
  const found = known.get(tagName);
  if (found !== undefined) return found;
  const hash = seedOf(tagName) | 0;
  if (known.size < 1000 && tagName.length < 40) known.set(tagName, hash);
  return hash;
}

export const stepTagPath = (parent: number, tagName: string): number =>
  (Math.imul(parent, 31) + hashOf(tagName)) | 0;

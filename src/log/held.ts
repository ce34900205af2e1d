/**
 * Which logs does this process write? The operating system's lock keeps other processes away but not the process that
 * holds it: a second writer in it would tear the file, and a reader would see half of a commit.
 */
import { mkdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Fault } from '../kit/fault.js';
import { LOG_FILE } from './schema.js';

const held = new Set<string>();

/** One name for one file, whatever links lead to it; a folder that cannot be made is told by whoever opens the log. */
function fileOf(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true });
    return join(realpathSync(folder), LOG_FILE);
  } catch {
    return join(resolve(folder), LOG_FILE);
  }
}

/** Throws a Fault when this process writes that file. */
export function checkFree(file: string): void {
  if (!held.has(file)) return;
  throw new Fault(
    'LOG_LOCKED',
    `${file} is being written by this process: ask again when its crawl has ended.`,
    1,
  );
}

/** Takes the log of a folder, or throws a Fault when it is taken; the answer gives it back. */
export function holdLog(folder: string): () => void {
  const file = fileOf(folder);
  checkFree(file);
  held.add(file);
  return () => {
    held.delete(file);
  };
}

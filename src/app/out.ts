/** Where the log goes: a directory that is empty or not there yet, found without touching it and made at the last moment. */
import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { usageFault } from '../kit/fault.js';
import { KEPT_FILE, TORN_KEPT_FILE } from './kept-config.js';
import { isLock, lockDirectory } from './lock.js';

/** Characters that some file system or shell dislikes. */
const AWKWARD = /[^\p{L}\p{N}._-]+/gu;

const plain = (name: string): string =>
  basename(name, extname(name)).replace(AWKWARD, '-').slice(0, 60) || 'crawl';

/** `crawls/TOPIC-STRATEGY-NUMBER` below the folder, with the first number that is free. */
export function freshDirectory(topics: readonly string[], strategy: string, folder: string): string {
  const name = `${plain(topics[0] ?? 'crawl')}-${plain(strategy)}`;
  let number = 1;
  while (existsSync(join(folder, 'crawls', `${name}-${number}`))) number++;
  return resolve(folder, 'crawls', `${name}-${number}`);
}

const refuse = (path: string, why: string, cause?: unknown) =>
  usageFault('CONFIG_BAD_OUT', `--out ${path} ${why}`, cause);

/** Refuses a directory that could not be used; changes nothing. @throws {Fault} exit code 2. */
export function checkDirectory(path: string): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw refuse(path, 'is a file; give a directory.');
    const names = readdirSync(path).filter(name => !isLock(name) && name !== TORN_KEPT_FILE);
    if (names.includes(KEPT_FILE))
      throw refuse(path, `holds a crawl: go on with it by dowser resume ${path}, or give a new directory.`);
    if (names.length > 0) throw refuse(path, 'is not empty; give a new directory.');
  }
  let there = path;
  while (!existsSync(there)) there = dirname(there);
  if (!statSync(there).isDirectory()) throw refuse(path, `lies below ${there}, which is a file.`);
  try {
    accessSync(there, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw refuse(path, `cannot be written: ${there} does not allow it.`, cause);
  }
}

/** Makes the directory and takes it, after every other check; the answer gives it back. @throws {Fault} exit code 2. */
export function claimDirectory(path: string): () => void {
  checkDirectory(path);
  try {
    mkdirSync(path, { recursive: true });
  } catch (cause) {
    const { message } = cause as Error;
    throw refuse(path, `cannot be made (${message}).`, cause);
  }
  return lockDirectory(path);
}

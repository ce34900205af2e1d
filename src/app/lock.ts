/**
 * One crawl, one process: a file in the directory names the process that writes there. A process that has ended, however
 * it ended, holds nothing: its number may be given to another one, but not together with the time at which it started.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { usageFault } from '../kit/fault.js';

const LOCK_FILE = 'lock';

/** A process that was killed may leave such files. */
export const isLock = (name: string): boolean => name === LOCK_FILE || name.startsWith(`${LOCK_FILE}.`);

interface Owner {
  readonly pid: number;
  /** What the system says of when it started; empty where it says nothing. */
  readonly started: string;
}

/** Field 22 of /proc/PID/stat, counted behind the name, which may hold anything; with the boot it counts from. */
function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const start = text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    return `${start} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
  } catch {
    return '';
  }
}

function isAlive({ pid, started }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const now = startOf(pid);
  return started === '' || now === '' || now === started;
}

function ownerOf(path: string): Owner | undefined {
  try {
    const owner = JSON.parse(readFileSync(path, 'utf8')) as Partial<Owner>;
    return typeof owner.pid === 'number' ? { pid: owner.pid, started: owner.started ?? '' } : undefined;
  } catch {
    return undefined;
  }
}

/** True when the lock is ours now. */
function tryLink(own: string, path: string): boolean {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Sets a lock aside that nobody holds. Of two that find it, the second may meet the lock of the first, and puts it back. */
function setAside(path: string, aside: string): void {
  try {
    renameSync(path, aside);
    const owner = ownerOf(aside);
    if (owner !== undefined && isAlive(owner)) tryLink(aside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Takes the directory for this process; the answer gives it back. @throws {Fault} exit code 2 when another one has it. */
export function lockDirectory(folder: string): () => void {
  const path = join(folder, LOCK_FILE);
  const own = join(folder, `${LOCK_FILE}.${process.pid}`);
  writeFileSync(own, JSON.stringify({ pid: process.pid, started: startOf(process.pid) }));
  try {
    for (let tries = 0; !tryLink(own, path); tries++) {
      const owner = ownerOf(path);
      if (tries > 9 || (owner !== undefined && isAlive(owner)))
        throw usageFault(
          'CRAWL_LOCKED',
          `${folder} is being crawled by process ${owner?.pid ?? 'unknown'}; wait until it ends, or stop it.`,
        );
      setAside(path, `${own}.aside`);
    }
  } finally {
    rmSync(own, { force: true });
  }
  return () => rmSync(path, { force: true });
}

/**
 * One crawl, one process: a file in the directory names the process that writes there. A process that has ended, however
 * it ended, holds nothing: its number may be given to another one, but not together with the time at which it started.
 */
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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

/** Bit of a process's flags that says that it is ending (PF_EXITING of Linux). */
const EXITING = 4;
const MOST_DYING_MS = 5000;
const LOOK_EVERY_MS = 20;

/** Fields of /proc/PID/stat from the third on, behind the name, which may hold anything; none where there is no such file. */
function statOf(pid: number): readonly string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** When it started, with the boot that this counts from. */
function startOf(pid: number): string {
  const start = statOf(pid)[19];
  if (start === undefined) return '';
  try {
    return `${start} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
  } catch {
    return '';
  }
}

/** Whether threads are left that hold files open: one that was killed is listed until its parent has looked. */
function hasThreads(pid: number): boolean {
  try {
    return readdirSync(`/proc/${pid}/task`).length > 1;
  } catch {
    return false;
  }
}

function lifeOf({ pid, started }: Owner): 'alive' | 'dying' | 'gone' {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'gone';
  }
  const now = startOf(pid);
  if (started !== '' && now !== '' && now !== started) return 'gone';
  const [state = '', , , , , , flags = '0'] = statOf(pid);
  if (state === 'Z' || state === 'X') return hasThreads(pid) ? 'dying' : 'gone';
  return (Number(flags) & EXITING) === 0 ? 'alive' : 'dying';
}

/** Waits for one that is about to end: whoever killed it starts the next one at once. */
function isAlive(owner: Owner): boolean {
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  for (let waitedMs = 0; waitedMs < MOST_DYING_MS; waitedMs += LOOK_EVERY_MS) {
    const life = lifeOf(owner);
    if (life !== 'dying') return life === 'alive';
    Atomics.wait(nothing, 0, 0, LOOK_EVERY_MS);
  }
  return true;
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

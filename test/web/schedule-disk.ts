/**
 * The disk as one process of a schedule has it: counts commits in every generation of the journal, and does nothing more once
 * the process is gone. Giving a file its name, making it and deleting it are steps like any other.
 */
import type { AppendFile, Disk } from '../../src/kit/disk.js';
import { Killed, type World } from './schedule-world.js';

export const CRAWL = 'crawl';
const JOURNAL = /journal(?:-(\d+))?\.(?:bin|part)$/;

export function diskOf(world: World): Disk {
  const { disk, life } = world;
  const live = (): void => {
    if (world.life !== life) throw new Killed('another process runs');
  };
  const step = (): void => {
    live();
    world.step();
  };
  const watch = (file: AppendFile, isJournal: boolean, isNew: boolean): AppendFile =>
    new WatchedFile(world, { file, isJournal, isNew, live });
  return {
    create(path) {
      step();
      return watch(disk.create(path), JOURNAL.test(path), true);
    },
    open: path => watch(disk.open(path), JOURNAL.test(path), false),
    list: folder => disk.list(folder),
    remove(path) {
      step();
      disk.remove(path);
    },
    replace(from, to) {
      step();
      disk.replace(from, to);
      const generation = JOURNAL.exec(to);
      if (generation !== null) world.bases.set(Number(generation[1] ?? 0), world.commits.length - 1);
    },
  };
}

interface Watched {
  readonly file: AppendFile;
  readonly isJournal: boolean;
  readonly isNew: boolean;
  /** @throws when the process is gone. */
  readonly live: () => void;
}

/** Of a journal every append behind the first is a commit. */
class WatchedFile implements AppendFile {
  readonly #world: World;
  readonly #file: AppendFile;
  readonly #isJournal: boolean;
  readonly #live: () => void;
  #hasBegun: boolean;

  constructor(world: World, { file, isJournal, isNew, live }: Watched) {
    this.#world = world;
    this.#file = file;
    this.#isJournal = isJournal;
    this.#hasBegun = !isNew;
    this.#live = live;
  }

  get length(): number {
    return this.#file.length;
  }

  append(bytes: Uint8Array): number {
    this.#live();
    const world = this.#world;
    if (!this.#isJournal || !this.#hasBegun) {
      const at = this.#file.append(bytes);
      this.#hasBegun = true;
      return at;
    }
    const facts = world.marked ?? world.facts();
    world.marked = undefined;
    const at = this.#file.append(bytes);
    world.commits.push(facts);
    return at;
  }

  async appended(bytes: Uint8Array): Promise<void> {
    for (let turns = this.#world.random.below(3); turns > 0; turns--) await undefined;
    this.append(bytes);
  }

  read(at: number, into: Uint8Array): number {
    return this.#file.read(at, into);
  }

  sync(): void {
    this.#live();
    this.#file.sync();
    if (this.#isJournal) this.#world.syncedCommits = this.#world.commits.length - 1;
  }

  async synced(): Promise<void> {
    this.#live();
    const { length } = this.#world.commits;
    await this.#file.synced();
    this.#live();
    if (this.#isJournal) this.#world.syncedCommits = Math.max(this.#world.syncedCommits, length - 1);
  }

  truncate(length: number): void {
    this.#live();
    this.#file.truncate(length);
  }

  close(): void {
    this.#file.close();
  }
}

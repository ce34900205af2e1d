/**
 * How are more lines sorted than memory should hold? Runs of so many lines, each sorted and written to a file of its own, are
 * merged a few at a time until one is left. At most one run, or MOST_MERGED windows, in memory.
 */
import { join } from 'node:path';
import type { AppendFile, Disk } from '../kit/disk.js';

/** Files merged at once. */
const MOST_MERGED = 16;
const WINDOW_BYTES = 1 << 16;
/** About 25 MB of lines of 300 characters. */
const RUN_LINES = 50_000;

/** Collects text and appends it in large pieces. */
class LineWriter {
  readonly #file: AppendFile;
  #text = '';

  constructor(file: AppendFile) {
    this.#file = file;
  }

  add(line: string): void {
    this.#text += `${line}\n`;
    if (this.#text.length >= WINDOW_BYTES) this.#flush();
  }

  close(): void {
    this.#flush();
    this.#file.sync();
    this.#file.close();
  }

  #flush(): void {
    this.#file.append(Buffer.from(this.#text, 'latin1'));
    this.#text = '';
  }
}

/** Lines of a file, one after the other, latin1. */
class LineReader {
  readonly #file: AppendFile;
  readonly #window = Buffer.allocUnsafe(WINDOW_BYTES);
  #at = 0;
  #text = '';
  #from = 0;
  /** The line that is next; undefined at the end. */
  line: string | undefined;

  constructor(file: AppendFile) {
    this.#file = file;
    this.next();
  }

  next(): void {
    let end = this.#text.indexOf('\n', this.#from);
    while (end < 0) {
      const count = this.#file.read(this.#at, this.#window);
      this.#text = this.#text.slice(this.#from) + this.#window.toString('latin1', 0, count);
      this.#from = 0;
      this.#at += count;
      end = this.#text.indexOf('\n');
      if (count === 0 && end < 0) {
        this.line = undefined;
        return;
      }
    }
    this.line = this.#text.slice(this.#from, end);
    this.#from = end + 1;
  }

  close(): void {
    this.#file.close();
  }
}

export class SortedLines {
  readonly #disk: Disk;
  readonly #path: string;
  readonly #runLines: number;
  #lines: string[] = [];
  #runs: string[] = [];
  #runCount = 0;
  #count = 0;

  /** `name`: of the sorted file; runs lie beside it. Lines are latin1 without line ends. */
  constructor(disk: Disk, folder: string, name: string, runLines = RUN_LINES) {
    this.#disk = disk;
    this.#path = join(folder, name);
    this.#runLines = runLines;
  }

  add(line: string): void {
    this.#count++;
    this.#lines.push(line);
    if (this.#lines.length >= this.#runLines) this.#writeRun();
  }

  /** Puts the file in its place, sorted by bytes; returns the number of lines. */
  finish(): number {
    this.#writeRun();
    while (this.#runs.length > 1) this.#merge(this.#runs.splice(0, MOST_MERGED));
    this.#disk.replace(this.#runs[0] as string, this.#path);
    return this.#count;
  }

  #newRun(): LineWriter {
    const path = `${this.#path}.run-${this.#runCount++}`;
    this.#runs.push(path);
    return new LineWriter(this.#disk.create(path));
  }

  #writeRun(): void {
    if (this.#lines.length === 0 && this.#runs.length > 0) return;
    const run = this.#newRun();
    for (const line of this.#lines.sort()) run.add(line);
    run.close();
    this.#lines = [];
  }

  #merge(paths: readonly string[]): void {
    const readers = paths.map(path => new LineReader(this.#disk.open(path)));
    const run = this.#newRun();
    for (let open = readers.filter(hasLine); open.length > 0; open = open.filter(hasLine)) {
      const first = open.reduce((best, each) => (each.line < best.line ? each : best));
      // The least one goes on until another is less.
      const others = open.filter(each => each !== first);
      const limit = others.reduce<string | undefined>(
        (least, { line }) => (least === undefined || line < least ? line : least),
        undefined,
      );
      while (hasLine(first) && (limit === undefined || first.line <= limit)) {
        run.add(first.line);
        first.next();
      }
    }
    run.close();
    for (const reader of readers) reader.close();
    for (const path of paths) this.#disk.remove(path);
  }
}

type WithLine = LineReader & { line: string };

const hasLine = (reader: LineReader): reader is WithLine => reader.line !== undefined;

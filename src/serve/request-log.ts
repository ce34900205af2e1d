/** What did the server see? One record a request, in memory for tests or as JSON lines in a file. */
import type { AppendFile } from '../kit/disk.js';

export interface RequestRecord {
  /** When the head of the request had come, ms since 1970 with a fraction, from a clock that does not jump. */
  readonly t: number;
  readonly host: string;
  /** With the query. */
  readonly path: string;
  /** Address that the request came to. */
  readonly address: string;
  /** Status that it got; 0 where what came was no answer. */
  readonly status: number;
  readonly trouble?: string;
}

export interface RequestLog {
  add(record: RequestRecord): void;
  /** Writes what is still held. */
  close(): void;
}

export class MemoryLog implements RequestLog {
  readonly records: RequestRecord[] = [];

  add(record: RequestRecord): void {
    this.records.push(record);
  }

  close(): void {}
}

const CHUNK_BYTES = 1 << 16;

const LATEST_WRITE_MS = 250;

/** Whole lines are written in chunks of 64 KB, at the latest after a quarter of a second: people look while it serves. */
export class FileLog implements RequestLog {
  readonly #file: AppendFile;
  #text = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(file: AppendFile) {
    this.#file = file;
  }

  add(record: RequestRecord): void {
    this.#text += `${JSON.stringify(record)}\n`;
    if (this.#text.length >= CHUNK_BYTES) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), LATEST_WRITE_MS).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#text !== '') this.#file.append(Buffer.from(this.#text));
    this.#text = '';
  }

  close(): void {
    this.flush();
    this.#file.close();
  }
}

export const noLog: RequestLog = { add: () => undefined, close: () => undefined };

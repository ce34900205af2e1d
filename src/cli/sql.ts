/** `dowser sql DIR [QUERY]`: hands a question to the log. */
import { resolve } from 'node:path';
import { FORMATS } from '../log/format.js';
import { runSql } from '../log/run-sql.js';
import { choice } from './choice.js';
import type { Io } from './io.js';

export interface SqlFlags {
  readonly format: string;
  readonly out?: string;
}

/** Exit code: 0, 1 for a wrong question, 2 for a wrong command line, 70. */
export function sql(folder: string, query: string | undefined, flags: SqlFlags, io: Io): Promise<number> {
  return runSql({
    input: io.stdin,
    output: io.stdout,
    error: io.stderr,
    folder: resolve(io.folder, folder),
    query,
    format: choice('--format', flags.format, FORMATS),
    ...(flags.out === undefined ? {} : { path: resolve(io.folder, flags.out) }),
  });
}

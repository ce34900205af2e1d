/** `dowser report DIR`: tables in the terminal, and one HTML file with charts. */
import { renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { usageFault } from '../kit/fault.js';
import { readTargets } from '../report/label.js';
import { pageOf } from '../report/page.js';
import { type CrawlReport, readReport } from '../report/read.js';
import { reportText } from '../report/terminal.js';
import { shortPath } from './crawl.js';
import type { Io } from './io.js';

export interface ReportFlags {
  readonly labels?: string;
  readonly target?: string;
  readonly out?: string;
}

/** Whole or not at all. @throws {Fault} exit code 2: it cannot be written there. */
function writeWhole(path: string, text: string): void {
  try {
    writeFileSync(`${path}.part`, text);
    renameSync(`${path}.part`, path);
  } catch (error) {
    throw usageFault(
      'REPORT_OUT',
      `${path} cannot be written: ${(error as Error).message}. Give another --out.`,
    );
  }
}

/** Writes the HTML file of a crawl and returns what it was made from. @throws {Fault} see `report`. */
export async function writeReport(
  folder: string,
  out: string,
  targets?: ReadonlySet<string>,
): Promise<CrawlReport> {
  const read = await readReport(folder, targets);
  writeWhole(out, pageOf(read));
  return read;
}

/** Exit code 0. @throws {Fault} 1: no log there; 2: usage. */
export async function report(folder: string, flags: ReportFlags, io: Io): Promise<number> {
  if (flags.target !== undefined && flags.labels === undefined)
    throw usageFault('REPORT_TARGET', '--target chooses among the lines of a file: give --labels FILE too.');
  const wanted = (flags.target ?? '').split(',').filter(label => label !== '');
  const targets =
    flags.labels === undefined ? undefined : readTargets(resolve(io.folder, flags.labels), wanted);
  const path = resolve(io.folder, folder);
  const out = flags.out === undefined ? join(path, 'report.html') : resolve(io.folder, flags.out);
  const read = await writeReport(path, out, targets);
  io.stdout.write(
    `${reportText(read, io.stdout.columns ?? Number.POSITIVE_INFINITY)}\n${shortPath(out, io.folder)}\n`,
  );
  return 0;
}

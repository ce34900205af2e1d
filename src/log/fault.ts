/** What does DuckDB's complaint mean for the crawl? A full disk is a pause that can be resumed, the rest is our fault. */
import { Fault } from '../kit/fault.js';

/** EFBIG is what a limit on file sizes or a quota looks like. */
const FULL = /no space left|disk quota|file too large|ENOSPC|EDQUOT|EFBIG/i;
const MEMORY = /^out of memory error/i;

/** What DuckDB said, without the wrapping of its client. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/^Failed to extract statements: /, '');

/** A Fault as it crosses threads and sockets. */
export interface PlainFault {
  readonly code: string;
  readonly message: string;
  readonly exitCode: Fault['exitCode'];
}

/** `code`: of what is no Fault. */
export const plainFault = (error: unknown, code: string, exitCode: Fault['exitCode'] = 1): PlainFault =>
  error instanceof Fault
    ? { code: error.code, message: error.message, exitCode: error.exitCode }
    : { code, message: messageOf(error), exitCode };

/** The fault of a log that could not be written. */
export function writeFault(error: unknown, file: string): Fault {
  if (error instanceof Fault) return error;
  const message = messageOf(error);
  if (FULL.test(message)) {
    return new Fault('LOG_DISK_FULL', `The disk is full: ${file} could not grow. (${message})`, 75, error);
  }
  if (MEMORY.test(message)) {
    return new Fault('LOG_MEMORY', `The log needs more memory than it may use. (${message})`, 75, error);
  }
  return new Fault('LOG_WRITE', `The log ${file} could not be written: ${message}`, 70, error);
}

/** Another process holds the file. */
export const isLocked = (error: unknown): boolean => /could not set lock/i.test(messageOf(error));

const HOLDER = /conflicting lock is held in .*\(PID (\d+)\)/i;

/** The fault of a log that could not be opened; reading and writing meet the same ones. */
export function openFault(error: unknown, file: string): Fault {
  if (error instanceof Fault) return error;
  const message = messageOf(error);
  const holder = HOLDER.exec(message)?.[1];
  if (isLocked(error)) {
    const who = holder === undefined ? 'another process' : `process ${holder}`;
    return new Fault('LOG_LOCKED', `${file} is held by ${who}: ask again when it has ended.`, 1, error);
  }
  if (/not a valid duckdb database/i.test(message)) {
    return new Fault('LOG_NOT_A_LOG', `${file} is not a DuckDB database.`, 1, error);
  }
  if (/permission denied/i.test(message)) {
    return new Fault('LOG_PERMISSION', `${file} may not be opened: permission denied.`, 1, error);
  }
  return FULL.test(message) || MEMORY.test(message)
    ? writeFault(error, file)
    : new Fault('LOG_OPEN', `${file} could not be opened: ${message}`, 70, error);
}

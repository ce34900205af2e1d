/**
 * Our own faults are exceptions with a stable code; the web's faults are outcomes (contract/outcome), never exceptions.
 * A code is AREA_WHAT; the message is one sentence that says what to write instead.
 */
export class Fault extends Error {
  readonly code: string;
  /** 1 the question was wrong, 2 usage or configuration, 70 our fault, 75 paused and resumable. */
  readonly exitCode: 1 | 2 | 70 | 75;

  constructor(code: string, message: string, exitCode: 1 | 2 | 70 | 75 = 70, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'Fault';
    this.code = code;
    this.exitCode = exitCode;
  }
}

/** A fault of configuration: shown before the first fetch, exit code 2. */
export const usageFault = (code: string, message: string, cause?: unknown): Fault =>
  new Fault(code, message, 2, cause);

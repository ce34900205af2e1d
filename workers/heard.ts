/** What a request told of itself, before its body is looked at. */
import { outcome } from '../src/contract/outcome.js';
import type { Reading } from '../src/contract/visit.js';
import type { Answer } from '../src/fetch/answer.js';
import { outcomeOfStatus } from '../src/fetch/status.js';

const STOPPED = outcome('Stopped').code;
const FETCH_FAULT = outcome('FetchFault').code;
/** Types are told by their first words; more is no type. */
const MOST_TYPE = 500;

/** `blank` with it. */
export const heardOf = (blank: Reading, answer: Answer): Reading => ({
  ...blank,
  outcome: endOf(answer),
  status: answer.status,
  contentType: (answer.headers.get('content-type') ?? '').slice(0, MOST_TYPE),
  bytes: answer.body.length,
  sentAtMs: answer.sentAtMs,
  sends: answer.sends.length,
  ip: answer.ip,
  dnsMs: answer.dnsMs,
  connectMs: answer.connectMs,
  firstByteMs: answer.firstByteMs,
  wireBytes: answer.wireBytes,
  retryAfterMs: answer.retryAfterMs ?? Number.NaN,
  trouble: answer.fault,
  fetchMs: answer.totalMs,
  fault: answer.outcome === FETCH_FAULT ? answer.fault : '',
});

/** A status that is no success says all, whatever became of the body behind it. */
function endOf({ outcome: end, status, headers }: Answer): number {
  const isOurs = end === STOPPED || end === FETCH_FAULT;
  return status >= 300 && !isOurs ? outcomeOfStatus(status, headers) : end;
}

/** What a request told of itself, before its body is looked at. */
import { outcome } from '../src/contract/outcome.js';
import type { Reading } from '../src/contract/visit.js';
import type { Answer } from '../src/fetch/answer.js';
import { outcomeOfStatus } from '../src/fetch/status.js';

const STOPPED = outcome('Stopped').code;
const FETCH_FAULT = outcome('FetchFault').code;
const NOT_MODIFIED = outcome('NotModified').code;
const HTTP_ERROR = outcome('HttpError').code;
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

/**
 * A status that is no success says all, whatever became of the body behind it. "Not modified" is no answer to somebody who
 * has no copy.
 */
function endOf({ outcome: end, status, headers }: Answer): number {
  if (status < 300 || end === STOPPED || end === FETCH_FAULT) return end;
  const said = outcomeOfStatus(status, headers);
  return said === NOT_MODIFIED ? HTTP_ERROR : said;
}

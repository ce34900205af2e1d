/** When does the server want to be asked again? RFC 9110 §10.2.3: seconds, or a date in one of the three forms of §5.6.7. */
import { readDate } from '../kit/date.js';

const SECONDS = /^\d{1,12}$/;

/** Milliseconds since 1970 of an HTTP date, or undefined. All three forms start with a weekday. */
function dateOf(text: string): number | undefined {
  const ms = /^\s*[a-z]{3}/i.test(text) ? readDate(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/**
 * Milliseconds to wait, at least 0. A date counts from the server's own Date when it sent one, so that a clock that is
 * wrong on either side does no harm. Undefined when there is no value or it means nothing (`-5`, `soon`).
 */
export function retryAfterMsOf(
  value: string | undefined,
  date: string | undefined,
  nowMs: number,
): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (SECONDS.test(text)) return Number(text) * 1000;
  const until = dateOf(text);
  if (until === undefined) return undefined;
  const from = date === undefined ? nowMs : (dateOf(date) ?? nowMs);
  return Math.max(0, until - from);
}

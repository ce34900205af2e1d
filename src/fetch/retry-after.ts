/** When does the server want to be asked again? RFC 9110 §10.2.3: seconds, or a date in one of the three forms of §5.6.7. */

const SECONDS = /^\d{1,12}$/;
const DATE = /^(?:[A-Za-z]{3,9}, ?\d{2}[ -][A-Za-z]{3}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT)$/;
const ASCTIME = /^[A-Za-z]{3} [A-Za-z]{3} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** Milliseconds since 1970 of an HTTP date, or undefined for anything else. */
export function parseHttpDate(text: string): number | undefined {
  const trimmed = text.trim();
  const readable = DATE.test(trimmed)
    ? trimmed.replaceAll('-', ' ')
    : ASCTIME.test(trimmed)
      ? `${trimmed} GMT`
      : '';
  const ms = readable === '' ? Number.NaN : Date.parse(readable);
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
  const until = parseHttpDate(text);
  if (until === undefined) return undefined;
  const from = date === undefined ? nowMs : (parseHttpDate(date) ?? nowMs);
  return Math.max(0, until - from);
}

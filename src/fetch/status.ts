/** Which outcome is this status? The numbers that say "not now" are told from those that say "no". */
import { outcome } from '../contract/outcome.js';
import type { HeaderList } from './headers.js';

const code = (name: string): number => outcome(name).code;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const BUSY = new Set([429, 503]);
/** Gateways in front of servers have made up 520–527 and 530 for what lies behind them. */
const isPassingFault = (status: number): boolean =>
  [408, 425, 500, 502, 504].includes(status) || (status >= 520 && status <= 530);

const OUTCOME = {
  redirected: code('Redirected'),
  lost: code('RedirectFailed'),
  same: code('NotModified'),
  busy: code('Busy'),
  fault: code('ServerFault'),
  error: code('HttpError'),
};

/** Code of contract/outcome of an answer that came whole. */
export function outcomeOfStatus(status: number, headers: HeaderList): number {
  if (status >= 200 && status < 300) return 200;
  if (REDIRECTS.has(status))
    return headers.bytesOf('location') === undefined ? OUTCOME.lost : OUTCOME.redirected;
  if (status === 304) return OUTCOME.same;
  if (BUSY.has(status)) return OUTCOME.busy;
  return isPassingFault(status) ? OUTCOME.fault : OUTCOME.error;
}

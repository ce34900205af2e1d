/**
 * Every way in which a road can end, as a table: HTTP's own codes above zero, ours below, never renumbered.
 * A retry policy is a line of this table, not code.
 */

export type OutcomeClass =
  /** A page came and was read. */
  | 'ok'
  /** The web said no for good. */
  | 'drop'
  /** Worth asking again after a wait. */
  | 'retry'
  /** The host is not worth asking for a while. */
  | 'host'
  /** We decided not to ask. */
  | 'denied'
  /** Counted, never a row of `pages`. */
  | 'counted';

export interface OutcomeLine {
  readonly code: number;
  readonly name: string;
  readonly class: OutcomeClass;
  /** Wait before the first retry, ms; doubled each time. 0 where nothing is retried. */
  readonly firstWaitMs: number;
  readonly mostRetries: number;
  readonly sentence: string;
}

const line = (
  code: number,
  name: string,
  kind: OutcomeClass,
  firstWaitMs: number,
  mostRetries: number,
  sentence: string,
): OutcomeLine => ({ code, name, class: kind, firstWaitMs, mostRetries, sentence });

export const OUTCOMES: readonly OutcomeLine[] = [
  line(200, 'Ok', 'ok', 0, 0, 'The page was fetched and read.'),
  line(-1, 'Duplicate', 'ok', 0, 0, 'The page was read; its text equals or nearly equals one already kept.'),
  line(-2, 'NotHtml', 'drop', 0, 0, 'The body is not a kind of text that the reader knows.'),
  line(-3, 'ParseFailed', 'drop', 0, 0, 'The body could not be read as a page.'),
  line(
    -4,
    'Redirected',
    'drop',
    0,
    0,
    'The server sent us elsewhere; the target entered as a link of its own.',
  ),
  line(-5, 'RedirectFailed', 'drop', 0, 0, 'A redirect without a usable target, or too many in a row.'),
  line(-6, 'HttpError', 'drop', 0, 0, 'An HTTP status that is neither success nor redirect; see `status`.'),
  line(
    -7,
    'WorkerDied',
    'retry',
    0,
    2,
    'The thread that was reading the page ended; the page is asked again.',
  ),
  line(-8, 'TooLarge', 'drop', 0, 0, 'The body is larger than --max-body.'),
  line(-9, 'Truncated', 'ok', 0, 0, 'The body ended early; what came was read.'),
  line(-10, 'Empty', 'drop', 0, 0, 'The server answered without a body.'),
  line(-40, 'RobotsDenied', 'denied', 0, 0, 'robots.txt does not allow the address.'),
  line(-41, 'HostGone', 'denied', 0, 0, 'The host was given up before this page was asked for.'),
  line(
    -60,
    'BadUrl',
    'counted',
    0,
    0,
    'The text is not an http or https address of at most 2,083 characters.',
  ),
  line(
    -61,
    'OutOfScope',
    'counted',
    0,
    0,
    'The address lies outside --scope, --include, --exclude or --max-depth.',
  ),
  line(-62, 'Trap', 'counted', 0, 0, 'The address looks like an endless space of made-up pages.'),
  line(-63, 'Declined', 'counted', 0, 0, 'The strategy did not want the link.'),
  line(-64, 'Evicted', 'counted', 0, 0, 'The link waited and had to make room for a better one.'),
  line(-65, 'Nofollow', 'counted', 0, 0, 'The page or the link asks not to be followed.'),
];

const byName = new Map(OUTCOMES.map(entry => [entry.name, entry]));
const byCode = new Map(OUTCOMES.map(entry => [entry.code, entry]));

/** The line of a name; asking for an unknown name is our fault, so it throws. */
export function outcome(name: string): OutcomeLine {
  const found = byName.get(name);
  if (found === undefined) throw new Error(`No outcome is called ${name}.`);
  return found;
}

/** The line of a code. HTTP codes other than 200 have no line of their own: they are `HttpError` with a `status`. */
export function outcomeOf(code: number): OutcomeLine {
  return byCode.get(code) ?? outcome('HttpError');
}

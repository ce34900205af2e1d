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
  line(-11, 'DnsFailed', 'host', 0, 0, 'The name does not exist or has no address.'),
  line(-12, 'DnsTimeout', 'retry', 10_000, 2, 'No name server gave an answer about the name.'),
  line(
    -13,
    'AddressRefused',
    'denied',
    0,
    0,
    'The address lies in a network that a crawl must not reach; --allow-private names exceptions.',
  ),
  line(-14, 'ConnectFailed', 'retry', 5_000, 2, 'No connection: refused, unreachable or broken off.'),
  line(-15, 'ConnectTimeout', 'retry', 10_000, 2, 'No connection within the time for it.'),
  line(-16, 'TlsFailed', 'host', 0, 0, 'The two sides found no common way to encrypt.'),
  line(-17, 'CertificateExpired', 'host', 0, 0, 'The certificate is out of date, or not valid yet.'),
  line(-18, 'CertificateName', 'host', 0, 0, 'The certificate was given to another name.'),
  line(-19, 'CertificateSelfSigned', 'host', 0, 0, 'The certificate vouches for itself.'),
  line(-20, 'CertificateUntrusted', 'host', 0, 0, 'No authority that we know vouches for the certificate.'),
  line(-21, 'Reset', 'retry', 2_000, 2, 'The connection ended before an answer came.'),
  line(-22, 'HeaderTimeout', 'retry', 10_000, 2, 'The head of the answer did not come in time.'),
  line(-23, 'BodyTimeout', 'retry', 10_000, 1, 'The body did not end in time.'),
  line(-24, 'HeadersTooLarge', 'drop', 0, 0, 'The head of the answer is larger than we read.'),
  line(-25, 'BadHttp', 'retry', 5_000, 1, 'What came is not HTTP.'),
  line(-26, 'BadEncoding', 'retry', 5_000, 1, 'The body cannot be unpacked as its Content-Encoding says.'),
  line(
    -27,
    'Incomplete',
    'retry',
    2_000,
    2,
    'The connection ended before the body did; when asking again does not help, it is read as Truncated.',
  ),
  line(-28, 'Busy', 'retry', 10_000, 4, 'The server asks to come later (429, 503); Retry-After is honoured.'),
  line(-29, 'ServerFault', 'retry', 5_000, 2, 'The server failed (5xx); see `status`.'),
  line(-30, 'NotModified', 'ok', 0, 0, 'The page is what it was when it was fetched last.'),
  line(-31, 'ProxyFailed', 'retry', 5_000, 2, 'The proxy did not open a way to the host.'),
  line(-32, 'Unwanted', 'drop', 0, 0, 'The media type is none that a page can have; the body was not read.'),
  line(-38, 'FetchFault', 'drop', 0, 0, 'Our own code failed while it fetched; see the event of the page.'),
  line(-39, 'Stopped', 'retry', 0, 1, 'The crawl ended while the page was being fetched.'),
  line(-40, 'RobotsDenied', 'denied', 0, 0, 'robots.txt does not allow the address.'),
  line(-41, 'HostGone', 'denied', 0, 0, 'The host was given up before this page was asked for.'),
  line(
    -42,
    'RobotsUnreachable',
    'retry',
    60_000,
    2,
    'robots.txt could not be read, so nothing of the site may be asked for; it is asked for again.',
  ),
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

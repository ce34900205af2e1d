/**
 * What does the way in which robots.txt was answered mean (RFC 9309 §2.3.1)? A number in, a word out.
 *
 * 429 is closed although it is a 4xx: the RFC says that we MAY then ask for everything, and a server that is asking for
 * less is the wrong one to try that on.
 */

export type RobotsAnswer =
  /** Read the body: readRobots. */
  | 'rules'
  /** "Unavailable" (§2.3.1.3): no rules, everything may be asked for. The body is not read. */
  | 'open'
  /** "Unreachable" (§2.3.1.4): nothing may be asked for; ask for robots.txt again later. */
  | 'closed'
  /** Ask for its Location instead (§2.3.1.2); what comes there counts for the first host. */
  | 'redirect';

export const MOST_ROBOTS_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const TOO_MANY_REQUESTS = 429;

/**
 * `status`: HTTP's code, or one below 100 for every way in which no whole answer came (our outcomes are negative).
 * `hops`: redirects followed so far. A redirect without a usable Location is `robotsAnswer(404)`.
 */
export function robotsAnswer(status: number, hops = 0): RobotsAnswer {
  if (status >= 200 && status < 300) return 'rules';
  if (REDIRECTS.has(status) && hops < MOST_ROBOTS_REDIRECTS) return 'redirect';
  if (status === TOO_MANY_REQUESTS) return 'closed';
  return status >= 300 && status < 500 ? 'open' : 'closed';
}

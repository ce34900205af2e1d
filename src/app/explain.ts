/**
 * What happened to one address in a crawl, or why nothing did? Asks the log, of a crawl that runs as of one that ended; what the
 * log was not told (fenced links by default) is judged again with the crawl's own kept settings. See docs/decisions/0155.
 */
import { dirname } from 'node:path';
import { askLog, type LogAsker } from '../log/ask.js';
import { asJson } from '../log/format.js';
import { quote } from '../log/schema.js';
import { canonical } from '../url/canonical.js';
import { hostOf, originOf } from '../url/parts.js';
import { fenceSentence } from './explain-fence.js';

/** A row of the log; names of columns as `dowser sql` shows them. */
export type LogFacts = Readonly<Record<string, unknown>>;

export type LinkState = 'settled' | 'waiting' | 'declined' | 'fenced' | 'unknown';

export interface Explained {
  /** Canonical. */
  readonly url: string;
  readonly state: LinkState;
  /** The answer in a sentence or two. */
  readonly sentence: string;
  /** From a seed to the page on which the address was found. */
  readonly road: readonly LogFacts[];
  /** Rows of `pages`, in order. */
  readonly attempts: readonly LogFacts[];
  /** Rows of `links` that lead to it, the first ones. */
  readonly sightings: readonly LogFacts[];
  /** The last answer for its site; absent: none was asked for. */
  readonly robots: LogFacts | undefined;
  /** Strategy, model and topic that counted. */
  readonly run: LogFacts | undefined;
  /** Known addresses that look alike; only when it is unknown. */
  readonly alike: readonly string[];
}

const MOST_STEPS = 100;
const MOST_SIGHTINGS = 20;

const ATTEMPT = `seq, slot, kind, attempt, outcome_name, status, depth, parent, anchor, score, rank, waited_ms, fetch_ms,
  relevance, is_relevant, final_url, duplicate_of, trouble, fetched_at, warc_file, warc_offset`;

async function rowsOf(log: LogAsker, sql: string): Promise<LogFacts[]> {
  let text = '';
  for await (const piece of asJson(await log.query(sql))) text += piece;
  return JSON.parse(text) as LogFacts[];
}

/** Parents come before their children: a road cannot turn in a circle. */
const roadTo = (log: LogAsker, seq: unknown): Promise<LogFacts[]> =>
  rowsOf(
    log,
    `WITH RECURSIVE road AS (
       SELECT seq, url, anchor, relevance, depth, parent, 0 AS step FROM pages WHERE seq = ${Number(seq)}
       UNION ALL
       SELECT p.seq, p.url, p.anchor, p.relevance, p.depth, p.parent, step + 1
       FROM pages p JOIN road r ON p.seq = r.parent AND p.seq < r.seq WHERE step < ${MOST_STEPS})
     SELECT seq, url, anchor, relevance, depth FROM road ORDER BY seq`,
  );

const sightingsOf = (log: LogAsker, url: string): Promise<LogFacts[]> =>
  rowsOf(
    log,
    `SELECT l.seq, p.url AS page, p.depth, l.position, l.slot, l.anchor, l.anchor_relevance, l.context_relevance, l.flags,
       l.fate, l.reason, l.score
     FROM links l LEFT JOIN pages p ON p.seq = l.seq
     WHERE l.url = ${quote(url)} ORDER BY l.seq, l.position LIMIT ${MOST_SIGHTINGS}`,
  );

/** Edit distance is quadratic in the length: only addresses of about the same, not too long. */
async function alikeOf(log: LogAsker, url: string): Promise<string[]> {
  if (url.length > 300) return [];
  const found = await rowsOf(
    log,
    `SELECT DISTINCT url, levenshtein(url, ${quote(url)}) AS edits FROM pages
     WHERE host = ${quote(hostOf(url))} AND length(url) BETWEEN ${url.length - 20} AND ${url.length + 20}
     ORDER BY edits, url LIMIT 3`,
  );
  return found.map(row => String(row['url']));
}

async function waitingSentence(log: LogAsker, { slot, score }: LogFacts): Promise<string> {
  const [run] = await rowsOf(log, 'SELECT evicted FROM runs ORDER BY run DESC LIMIT 1');
  const better =
    typeof score !== 'number'
      ? undefined
      : await rowsOf(
          log,
          `SELECT count(DISTINCT l.slot) AS n FROM links l LEFT JOIN pages p ON p.slot = l.slot
           WHERE l.fate = 'admitted' AND p.slot IS NULL AND l.score > ${score}`,
        );
  const rank = better === undefined ? '' : `, place ${Number(better[0]?.['n'] ?? 0) + 1} by that score`;
  const last =
    run?.['evicted'] === 0
      ? ''
      : log.isRunning
        ? ' Whether it had to make room for a better one meanwhile is known when the crawl ends.'
        : ` Unless it had to make room for a better one: ${String(run?.['evicted'] ?? 'an unknown number')} had to.`;
  return `It was admitted as slot ${String(slot)} with score ${String(score ?? 'unknown')}${rank}, and waits.${last}`;
}

function settledSentence(attempts: readonly LogFacts[]): string {
  const last = attempts.at(-1) as LogFacts;
  const { outcome_name: name, kind, seq, status } = last;
  const answer = status == null ? '' : `, status ${String(status)}`;
  if (kind === 'denied') return `It was not asked for: ${String(name)} (row ${String(seq)}).`;
  const times = attempts.length === 1 ? 'once' : `${attempts.length} times`;
  return `It was settled ${times}, at last as ${String(name)}${answer} (row ${String(seq)}).`;
}

interface Judged {
  readonly state: LinkState;
  readonly sentence: string;
}

async function judge(
  log: LogAsker,
  url: string,
  { attempts, sightings }: Pick<Explained, 'attempts' | 'sightings'>,
): Promise<Judged> {
  if (attempts.length > 0) return { state: 'settled', sentence: settledSentence(attempts) };
  const admitted = sightings.find(({ fate }) => fate === 'admitted');
  if (admitted !== undefined) return { state: 'waiting', sentence: await waitingSentence(log, admitted) };
  const declined = sightings.find(({ fate }) => fate === 'declined');
  if (declined !== undefined)
    return { state: 'declined', sentence: 'The strategy did not want it when it was found.' };
  const fenced = sightings.find(({ fate }) => fate === 'fenced');
  if (fenced !== undefined)
    return { state: 'fenced', sentence: `It met a fence: ${String(fenced['reason'])}.` };
  const redirects = await rowsOf(
    log,
    'SELECT final_url FROM pages WHERE depth = 0 AND final_url IS NOT NULL',
  );
  const folder = dirname(log.file);
  const fence = fenceSentence(
    folder,
    url,
    redirects.map(row => String(row['final_url'])),
  );
  return fence ?? { state: 'unknown', sentence: 'The log does not know this address.' };
}

/** The page on which it was found: that of its first attempt, else of its first sighting. */
const foundOn = ({ attempts, sightings }: Pick<Explained, 'attempts' | 'sightings'>): unknown =>
  attempts[0] === undefined ? sightings[0]?.['seq'] : attempts[0]['parent'];

/** `host/path` and `host:port` without a scheme are http. */
const nameOf = (text: string): string | undefined =>
  /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)
    ? canonical(text, undefined)
    : canonical(`http://${text}`, undefined);

/**
 * @param folder directory of a crawl
 * @param text an address as a person writes it
 * @throws {Fault} exit code 1: no log there.
 */
export async function explain(folder: string, text: string): Promise<Explained> {
  const log = await askLog(folder);
  try {
    const url = nameOf(text);
    if (url === undefined) return nameless(text);
    const attempts = await rowsOf(log, `SELECT ${ATTEMPT} FROM pages WHERE url = ${quote(url)} ORDER BY seq`);
    const sightings = await sightingsOf(log, url);
    const judged = await judge(log, url, { attempts, sightings });
    const parent = foundOn({ attempts, sightings });
    const robots = await rowsOf(
      log,
      `SELECT answer, status, agent_group, rules, crawl_delay_ms, seq FROM robots
       WHERE origin = ${quote(originOf(url))} ORDER BY seq DESC LIMIT 1`,
    );
    const run = await rowsOf(
      log,
      'SELECT run, strategy, model, topic, threshold, version FROM runs ORDER BY run DESC LIMIT 1',
    );
    return {
      ...{ url, ...judged, attempts, sightings, robots: robots[0], run: run[0] },
      road: parent == null ? [] : await roadTo(log, parent),
      alike: judged.state === 'unknown' ? await alikeOf(log, url) : [],
    };
  } finally {
    log.close();
  }
}

const nameless = (url: string): Explained => ({
  ...{ url, state: 'unknown', sentence: 'This is no http or https address.' },
  ...{ road: [], attempts: [], sightings: [], robots: undefined, run: undefined, alike: [] },
});

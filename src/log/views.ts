/**
 * What do users ask first? The views of DESIGN §7. A fetch is a row of `pages` of kind page or prefetch that was really
 * asked for; METHODS J.1 defines harvest rate (relevant / fetched), average relevance and its population deviation.
 * The last two are taken over the pages that were judged: a 404 has no relevance.
 */

export interface View {
  readonly name: string;
  readonly sentence: string;
  /** Column → meaning. */
  readonly columns: Readonly<Record<string, string>>;
  readonly sql: string;
}

const RUNNING = 'OVER (ORDER BY seq ROWS UNBOUNDED PRECEDING)';

const MEASURES = {
  relevant: 'Relevant ones among them.',
  targets: 'Targets among them.',
  harvest_rate: 'relevant / n, in [0, 1].',
  average_relevance: 'Mean relevance of the judged pages.',
  relevance_deviation: 'Population standard deviation of that relevance.',
};

const view = (
  name: string,
  sentence: string,
  columns: Readonly<Record<string, string>>,
  sql: string,
): View => ({ name, sentence, columns, sql });

/** Every request with the time since the one before at the same host or address; NULL for the first of a run. */
const gapsBy = (place: 'host' | 'ip'): string =>
  `SELECT host, ip, (epoch_us(sent_at) - epoch_us(lag(sent_at) OVER (
     PARTITION BY ${place} ORDER BY sent_at, seq))) / 1000 AS gap_ms
   FROM pages WHERE sent_at IS NOT NULL`;

/** A duration among the settings of the last run, as one row; 0 where it has none. */
const setting = (key: string): string =>
  `SELECT coalesce(max_by((config ->> '${key}')::DOUBLE, run), 0) AS delay_ms FROM runs`;

export const VIEWS: readonly View[] = [
  view(
    'fetches',
    'Every fetch of a page in order, numbered from 1; the other views are built on it.',
    { n: 'Number of the fetch, from 1.', '…': 'All columns of `pages`.' },
    `SELECT row_number() OVER (ORDER BY seq) AS n, * FROM pages
     WHERE kind IN ('page', 'prefetch') AND attempt > 0`,
  ),
  view(
    'harvest_curve',
    'How good was the crawl after its first n fetches?',
    { n: 'Fetches so far.', seq: 'The last of them.', ...MEASURES },
    `SELECT n, seq,
       count(*) FILTER (WHERE is_relevant) ${RUNNING} AS relevant,
       count(*) FILTER (WHERE is_target) ${RUNNING} AS targets,
       count(*) FILTER (WHERE is_relevant) ${RUNNING} / n AS harvest_rate,
       avg(relevance) ${RUNNING} AS average_relevance,
       stddev_pop(relevance) ${RUNNING} AS relevance_deviation
     FROM fetches`,
  ),
  view(
    'harvest',
    'How good was the whole crawl? One row.',
    { n: 'Fetches.', ...MEASURES },
    `SELECT count(*) AS n, count(*) FILTER (WHERE is_relevant) AS relevant,
       count(*) FILTER (WHERE is_target) AS targets,
       coalesce(count(*) FILTER (WHERE is_relevant) / nullif(count(*), 0), 0) AS harvest_rate,
       avg(relevance) AS average_relevance, stddev_pop(relevance) AS relevance_deviation
     FROM fetches`,
  ),
  view(
    'harvest_steps',
    'The harvest curve at 10, 20, 50, 100, 200, 500 … fetches and at the end: harvest at N pages.',
    { n: 'Fetches so far.', seq: 'The last of them.', ...MEASURES },
    `SELECT * FROM harvest_curve
     WHERE n = (SELECT count(*) FROM fetches)
        OR n IN (SELECT step * 10 ** power FROM (VALUES (1), (2), (5)) AS t(step), range(1, 10) AS p(power))
     ORDER BY n`,
  ),
  view(
    'relevant_pages',
    'What did the crawl bring home? The relevant pages, best first, near duplicates left out.',
    { seq: 'Page.', relevance: 'In [0, 1].', title: 'Its title.', url: 'Its address.' },
    `SELECT seq, relevance, title, url FROM fetches
     WHERE is_relevant AND duplicate_of IS NULL ORDER BY relevance DESC, seq`,
  ),
  view(
    'throughput',
    'How fast was it, second by second? Seconds without a fetch have no row.',
    {
      second: 'UTC.',
      pages: 'Fetches that ended in it.',
      relevant: 'Relevant ones.',
      bytes: 'Body bytes.',
    },
    `SELECT date_trunc('second', fetched_at) AS second, count(*) AS pages,
       count(*) FILTER (WHERE is_relevant) AS relevant, coalesce(sum(bytes), 0)::BIGINT AS bytes
     FROM fetches GROUP BY ALL ORDER BY second`,
  ),
  view(
    'outcome_counts',
    'How did the pages end, and the requests for robots.txt and sitemaps?',
    {
      kind: 'See `pages.kind`.',
      outcome: 'Code.',
      name: 'Its name.',
      class: 'ok, drop, retry, host or denied.',
      status: 'HTTP status.',
      pages: 'Rows of `pages`.',
      share: 'Of all rows of that kind, in [0, 1].',
      sentence: 'What it means.',
    },
    `SELECT p.kind, p.outcome, p.outcome_name AS name, o.class, p.status, count(*) AS pages,
       count(*) / sum(count(*)) OVER (PARTITION BY p.kind) AS share, o.sentence
     FROM pages p LEFT JOIN outcomes o ON o.name = p.outcome_name
     GROUP BY p.kind, p.outcome, p.outcome_name, o.class, p.status, o.sentence
     ORDER BY pages DESC, p.kind, p.outcome, p.status`,
  ),
  view(
    'slow_hosts',
    'Which hosts answer slowly?',
    {
      host: 'Host name.',
      pages: 'Fetches.',
      median_fetch_ms: 'ms from request to last byte.',
      slowest_fetch_ms: 'ms.',
      fetch_ms: 'ms in all.',
      errors: 'Fetches whose outcome is not of class ok.',
    },
    `SELECT f.host, count(*) AS pages, median(fetch_ms) AS median_fetch_ms, max(fetch_ms) AS slowest_fetch_ms,
       sum(fetch_ms) AS fetch_ms, count(*) FILTER (WHERE o.class IS DISTINCT FROM 'ok') AS errors
     FROM fetches f LEFT JOIN outcomes o ON o.name = f.outcome_name
     GROUP BY f.host ORDER BY median_fetch_ms DESC NULLS LAST, f.host`,
  ),
  view(
    'wait_and_work',
    'Where does the time of a page go: waiting in the frontier, the network, reading or judging?',
    {
      part: 'waited (in the frontier, the rest of its host included), dns, connect, first_byte, fetch, read or judge; fetch holds the three before it.',
      pages: 'Fetches that have the number.',
      mean_ms: 'ms a page.',
      median_ms: 'ms a page.',
      total_ms: 'ms in all.',
    },
    `SELECT part, count(ms) AS pages, avg(ms) AS mean_ms, median(ms) AS median_ms, sum(ms) AS total_ms
     FROM (SELECT unnest(['waited', 'dns', 'connect', 'first_byte', 'fetch', 'read', 'judge']) AS part,
             unnest([1, 2, 3, 4, 5, 6, 7]) AS place,
             unnest([waited_ms, dns_ms, connect_ms, first_byte_ms, fetch_ms, read_ms, judge_ms]) AS ms
           FROM fetches)
     WHERE ms IS NOT NULL GROUP BY part, place ORDER BY place`,
  ),
  view(
    'tunnels',
    'Behind how many irrelevant pages in a row did each relevant page lie?',
    {
      off_topic_steps: 'Irrelevant pages in a row before it.',
      pages: 'Fetches at that distance.',
      relevant: 'Relevant ones.',
      harvest_rate: 'relevant / pages, in [0, 1].',
    },
    `SELECT off_topic_steps, count(*) AS pages, count(*) FILTER (WHERE is_relevant) AS relevant,
       count(*) FILTER (WHERE is_relevant) / count(*) AS harvest_rate
     FROM fetches WHERE off_topic_steps IS NOT NULL GROUP BY off_topic_steps ORDER BY off_topic_steps`,
  ),
  view(
    'rank_and_wait',
    'Did links that were chosen early deserve it, and did low places wait long?',
    {
      rank_from: 'Place among the waiting links when chosen: from …',
      rank_to: '… to.',
      pages: 'Fetches.',
      median_waited_ms: 'ms between entering and being chosen.',
      average_relevance: 'Mean relevance of the judged ones.',
      harvest_rate: 'relevant / pages, in [0, 1].',
    },
    `SELECT (10 ** power)::BIGINT AS rank_from, (10 ** (power + 1) - 1)::BIGINT AS rank_to, count(*) AS pages,
       median(waited_ms) AS median_waited_ms, avg(relevance) AS average_relevance,
       count(*) FILTER (WHERE is_relevant) / count(*) AS harvest_rate
     FROM (SELECT floor(log10(rank))::INTEGER AS power, * FROM fetches WHERE rank > 0)
     GROUP BY power ORDER BY power`,
  ),
  view(
    'link_fates',
    'What became of the links, and how good did they look?',
    {
      fate: 'See `links.fate`.',
      reason: 'Which fence.',
      links: 'Rows of `links`.',
      anchor_relevance: 'Mean.',
      context_relevance: 'Mean.',
      score: 'Mean.',
    },
    `SELECT fate, reason, count(*) AS links, avg(anchor_relevance) AS anchor_relevance,
       avg(context_relevance) AS context_relevance, avg(score) AS score
     FROM links GROUP BY ALL ORDER BY links DESC, fate, reason`,
  ),
  view(
    'host_diversity',
    'On how many hosts did the crawl stand, hundred fetches by hundred fetches?',
    {
      n_from: 'Fetches: from …',
      n_to: '… to.',
      hosts: 'Different hosts among them.',
      domains: 'Different registrable domains.',
      largest_share: 'Share of the host with most of them, in [0, 1].',
      effective_hosts: 'Hosts of equal share that would be as diverse: 2 to the power of the entropy.',
    },
    `SELECT min(n) AS n_from, max(n) AS n_to, count(DISTINCT f.host) AS hosts,
       count(DISTINCT coalesce(h.domain, f.host)) AS domains,
       count(*) FILTER (WHERE f.host = top) / count(*) AS largest_share, 2 ** entropy(f.host) AS effective_hosts
     FROM (SELECT *, mode(host) OVER (PARTITION BY (n - 1) // 100) AS top FROM fetches) f
       LEFT JOIN hosts h ON h.host = f.host
     GROUP BY (n - 1) // 100 ORDER BY n_from`,
  ),
  view(
    'politeness',
    'Did every host get its rest? Gaps are between the moments at which requests left, of every kind.',
    {
      host: 'Host.',
      requests: 'Rows with a request, repetitions on a closed connection not counted.',
      asked_ms: 'Least gap: the larger of --delay and what robots.txt was granted.',
      least_gap_ms: 'Shortest gap.',
      median_gap_ms: 'Half of the gaps are shorter.',
      violations: 'Gaps shorter than asked_ms.',
    },
    `SELECT g.host, count(*) AS requests,
       any_value(greatest(asked.delay_ms, coalesce(h.crawl_delay_ms, 0))) AS asked_ms,
       min(gap_ms) AS least_gap_ms, median(gap_ms) AS median_gap_ms,
       count(*) FILTER (WHERE gap_ms < greatest(asked.delay_ms, coalesce(h.crawl_delay_ms, 0))) AS violations
     FROM (${gapsBy('host')}) g LEFT JOIN hosts h ON h.host = g.host, (${setting('delayMs')}) asked
     GROUP BY g.host ORDER BY violations DESC, least_gap_ms NULLS LAST, g.host`,
  ),
  view(
    'politeness_ip',
    'Did every IP address get its rest? As `politeness`, by address.',
    {
      ip: 'Address.',
      hosts: 'Hosts that were asked there.',
      requests: 'Rows with a request.',
      asked_ms: '--per-ip-delay.',
      least_gap_ms: 'Shortest gap.',
      median_gap_ms: 'Half of the gaps are shorter.',
      violations: 'Gaps shorter than asked_ms.',
    },
    `SELECT ip, count(DISTINCT host) AS hosts, count(*) AS requests, any_value(asked.delay_ms) AS asked_ms,
       min(gap_ms) AS least_gap_ms, median(gap_ms) AS median_gap_ms,
       count(*) FILTER (WHERE gap_ms < asked.delay_ms) AS violations
     FROM (${gapsBy('ip')}), (${setting('perIpDelayMs')}) asked
     WHERE ip IS NOT NULL GROUP BY ip ORDER BY violations DESC, least_gap_ms NULLS LAST, ip`,
  ),
  view(
    'walk',
    'How did a Wang–Landau walk go on? ln g and H of every interval of relevance, noted once in a while.',
    {
      seq: 'Last page settled before it.',
      moves: 'Moves made so far.',
      stage: 'Stage, from 0: ln f falls from one to the next.',
      interval: 'Interval of relevance, 0 to 49: [0, .02) to [.98, 1].',
      ln_g: 'ln g of the interval.',
      visits: 'H: visits in this stage.',
      ln_f: 'What a visit adds to ln g.',
      is_flat: 'Whether H was flat and the stage ended here.',
    },
    `SELECT seq, numbers['moves']::BIGINT AS moves, numbers['stage']::INT AS stage, numbers['interval']::INT AS interval,
       numbers['ln_g'] AS ln_g, numbers['visits']::BIGINT AS visits, numbers['ln_f'] AS ln_f,
       numbers['is_flat'] = 1 AS is_flat
     FROM events WHERE kind = 'walk' ORDER BY moves, interval`,
  ),
  view(
    'moves',
    'Every move of a Wang–Landau walk, with --set wang-landau.moves=all.',
    {
      seq: 'Last page settled before it.',
      move: 'Number of the move, from 1.',
      slot: 'Number of the link that was proposed, as in `links`.',
      e1: 'Relevance of where the walker stood.',
      e2: 'Relevance of the link.',
      p: 'Chance to be accepted.',
      u: 'What was drawn; 0 after too many rejections.',
      accepted: 'Whether it was.',
      ln_f: 'What the visit added to ln g.',
    },
    `SELECT seq, numbers['move']::BIGINT AS move, numbers['slot']::BIGINT AS slot, numbers['e1'] AS e1, numbers['e2'] AS e2,
       numbers['p'] AS p, numbers['u'] AS u, numbers['accepted'] = 1 AS accepted, numbers['ln_f'] AS ln_f
     FROM events WHERE kind = 'move' ORDER BY move`,
  ),
];

/**
 * Which questions does a report ask of a log? Each is one statement that counts inside the database: whatever the size of the crawl, at
 * most a few hundred rows come out. Measures as in METHODS J.1, by the views of the log.
 */

export type Shape = 'line' | 'bar';

export interface Question {
  readonly title: string;
  readonly sentence: string;
  readonly sql: string;
  /** Absent: a table only. The first column is the x axis. */
  readonly chart?: { readonly shape: Shape; readonly series: readonly string[] };
  /** Whether the terminal shows it too. */
  readonly isShort: boolean;
}

/** Points of a curve, and slices of time. */
const MOST_POINTS = 200;
const MOST_ROWS = 20;

export const QUESTIONS: readonly Question[] = [
  {
    title: 'The whole crawl',
    sentence:
      'Harvest rate = relevant / fetched; average and standard deviation are those of the judged pages.',
    sql: `SELECT n AS pages, relevant, harvest_rate, average_relevance, relevance_deviation FROM harvest`,
    isShort: true,
  },
  {
    title: 'Harvest',
    sentence: 'Share of relevant pages, average relevance and its standard deviation after so many fetches.',
    sql: `WITH size AS (SELECT count(*) AS most, greatest(1, count(*) // ${MOST_POINTS}) AS step FROM fetches)
      SELECT n AS pages, harvest_rate, average_relevance, relevance_deviation FROM harvest_curve, size
      WHERE n % step = 0 OR n = most ORDER BY n`,
    chart: { shape: 'line', series: ['harvest_rate', 'average_relevance', 'relevance_deviation'] },
    isShort: false,
  },
  {
    title: 'Harvest at round numbers',
    sentence: 'The same at 10, 20, 50 … fetches and at the end.',
    sql: `SELECT n AS pages, relevant, harvest_rate, average_relevance, relevance_deviation FROM harvest_steps ORDER BY n`,
    isShort: true,
  },
  {
    title: 'Relevance of the judged pages',
    sentence: 'How many pages lie in each twentieth of [0, 1].',
    sql: `SELECT least(19, floor(relevance * 20)) / 20 AS relevance_from, count(*) AS pages
      FROM fetches WHERE relevance IS NOT NULL GROUP BY 1 ORDER BY 1`,
    chart: { shape: 'bar', series: ['pages'] },
    isShort: false,
  },
  {
    title: 'Throughput',
    sentence: 'Pages a second over the time of the crawl; on a stored web that time is virtual.',
    sql: `WITH span AS (SELECT epoch_ms(min(fetched_at)) AS low, greatest(1000,
        (epoch_ms(max(fetched_at)) - epoch_ms(min(fetched_at)) + 1) / 100) AS width FROM fetches)
      SELECT floor((epoch_ms(fetched_at) - low) / width) * width / 1000 AS second, count(*) * 1000 / width AS pages_per_s,
        count(*) FILTER (WHERE is_relevant) * 1000 / width AS relevant_per_s
      FROM fetches, span WHERE fetched_at IS NOT NULL GROUP BY 1, width ORDER BY 1`,
    chart: { shape: 'bar', series: ['pages_per_s', 'relevant_per_s'] },
    isShort: false,
  },
  {
    title: 'What limits it',
    sentence: 'Where the time of a page goes: waiting, network, reading, judging.',
    sql: `SELECT part, pages, mean_ms, median_ms, total_ms FROM wait_and_work`,
    chart: { shape: 'bar', series: ['mean_ms', 'median_ms'] },
    isShort: true,
  },
  {
    title: 'Outcomes',
    sentence: 'How the requests ended.',
    sql: `SELECT outcome_name AS outcome, kind, count(*) AS requests FROM pages
      GROUP BY ALL ORDER BY requests DESC, outcome_name, kind LIMIT ${MOST_ROWS}`,
    chart: { shape: 'bar', series: ['requests'] },
    isShort: true,
  },
  {
    title: 'Hosts',
    sentence: 'Those with most fetches.',
    sql: `SELECT left(host, 100) AS host, count(*) AS pages, count(*) FILTER (WHERE is_relevant) AS relevant,
        count(*) FILTER (WHERE is_relevant) / count(*) AS harvest_rate, median(fetch_ms) AS median_fetch_ms
      FROM fetches GROUP BY fetches.host ORDER BY pages DESC, fetches.host LIMIT ${MOST_ROWS}`,
    chart: { shape: 'bar', series: ['pages', 'relevant'] },
    isShort: true,
  },
  {
    title: 'Waits',
    sentence: 'How long links waited, by their place among the waiting ones when chosen.',
    sql: `SELECT rank_from, pages, median_waited_ms, harvest_rate FROM rank_and_wait ORDER BY rank_from`,
    chart: { shape: 'bar', series: ['median_waited_ms'] },
    isShort: true,
  },
  {
    title: 'Tunnels',
    sentence: 'Behind how many irrelevant pages in a row each find lay: what it cost.',
    sql: `SELECT off_topic_steps, pages, relevant, harvest_rate FROM tunnels ORDER BY off_topic_steps LIMIT 50`,
    chart: { shape: 'bar', series: ['pages', 'relevant'] },
    isShort: true,
  },
  {
    title: 'Wang–Landau: ln g',
    sentence: 'Logarithm of the density of each interval of relevance, as last noted.',
    sql: `SELECT interval, ln_g FROM walk WHERE moves = (SELECT max(moves) FROM walk) ORDER BY interval`,
    chart: { shape: 'bar', series: ['ln_g'] },
    isShort: false,
  },
  {
    title: 'Wang–Landau: H',
    sentence: 'Visits of each interval in the last stage.',
    sql: `SELECT interval, visits FROM walk WHERE moves = (SELECT max(moves) FROM walk) ORDER BY interval`,
    chart: { shape: 'bar', series: ['visits'] },
    isShort: false,
  },
  {
    title: 'Best pages',
    sentence: 'Most relevant first, near duplicates left out.',
    sql: `SELECT relevance, left(title, 200) AS title, left(url, 300) AS url FROM relevant_pages LIMIT ${MOST_ROWS}`,
    isShort: false,
  },
];

/**
 * The log as data (DESIGN §7): every table and column with type, unit and meaning. The row types below, the SQL schema,
 * the writer and the reference page are all made from it, so a new table is one block here and one line in `RowOf`.
 *
 * A row is a plain object whose keys are the columns' names. Columns made by `may` can be left out, or be null or NaN:
 * all three are NULL in SQL. Write one kind of row at one place of the code, so that its objects have one shape.
 */

/** What a column holds, by type: SQL type, then what a row gives for it. */
export interface ValueOf {
  /** INTEGER; a whole number of 32 bits. */
  i32: number;
  /** BIGINT; a whole number below 2^53. */
  i64: number;
  /** UBIGINT; 64 bits. */
  u64: bigint;
  /** DOUBLE. */
  f64: number;
  /** BOOLEAN. */
  flag: boolean;
  /** VARCHAR; any string: a lone surrogate is kept as U+FFFD. */
  text: string;
  /** TIMESTAMP in UTC; milliseconds since 1970, a fraction allowed. */
  time: number;
  /** JSON text. */
  json: string;
  /** MAP(VARCHAR, DOUBLE). */
  numbers: Readonly<Record<string, number>>;
}

export type ColumnType = keyof ValueOf;

export interface Column<T extends ColumnType = ColumnType, N extends boolean = boolean, V = unknown> {
  readonly type: T;
  readonly isNullable: N;
  /** Unit or range; empty where there is none. */
  readonly unit: string;
  readonly meaning: string;
  /** Never set: carries the type of the value. */
  readonly value?: V;
}

export type ColumnTable = Readonly<Record<string, Column>>;

export interface Table<C extends ColumnTable = ColumnTable> {
  readonly meaning: string;
  readonly columns: C;
  /** Where set, a row replaces the earlier one with the same values in these columns. */
  readonly key?: readonly string[];
}

type Show<T> = { readonly [K in keyof T]: T[K] };
type ValueIn<C> = C extends Column<ColumnType, boolean, infer V> ? V : never;
type NullableKey<C extends ColumnTable> = {
  [K in keyof C]: C[K]['isNullable'] extends true ? K : never;
}[keyof C];

/** The row type of a table's columns. */
export type RowOf<C extends ColumnTable> = Show<
  { readonly [K in Exclude<keyof C, NullableKey<C>>]: ValueIn<C[K]> } & {
    readonly [K in NullableKey<C>]?: ValueIn<C[K]> | null;
  }
>;

const must = <T extends ColumnType, V extends ValueOf[T] = ValueOf[T]>(
  type: T,
  unit: string,
  meaning: string,
): Column<T, false, V> => ({ type, isNullable: false, unit, meaning });

const may = <T extends ColumnType, V extends ValueOf[T] = ValueOf[T]>(
  type: T,
  unit: string,
  meaning: string,
): Column<T, true, V> => ({ type, isNullable: true, unit, meaning });

const table = <C extends ColumnTable>(
  meaning: string,
  columns: C,
  key?: readonly (keyof C & string)[],
): Table<C> => (key === undefined ? { meaning, columns } : { meaning, columns, key });

export type PageKind = 'page' | 'prefetch' | 'adopted' | 'denied' | 'robots' | 'sitemap';
export type RobotsAnswer = 'rules' | 'open' | 'closed' | 'redirect';
export type AgentGroup = 'own' | 'all' | 'none';
export type CharsetSource = 'bom' | 'header' | 'meta' | 'bytes' | 'default';
/** What became of a link. `fenced`: out of scope or a trap, see `reason`. */
export type LinkFate = 'admitted' | 'known' | 'declined' | 'fenced';

const runs = table(
  'One row for every start of this crawl; a resumed crawl has several.',
  {
    run: must('i32', '', 'Number of the start, from 1.'),
    started_at: must('time', 'UTC', 'When the run began.'),
    ended_at: may('time', 'UTC', 'When it ended; NULL while it runs or when it was killed.'),
    stop_reason: may('text', '', 'Why it ended, in words: a limit, an empty frontier, a signal.'),
    version: must('text', '', 'Version of Dowser.'),
    node_version: must('text', '', 'Version of Node.'),
    config: must('json', '', 'Every setting of the run, defaults included.'),
    random_seed: must('i64', '', 'Seed of all randomness.'),
    strategy: must('text', '', 'Name of the strategy.'),
    model: must('text', '', 'Name of the relevance model.'),
    topic: must('text', '', 'Names of the topics, joined by commas.'),
    threshold: must('f64', '[0, 1]', 'Relevance from which a page counts as relevant.'),
    window: must('i32', 'pages', 'Most pages asked for at once; 1 on a stored web.'),
    workers: must('i32', 'threads', 'Number of lanes; 0 = everything in one thread.'),
    seeds: must('i32', 'links', 'Number of seeds.'),
    pages: may('i64', 'pages', 'Fetches that counted against --max-pages.'),
    relevant: may('i64', 'pages', 'Pages whose relevance reached the threshold.'),
    targets: may('i64', 'pages', 'Pages that a target classifier or label called a target.'),
    bytes: may('i64', 'bytes', 'Sum of decoded bodies.'),
    links_found: may('i64', 'links', 'Links on all pages read.'),
    entered: may('i64', 'links', 'Links that passed the fence.'),
    waiting: may('i64', 'links', 'Links still waiting at the end.'),
    declined: may('i64', 'links', 'Links that the strategy did not want.'),
    evicted: may('i64', 'links', 'Links that had to make room for better ones.'),
    out_of_scope: may('i64', 'links', 'Links outside scope, include, exclude or depth.'),
    traps: may('i64', 'links', 'Links that look like endless spaces.'),
    bad_urls: may('i64', 'links', 'Texts that are no http or https address.'),
    nofollow: may('i64', 'links', 'Links that ask not to be followed.'),
    cpu_ms: may('f64', 'ms', 'Processor time of all threads.'),
    log_blocked_ms: may('f64', 'ms', 'How long the crawl waited for this log.'),
  },
  ['run'],
);

const pages = table('One row for every attempt to fetch a page, in the order in which they were settled.', {
  seq: must('i64', '', 'Place in the order of settling, from 1.'),
  slot: must('i64', '', 'Number of the link in the frontier; a retry keeps it.'),
  url: must('text', '', 'Canonical address asked for.'),
  final_url: may('text', '', 'Where a redirect points; NULL when there was none.'),
  host: must('text', '', 'Host name of `url`.'),
  depth: must('i32', 'links', 'Links from a seed; seeds are 0.'),
  parent: may('i64', 'seq', '`seq` of the page on which the link was found; NULL for seeds.'),
  anchor: may('text', '', 'Anchor text of that link, at most 200 characters.'),
  attempt: must('i32', '', 'Number of the attempt, from 1; 0 when nothing was asked.'),
  kind: must<'text', PageKind>(
    'text',
    '',
    'page, prefetch, adopted (a prefetched page that was chosen: nothing was asked), denied, robots or sitemap.',
  ),
  outcome: must('i32', '', 'How it ended: code of the table `outcomes`; `outcome_name` says it in a word.'),
  status: may('i32', '', 'HTTP status; NULL when there was none.'),
  content_type: may('text', '', 'Media type as the server gave it.'),
  charset: may('text', '', 'WHATWG name of the encoding that was used.'),
  charset_source: may<'text', CharsetSource>(
    'text',
    '',
    'What decided it: bom, header, meta, bytes or default.',
  ),
  charset_confidence: may('f64', '[0, 1]', 'How sure that is.'),
  language: may('text', '', 'Language of the text.'),
  bytes: may('i64', 'bytes', 'Body after decoding any transfer coding.'),
  title: may('text', '', 'Title of the page.'),
  terms: may('i32', 'terms', 'Number of terms of the page, repetitions included.'),
  relevance: may('f64', '[0, 1]', 'Relevance to the first topic as it is now; NULL when it was not judged.'),
  relevance_original: may(
    'f64',
    '[0, 1]',
    'Relevance to the topic as it was asked, before any generalisation.',
  ),
  is_relevant: must('flag', '', 'Whether the relevance reached the threshold.'),
  is_target: may('flag', '', 'Whether a target classifier or label called it a target; NULL without one.'),
  score: may('f64', '', 'Score with which the link was chosen.'),
  rank: may(
    'i64',
    'links',
    'Place among the waiting links of hosts that might be asked when it was chosen; 1 = the best.',
  ),
  off_topic_steps: may(
    'i32',
    'links',
    'Irrelevant pages in a row on the path before it; 0 = the parent was relevant.',
  ),
  waited_ms: may('f64', 'ms', 'From entering to being chosen; the rest of its host is in it.'),
  dns_ms: may('f64', 'ms', 'Name look-up; NULL when none was needed.'),
  connect_ms: may('f64', 'ms', 'Connection, TLS included; NULL when one was open.'),
  fetch_ms: may('f64', 'ms', 'From request to last byte.'),
  read_ms: may('f64', 'ms', 'Charset, parsing and links.'),
  judge_ms: may('f64', 'ms', 'Terms and models.'),
  links_found: may('i32', 'links', 'Links on the page; of a sitemap the addresses that it lists.'),
  links_new: may('i32', 'links', 'Links never met before.'),
  simhash: may('u64', '', 'SimHash of the text; near duplicates differ in few bits.'),
  duplicate_of: may('i64', 'seq', '`seq` of the page that it repeats.'),
  warc_file: may('text', '', 'File that holds the record.'),
  warc_offset: may('i64', 'bytes', 'Where the record begins in that file.'),
  fetched_at: must('time', 'UTC', 'When the page was settled.'),
  sent_at: may(
    'time',
    'UTC',
    'When the request left, the last time if it was repeated; NULL when nothing was sent.',
  ),
  sends: may('i32', 'requests', 'How often it left: 2 when a kept connection turned out to be closed.'),
  ip: may('text', '', 'Address that was asked; NULL behind a proxy.'),
  first_byte_ms: may('f64', 'ms', 'From request to first byte.'),
  wire_bytes: may('i64', 'bytes', 'Body as it came, packed.'),
  retry_after_ms: may('f64', 'ms', 'What the server asked us to wait, not capped.'),
  trouble: may('text', '', 'What the web did wrong, in a few words.'),
  detail: may(
    'text',
    '',
    'Of a sitemap its kind; of a page, as JSON, uses that it asks not to be put to. A robots.txt has a row of `robots`.',
  ),
});

const links = table('Links of the pages read: all, the admitted ones or none (`--links`).', {
  seq: must('i64', 'seq', 'Page on which the link stands.'),
  position: must('i32', '', 'Place among the targets of the page, from 0: each counts once, in page order.'),
  slot: may('i64', '', 'Number of the target in the frontier; NULL when it never got one.'),
  url: may('text', '', 'Canonical address of the target.'),
  anchor: may('text', '', 'Anchor text, at most 200 characters.'),
  anchor_relevance: may('f64', '[0, 1]', 'Relevance of the anchor text.'),
  context_relevance: may('f64', '[0, 1]', 'Relevance of the words around it.'),
  flags: may(
    'i32',
    '',
    'Sum of the LINK_FLAG bits: 1 nofollow, 2 ugc, 4 sponsored, 8 frame, 16 area, 32 link element, 64 refresh.',
  ),
  fate: must<'text', LinkFate>(
    'text',
    '',
    'admitted, known (met before), declined (by the strategy) or fenced.',
  ),
  reason: may('text', '', 'Which fence it met.'),
  score: may('f64', '', 'Score that the strategy gave.'),
});

const hosts = table(
  'One row for every host met.',
  {
    host: must('text', '', 'Host name, with the port where it is not the default.'),
    domain: may('text', '', 'Registrable domain.'),
    pages: must('i64', 'pages', 'Pages settled.'),
    relevant: must('i64', 'pages', 'Relevant ones.'),
    errors: must('i64', 'pages', 'Pages whose outcome is not of class ok.'),
    bytes: must('i64', 'bytes', 'Sum of decoded bodies.'),
    entered: may('i64', 'links', 'Links to it that passed the fence.'),
    denied: may('i64', 'pages', 'Pages that robots.txt did not allow.'),
    out_of_scope: may('i64', 'links', 'Links to it that the scope kept out.'),
    traps: may('i64', 'links', 'Links to it that look like endless spaces.'),
    first_seq: may('i64', 'seq', 'First page settled.'),
    last_seq: may('i64', 'seq', 'Last page settled.'),
    delay_ms: may('f64', 'ms', 'Wait between two requests at the end.'),
    requests: may(
      'i64',
      'requests',
      'Requests sent: pages, robots.txt, sitemaps, redirects and repetitions.',
    ),
    ips: may(
      'text',
      '',
      'Its addresses, separated by spaces: those that were asked, or with --per-ip-… those that its name has.',
    ),
    latency_ms: may('f64', 'ms', 'Time to the first byte, a running average.'),
    robots: may<'text', RobotsAnswer>('text', '', 'What its robots.txt came to, see `robots.answer`.'),
    crawl_delay_ms: may('f64', 'ms', 'Wait that robots.txt asks for, as far as it is granted.'),
    failures: may('i32', 'requests', 'Failures in a row at the end: no name, no connection, no trust.'),
    refusals: may('i32', 'requests', 'Refusals in a row at the end: 429, 503, time-outs, broken answers.'),
    gone_reason: may('text', '', 'Why the host was given up; NULL when it was not.'),
  },
  ['host'],
);

const robots = table(
  'One row for every answer to a request for robots.txt, redirects included.',
  {
    origin: must('text', '', 'Site whose rules were asked for: scheme, host and port.'),
    seq: must('i64', 'seq', 'Its row of `pages`.'),
    fetched_at: must('time', 'UTC', 'When it was settled.'),
    url: must('text', '', 'Address asked for; another one than that of the origin behind a redirect.'),
    status: may('i32', '', 'HTTP status; NULL when there was none.'),
    answer: must<'text', RobotsAnswer>(
      'text',
      '',
      'rules, open (there are none: all may be asked for), closed (unreachable: nothing may) or redirect.',
    ),
    agent_group: must<'text', AgentGroup>(
      'text',
      '',
      'Whose rules count: own (they name our product token), all (*) or none.',
    ),
    rules: must('i32', 'rules', 'Allow and Disallow lines of that group.'),
    crawl_delay_ms: may('f64', 'ms', 'What it asks for between two requests, not capped.'),
    opt_outs: may('text', '', 'Uses and agents of machine learning that it refuses, joined by commas.'),
    is_truncated: must('flag', '', 'Whether it was longer than what is read.'),
    sitemaps: must('i32', 'links', 'Sitemaps that it names.'),
  },
  ['origin', 'seq'],
);

const topics = table(
  'The topics and their later versions.',
  {
    topic: must('i32', '', 'Number of the topic, from 0.'),
    since_seq: must('i64', 'seq', 'From which page on this version counts; 0 = from the start.'),
    name: must('text', '', 'Name of the topic.'),
    languages: must('text', '', 'Languages, joined by commas.'),
    terms: must('numbers', '(0, 1]', 'Weight of every term.'),
  },
  ['topic', 'since_seq'],
);

const relevance = table('Relevance to every topic, when there is more than one.', {
  seq: must('i64', 'seq', 'Page.'),
  topic: must('i32', '', 'Number of the topic.'),
  value: may('f64', '[0, 1]', 'Relevance; NULL when it was not judged.'),
});

const events = table('What happened beside the pages: notes of the strategy, lanes replaced, pauses.', {
  seq: must('i64', 'seq', 'Last page settled before it; 0 = none yet.'),
  at: must('time', 'UTC', 'When.'),
  kind: must('text', '', 'What, in one word.'),
  text: may('text', '', 'A sentence.'),
  numbers: may('numbers', '', 'Named numbers.'),
});

/** Every table, in the order of the reference page. */
export const TABLES = { runs, pages, links, hosts, robots, topics, relevance, events } as const;

export type TableName = keyof typeof TABLES;

export type RunRow = RowOf<typeof runs.columns>;
export type PageRow = RowOf<typeof pages.columns>;
export type LinkRow = RowOf<typeof links.columns>;
export type HostRow = RowOf<typeof hosts.columns>;
export type RobotsRow = RowOf<typeof robots.columns>;
export type TopicRow = RowOf<typeof topics.columns>;
export type RelevanceRow = RowOf<typeof relevance.columns>;
export type EventRow = RowOf<typeof events.columns>;

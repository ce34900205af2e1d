/** Help texts of the smaller commands. */

const SQL_HELP = `Ask the log of a crawl.

Usage: dowser sql DIR [QUERY] [OPTIONS]

DIR is the directory of a crawl. Without a query there is a prompt: .tables and .views show what can be
asked, .schema NAME explains the columns, .quit leaves. Only reading is allowed.

  --format FORMAT                 table, csv, json or parquet. [default table]
  -o, --out FILE                  Write the answer to a file; parquet needs one.

Examples
  dowser sql first "FROM harvest_steps"
  dowser sql first "SELECT relevance, url, title FROM pages ORDER BY relevance DESC LIMIT 10"
  dowser sql first "FROM pages" --format parquet -o pages.parquet

Exit code 1: the question was wrong; what DuckDB says is on standard error.
`;

const WEB_HELP = `Write a built-in web as a WARC file. The same kind and seed give the same bytes on every machine.

Usage: dowser web --seed N -o FILE.warc.gz [OPTIONS]

  --kind KIND                     island: islands of the asked topic on many hosts, joined by tunnels of
                                  pages about something else. [default island]
  --seed N                        Which web, from 0 to 4294967295. [default 1]
  --topic NAME                    What its islands are about: 暴雨灾害, 台风灾害 or flood-warning.
                                  [default 暴雨灾害]
  --pages N                       How large, from 780 to 2000000 pages. [default 3000]
  -o, --out FILE                  The WARC file. Beside it come FILE.labels.tsv, which says what each page is
                                  about and is for judging only, and FILE.seeds.txt for --seeds.

Example
  dowser web --seed 7 -o island.warc.gz
`;

const DEMO_HELP = `Crawl a built-in web for 暴雨灾害 in three ways, with the same seeds and the same number of pages, and
compare what they brought home. The crawls are kept below the directory, to be asked with dowser sql.

Usage: dowser demo [OPTIONS]

  --max-pages N                   Pages of each crawl. [default 500]
  --seed N                        Which web. [default 1]
  -o, --out DIR                   Where the crawls go. [default crawls/demo-NUMBER]
`;

const TOPICS_HELP = `List the topics that come with Dowser: name, languages and words.

Usage: dowser topics

Name one with --topic NAME. A topic of your own is a YAML file, see README.md.
`;

const STRATEGIES_HELP = `List the strategies with all their options.

Usage: dowser strategies

Name one with --strategy NAME, set an option with --set NAME.OPTION=VALUE.
`;

const MODELS_HELP = `List the relevance models with all their options.

Usage: dowser models

Name one with --model NAME, set an option with --set NAME.OPTION=VALUE.
`;

/** Help by command; `crawl` makes its own from the table of settings. */
export const COMMAND_HELP: Readonly<Record<string, string>> = {
  sql: SQL_HELP,
  web: WEB_HELP,
  demo: DEMO_HELP,
  topics: TOPICS_HELP,
  strategies: STRATEGIES_HELP,
  models: MODELS_HELP,
};

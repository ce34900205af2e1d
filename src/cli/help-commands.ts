/** Help texts of the smaller commands. */

const SQL_HELP = `Ask the log of a crawl.

Usage: dowser sql DIR [QUERY] [OPTIONS]

DIR is the directory of a crawl. Without a query there is a prompt: .tables and .views show what can be
asked, .schema NAME explains the columns, .quit leaves. Only reading is allowed. A crawl that runs
answers too, with whole pages up to a few seconds ago; 30 s, 256 MiB and no other files are its limits.

  --format FORMAT                 table, csv, json or parquet. [default table]
  -o, --out FILE                  Write the answer to a file.

Examples
  dowser sql first "FROM harvest_steps"
  dowser sql first "SELECT relevance, url, title FROM pages ORDER BY relevance DESC LIMIT 10"
  dowser sql first "FROM pages" --format parquet -o pages.parquet

Exit code 1: the question was wrong; what DuckDB says is on standard error.
`;

const WEB_HELP = `Make a web that needs no network: write it as a WARC file, or serve it over HTTP on loopback. The same
kind and seed give the same bytes on every machine.

Usage: dowser web -o FILE.warc.gz [OPTIONS]
       dowser web --port N [OPTIONS]

Which web
  --kind KIND                     island: islands of the asked topic on many hosts, joined by tunnels of
                                  pages about something else. live: that, with redirects, closed paths,
                                  pages that only sitemaps list, crawl delays, slow and flaky pages; served
                                  only. [default island to write, live to serve]
  --seed N                        Which one, from 0 to 4294967295. [default 1]
  --topic NAME                    What its islands are about: 暴雨灾害, 台风灾害 or flood-warning.
                                  [default 暴雨灾害]
  --pages N                       How large. [default 3000, live 900]
  --hosts N                       On how many hosts, when it is served. [default 40, live 60]
  --web FILE                      Serve what a WARC file holds instead; may be given several times.

To write it
  -o, --out FILE                  The WARC file. Beside it come FILE.labels.tsv, which says what each page is
                                  about and is for judging only, and FILE.seeds.txt for --seeds.

To serve it, on loopback only
  --port N                        Port of all hosts; 0 takes one that is free.
  --addresses N                   Spread the hosts over 127.0.0.1 to 127.0.0.N. [default 1]
  --dns-port N                    Answer DNS questions for the hosts, on 127.0.0.1.
  --write-config FILE             Write seed and --connect-to rules of all hosts for dowser crawl --config.
  --latency MS, --jitter MS       Time before each answer, and the most that is added to it. [default 0]
  --rate-limit N                  More requests a second than these at one host get 429. [default none]
  --faults SHARES                 Share of the addresses that go wrong, 0.1, or by kind, 503=0.02,reset=0.01:
                                  500, 503, 429, reset, slow, truncated, drip, garbage, hang.
  --log FILE                      One JSON line a request: t (ms), host, path, address, status.

Examples
  dowser web --seed 7 -o island.warc.gz
  dowser web --port 8080 --addresses 20 --write-config live.yaml --latency 50 --log requests.jsonl

SIGINT and SIGTERM end the serving with exit code 130 and 143.
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

const RESUME_HELP = `Go on with a crawl, however it ended: Ctrl-C, a kill, a power cut, a full disk, or a budget that turned
out too small. What was in flight is asked for again; nothing else is fetched or logged twice.

Usage: dowser resume DIR [OPTIONS]

DIR is the directory of the crawl. Its settings are kept there; these may change: budgets (--max-pages,
--max-time, --max-bytes, --max-pages-per-host), everything under "How to behave" and "How to connect" but
--retries, and how it runs (--workers, --json, --quiet, --log-level). Budgets count from the very beginning.
What may hold a password is not kept and must be given again: --header, --proxy, credentials (--config FILE).

Examples
  dowser resume first
  dowser resume first --max-pages 5000

Exit code 2: nothing to go on with, or another process crawls there.
`;

const VERIFY_HELP = `See whether a crawl is whole: its road is walked again from the journal, without asking anybody, and must
come out as the log says, link for link and row for row.

Usage: dowser verify DIR [--json]

Exit code 0: whole. 1: something is wrong, each thing in a line. 2: no crawl there, or it is still running.
`;

const EXPLAIN_HELP = `What happened to one address in a crawl, or why nothing did: who found it, its rows, the links to it with their
scores, the rules of its site. A crawl that runs answers too.

Usage: dowser explain DIR URL [--json]

Links that met a fence are only counted unless --links all: their reason is made anew from the settings of the crawl.

Exit code 0: answered. 1: this crawl does not know the address; known ones that look alike are named.
`;

const REPORT_HELP = `What a person would look at: tables here, and one HTML file with charts that needs no network and no script.
A crawl that runs or was killed has one too.

Usage: dowser report DIR [OPTIONS]

  --labels FILE                   Known targets, for recall: an address a line, or an address, a tab and labels.
  --target LABELS                 Which labels make a target, such as topic:sbasic,lang:zh.
  -o, --out FILE                  Where the HTML file goes. [default DIR/report.html]

Example
  dowser report first --labels island.labels.tsv --target topic:rainstorm

Exit code 1: there is no crawl. 2: a wrong option, or a file that cannot be read or written.
`;

const EXPORT_HELP = `Hand a crawl on: all tables as Parquet files, or the addresses of its pages, one a line.

Usage: dowser export DIR -o DIRECTORY [--force]
       dowser export DIR --format urls [-o FILE] [--where CONDITION] [--force]

  --format FORMAT                 parquet or urls. [default parquet]
  -o, --out PATH                  A directory for tables, a file for addresses (default: standard output).
  --where CONDITION               SQL on the columns of pages, such as "relevance > .5 AND language = 'zh'".
  --force                         Write over what is there.

Addresses are written as they are: a spreadsheet may take some text from the web for a formula.
`;

const DOCTOR_HELP = `Look whether this machine has what a crawl needs, and say what to do about what is missing.

Usage: dowser doctor [--json]

Exit code 0: a crawl can run (poor: with something less). 1: it cannot.
`;

/** Help by command; `crawl` makes its own from the table of settings. */
export const COMMAND_HELP: Readonly<Record<string, string>> = {
  resume: RESUME_HELP,
  verify: VERIFY_HELP,
  explain: EXPLAIN_HELP,
  report: REPORT_HELP,
  export: EXPORT_HELP,
  doctor: DOCTOR_HELP,
  sql: SQL_HELP,
  web: WEB_HELP,
  demo: DEMO_HELP,
  topics: TOPICS_HELP,
  strategies: STRATEGIES_HELP,
  models: MODELS_HELP,
};

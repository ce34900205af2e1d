/** The help texts. They teach: what it is, what to type first, what each flag does, what the exit code means. */

import { GROUPS, LIVE_GROUPS, negationOf, type Setting } from '../app/setting.js';
import { type SettingKey, settingList } from '../app/settings.js';
import { padEnd, wrap } from '../kit/width.js';

const FLAG_CELLS = 34;
const TEXT_CELLS = 66;

export const ROOT_HELP = `dowser: a focused web crawler. Give it a topic and a place to start; it brings home the pages of
that topic, downloads as little else as it can, and leaves a DuckDB log of every step.

Usage: dowser COMMAND [OPTIONS]

Start here
  dowser demo                       Crawl a small built-in web in three ways and compare them.
  dowser topics                     The topics that come with Dowser.

Commands
  crawl                             Crawl from seeds towards a topic.
  resume DIR                        Go on with a crawl that was stopped, killed or cut short.
  verify DIR                        Walk a crawl again on paper and compare it with its log.
  explain DIR URL                   What happened to one address, or why nothing did.
  sql DIR [QUERY]                   Ask the log of a crawl; without a query, a prompt.
  report DIR                        Tables, and one HTML file with charts.
  export DIR                        Tables as Parquet files, or a list of addresses.
  doctor                            Has this machine what a crawl needs?
  web                               Write a built-in web as a WARC file, or serve one on loopback.
  demo                              See above.
  topics | strategies | models      What can be named on the command line, with all options.
  help COMMAND                      The flags of a command, explained.

Examples
  dowser web --kind island --seed 7 -o island.warc.gz
  dowser crawl --web island.warc.gz --seeds island.seeds.txt --topic 暴雨灾害 --max-pages 500 -o first
  dowser sql first "SELECT relevance, url, title FROM pages ORDER BY relevance DESC LIMIT 10"
  dowser crawl --seed https://example.org/ --scope host --topic flood-warning --contact you@example.org

Exit codes
  0    done                                   70   a fault of Dowser
  1    the question was wrong (SQL)           75   paused, can be resumed
  2    usage or configuration                130   SIGINT     143   SIGTERM
`;

const CRAWL_HEAD = `Crawl from seeds towards a topic: the live web, or with --web a stored one.

Usage: dowser crawl --topic NAME|FILE --seed URL --contact URL|MAIL [OPTIONS]
       dowser crawl --topic NAME|FILE --seed URL --web FILE.warc.gz [OPTIONS]

Every flag can also stand in a file (--config) under its name without dashes, and in the environment
as DOWSER_ and its name in capitals: --max-pages 500, "max-pages: 500", DOWSER_MAX_PAGES=500.
A flag beats the environment, the environment beats the file.
`;

const CRAWL_TAIL = `
Examples
  dowser crawl --topic 台风灾害 --seed https://example.org/ --scope host --contact you@example.org
  dowser crawl --topic 台风灾害 --web web.warc.gz --seed http://example.com/ --max-pages 1000
  dowser crawl --config crawl.yaml --strategy ./mine.js --max-time 10m --json

Ctrl-C once stops after the pages in flight and closes the log; twice ends at once.
`;

/** The default of a setting as a person would write it, or undefined when it is "none". */
export function defaultText([, one]: readonly [SettingKey, Setting]): string | undefined {
  if (one.defaultText !== undefined) return one.defaultText;
  const value: unknown = one.type.safeParse(undefined).data;
  if (value === true) return 'on';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Flag on the left, its sentence wrapped on the right. */
export function entryText(left: string, sentence: string): string {
  const lines = wrap(sentence, TEXT_CELLS);
  const isWide = left.length > FLAG_CELLS - 3;
  const first = isWide ? `  ${left}\n${' '.repeat(FLAG_CELLS)}` : padEnd(`  ${left}`, FLAG_CELLS);
  return `${first}${lines.join(`\n${' '.repeat(FLAG_CELLS)}`)}\n`;
}

/** A flag with its opposite; without dashes where it stands in a file only. */
function spellingsOf(one: Setting): readonly string[] {
  return one.hasNoFlag ? [`${one.flag.slice(2)}: (in a file)`] : [one.flag, ...negationOf(one)];
}

function flagText(entry: readonly [SettingKey, Setting]): string {
  const [, one] = entry;
  const short = (one.also ?? []).filter(flag => !flag.startsWith('--'));
  const others = (one.also ?? []).filter(flag => flag.startsWith('--'));
  const left = [...short, ...spellingsOf(one)].join(', ') + (one.value === undefined ? '' : ` ${one.value}`);
  const standard = defaultText(entry);
  const notes = [
    ...(others.length === 0 ? [] : [`also ${others.join(', ')}`]),
    ...(standard === undefined ? [] : [`default ${standard}`]),
  ];
  return entryText(left, notes.length === 0 ? one.help : `${one.help} [${notes.join('; ')}]`);
}

/** Help of `dowser crawl`, made from the table of settings. */
export function crawlHelp(): string {
  const groups = GROUPS.map(group => {
    const flags = settingList.filter(([, one]) => one.group === group).map(flagText);
    const config = entryText(
      '--config FILE',
      'Settings in YAML or JSON; docs/reference/config.schema.json describes it.',
    );
    const scope = LIVE_GROUPS.includes(group) ? ', on the live web' : '';
    return `\n${group}${scope}\n${flags.join('')}${group === 'How to run' ? config : ''}`;
  });
  return CRAWL_HEAD + groups.join('') + CRAWL_TAIL;
}

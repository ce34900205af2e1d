/** Every setting of a crawl, one entry each. A setting stands here only when something acts on it. */
import { z } from 'zod';
import { KEEP_MODES } from '../contract/archive.js';
import { liveSettings } from './live-settings.js';
import { amount, duration, list, type Setting, setting, size, tags } from './setting.js';

const what = {
  topics: setting(list().default([]), {
    flag: '--topic',
    value: 'NAME|FILE',
    group: 'What to look for',
    help: 'A topic that comes with Dowser (see `dowser topics`) or a topic file in YAML. Repeatable: a page then gets a relevance for each, and the first one steers.',
    must: 'the name of a shipped topic or the path of a topic file',
  }),
  model: setting(z.string().min(1).default('vsm'), {
    flag: '--model',
    value: 'NAME|./FILE.js',
    group: 'What to look for',
    help: 'How the relevance of a page is judged: a name from `dowser models`, or the path of a module of your own that exports one as its default.',
    must: 'the name of a model or the path of a module that begins with ./ or /',
  }),
  relevanceThreshold: setting(z.number().min(0).max(1).optional(), {
    flag: '--relevance-threshold',
    value: 'R',
    group: 'What to look for',
    help: 'A page counts as relevant from this relevance on. What is usual depends on topic and model: ask the log.',
    must: 'a number from 0 to 1',
    defaultText: 'what the model says, see `dowser models`',
  }),
  languages: setting(tags().default([]), {
    flag: '--languages',
    value: 'TAG',
    group: 'What to look for',
    help: 'Pages in other languages get relevance 0; zh also means zh-CN and zh-TW. Repeatable, or separated by commas. None: pages in every language are judged.',
    must: 'a list of language tags such as zh,en',
  }),
};

const where = {
  seeds: setting(list().default([]), {
    flag: '--seed',
    value: 'URL',
    group: 'Where to look',
    help: 'An address to start from. Repeatable.',
    must: 'an http or https address',
  }),
  seedFiles: setting(list().default([]), {
    flag: '--seeds',
    value: 'FILE',
    group: 'Where to look',
    help: 'A file of addresses to start from, one a line; empty lines and lines that begin with # are skipped. Repeatable.',
    must: 'the path of a text file',
  }),
  webs: setting(list().default([]), {
    flag: '--web',
    value: 'FILE.warc.gz',
    group: 'Where to look',
    help: 'Crawl a stored web instead of the live one: any WARC file. An address that it does not hold answers 404. Repeatable.',
    must: 'the path of a WARC file',
  }),
  scope: setting(z.enum(['page', 'prefix', 'host', 'domain', 'any']).default('any'), {
    flag: '--scope',
    value: 'SCOPE',
    group: 'Where to look',
    help: 'How far from the seeds a link may lead: page (the seeds alone), prefix (their directories), host (their hosts), domain (their registered domains with every subdomain), any.',
    must: 'page, prefix, host, domain or any',
  }),
  include: setting(list().default([]), {
    flag: '--include',
    value: 'REGEX',
    group: 'Where to look',
    help: 'Follow only addresses in which one of these regular expressions is found (without look-around and back references). Seeds are always followed. Repeatable.',
    must: 'a regular expression',
  }),
  dropSessionIds: setting(z.boolean().default(false), {
    flag: '--drop-session-ids',
    group: 'Where to look',
    help: 'Drop sid, jsessionid, phpsessid and utm_… from the addresses of links and redirects, so that a page with many such names is fetched once.',
    must: 'true or false',
  }),
  exclude: setting(list().default([]), {
    flag: '--exclude',
    value: 'REGEX',
    group: 'Where to look',
    help: 'Never follow addresses in which one of these regular expressions is found; wins over --include. Repeatable.',
    must: 'a regular expression',
  }),
};

const way = {
  strategy: setting(z.string().min(1).default('best-first'), {
    flag: '--strategy',
    value: 'NAME|./FILE.js',
    group: 'Which way to go',
    help: 'Which link is fetched next: a name from `dowser strategies`, or the path of a module of your own that exports one as its default.',
    must: 'the name of a strategy or the path of a module that begins with ./ or /',
  }),
  set: setting(
    z.record(z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))).default({}),
    {
      flag: '--set',
      value: 'NAME.OPTION=VALUE',
      group: 'Which way to go',
      help: 'An option of the strategy or model, such as shark.delta=0.4. Repeatable. In a file: set: {shark: {delta: 0.4}}.',
      must: 'of the form NAME.OPTION=VALUE',
    },
  ),
  randomSeed: setting(amount(0, 4294967295).default(1), {
    flag: '--random-seed',
    value: 'N',
    group: 'Which way to go',
    help: 'Start of every random choice. On a stored web the same seed gives the same crawl.',
    must: 'a whole number from 0 to 4294967295',
  }),
};

const stop = {
  maxPages: setting(amount(1).optional(), {
    flag: '--max-pages',
    also: ['--limit'],
    value: 'N',
    group: 'When to stop',
    help: 'Fetch exactly this many pages, failed ones and redirects included, unless the links run out before.',
    must: 'a whole number from 1',
    defaultText: 'no limit',
  }),
  maxTimeMs: setting(duration().optional(), {
    flag: '--max-time',
    also: ['--time-limit'],
    value: 'DURATION',
    group: 'When to stop',
    help: 'Stop after this much real time: 500ms, 30s, 15m, 2h.',
    must: 'a duration with a unit, such as 500ms, 30s, 15m or 2h',
    defaultText: 'no limit',
  }),
  maxBytes: setting(size().optional(), {
    flag: '--max-bytes',
    also: ['--size-limit'],
    value: 'SIZE',
    group: 'When to stop',
    help: 'Stop when this many body bytes have come: 500KB, 10MB, 2GiB.',
    must: 'a size from 1 byte, such as 500KB, 10MB or 2GiB',
    defaultText: 'no limit',
  }),
  maxMemory: setting(size().optional(), {
    flag: '--max-memory',
    value: 'SIZE',
    group: 'When to stop',
    help: 'Slow down near this much memory and pause with exit code 75 at it, files that are only mapped not counted: 800MB, 2GiB.',
    must: 'a size from 1 byte, such as 800MB or 2GiB',
    defaultText: 'no limit',
  }),
  maxDisk: setting(size().optional(), {
    flag: '--max-disk',
    value: 'SIZE',
    group: 'When to stop',
    help: 'Pause with exit code 75 when the directory of the crawl holds this much: 500MB, 20GB. A disk that is nearly full pauses the crawl anyway.',
    must: 'a size from 1 byte, such as 500MB or 20GB',
    defaultText: 'no limit',
  }),
  maxDepth: setting(amount(0, 65535).optional(), {
    flag: '--max-depth',
    also: ['--depth'],
    value: 'N',
    group: 'When to stop',
    help: 'Follow no link that is further than this from a seed; seeds have depth 0.',
    must: 'a whole number from 0 to 65535',
    defaultText: 'no limit',
  }),
  maxPagesPerHost: setting(amount(1).optional(), {
    flag: '--max-pages-per-host',
    value: 'N',
    group: 'When to stop',
    help: 'Fetch at most this many pages from one host.',
    must: 'a whole number from 1',
    defaultText: 'no limit',
  }),
};

const read = {
  maxBodyBytes: setting(size().default(16_000_000), {
    flag: '--max-body',
    value: 'SIZE',
    group: 'How to read',
    help: 'A page whose decoded body is larger ends as TooLarge.',
    must: 'a size from 1 byte, such as 500KB or 10MB',
    defaultText: '16MB',
  }),
  maxRedirects: setting(amount(0, 100).default(10), {
    flag: '--max-redirects',
    value: 'N',
    group: 'How to read',
    help: 'Redirects followed in a row; every hop is a fetch of its own.',
    must: 'a whole number from 0 to 100',
  }),
  reader: setting(z.enum(['wasm', 'parse5']).default('wasm'), {
    flag: '--reader',
    value: 'NAME',
    group: 'How to read',
    help: 'What reads HTML. Both give the same pages; wasm is the fast one, parse5 the reference.',
    must: 'wasm or parse5',
  }),
  segmenter: setting(z.enum(['kernel', 'nodejieba']).default('kernel'), {
    flag: '--segmenter',
    value: 'NAME',
    group: 'How to read',
    help: 'What cuts Chinese into words. Both give the same words; kernel is the fast one, nodejieba the reference.',
    must: 'kernel or nodejieba',
  }),
  idf: setting(z.enum(['background', 'crawl']).default('background'), {
    flag: '--idf',
    value: 'SOURCE',
    group: 'How to read',
    help: 'Where document frequencies come from: a table that ships with Dowser, or the pages of this crawl.',
    must: 'background or crawl',
  }),
};

const keep = {
  out: setting(z.string().min(1).optional(), {
    flag: '--out',
    also: ['-o'],
    value: 'DIR',
    group: 'What to keep',
    help: 'Directory of the log; it must be empty or not there yet.',
    must: 'the path of a directory',
    defaultText: 'crawls/TOPIC-STRATEGY-NUMBER',
  }),
  keep: setting(z.enum(KEEP_MODES).optional(), {
    flag: '--keep',
    value: 'WHICH',
    group: 'What to keep',
    help: 'Which pages are written to WARC files in the folder archive: relevant ones, all that answered, or none.',
    must: 'relevant, all or none',
    defaultText: 'relevant; none with --web, whose pages are stored already',
  }),
  links: setting(z.enum(['none', 'admitted', 'all']).default('admitted'), {
    flag: '--links',
    value: 'WHICH',
    group: 'What to keep',
    help: 'Which links get a row in the table `links`.',
    must: 'none, admitted or all',
  }),
};

const run = {
  workers: setting(amount(0, 256).optional(), {
    flag: '--workers',
    value: 'N',
    group: 'How to run',
    help: 'Threads that fetch, read and judge pages; 0 does everything in one thread. On a stored web the crawl is the same with any number.',
    must: 'a whole number from 0 to 256',
    defaultText: 'processor cores less one, at least 1',
  }),
  json: setting(z.boolean().default(false), {
    flag: '--json',
    group: 'How to run',
    help: 'Print the summary as one JSON object on standard output.',
    must: 'true or false',
  }),
  quiet: setting(z.boolean().default(false), {
    flag: '--quiet',
    group: 'How to run',
    help: 'No progress and no summary table.',
    must: 'true or false',
  }),
  logLevel: setting(z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('warn'), {
    flag: '--log-level',
    value: 'LEVEL',
    group: 'How to run',
    help: 'Messages of the program itself on standard error, as JSON lines unless it is a terminal: debug, info, warn, error or silent.',
    must: 'debug, info, warn, error or silent',
  }),
};

export const settings = { ...what, ...where, ...way, ...stop, ...liveSettings, ...read, ...keep, ...run };

export type SettingKey = keyof typeof settings;

/** Every setting with its key, in the order of help. */
export const settingList: readonly (readonly [SettingKey, Setting])[] = Object.entries(settings) as [
  SettingKey,
  Setting,
][];

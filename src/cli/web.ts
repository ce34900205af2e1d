/** `dowser web`: a built-in web as a WARC file, with its labels and its seed beside it. */
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type WrittenWeb, writeIslandWarc } from '../app/island-warc.js';
import { Fault, usageFault } from '../kit/fault.js';
import { choice, wholeNumber } from './choice.js';
import { shortPath } from './crawl.js';
import { type Io, programName } from './io.js';
import { grouped } from './progress.js';
import { shellText } from './summary.js';

export interface WebFlags {
  readonly kind: string;
  readonly seed: string;
  readonly pages: string;
  readonly topic: string;
  readonly out?: string;
}

/** Shipped topic → what the generator calls it. */
export const WEB_TOPICS = { 暴雨灾害: 'rainstorm', 台风灾害: 'typhoon', 'flood-warning': 'flood' } as const;
export type WebTopic = keyof typeof WEB_TOPICS;
export const WEB_PAGES = { min: 780, max: 2_000_000 };
export const WEB_SEEDS = { min: 0, max: 4_294_967_295 };

const stem = (path: string): string => path.replace(/\.warc(\.gz)?$/, '');

export interface WebWish {
  readonly seed: number;
  readonly pages: number;
  readonly topic: WebTopic;
}

/** Writes the island web to a new file, and its seed to `.seeds.txt` beside it. @throws {Fault} exit code 2. */
export function writeWeb(path: string, { seed, pages, topic }: WebWish): WrittenWeb {
  if (existsSync(path)) throw usageFault('CLI_BAD_OUT', `--out ${path} is there already; give a new file.`);
  try {
    const written = writeIslandWarc(path, { seed, pages, topic: WEB_TOPICS[topic] });
    writeFileSync(`${stem(path)}.seeds.txt`, `${written.web.seedUrl}\n`);
    return written;
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    const { message } = cause as Error;
    throw usageFault('CLI_BAD_OUT', `--out ${path} cannot be written (${message}).`, cause);
  }
}

/** How many pages the labels say to be about the asked topic. */
export const askedPages = ({ web }: WrittenWeb): ReadonlySet<string> =>
  new Set([...web.labels()].filter(([, label]) => label.topic === web.askedTopic).map(([url]) => url));

export function web(flags: WebFlags, io: Io): number {
  choice('--kind', flags.kind, ['island']);
  const topic = choice('--topic', flags.topic, Object.keys(WEB_TOPICS) as WebTopic[]);
  const seed = wholeNumber('--seed', flags.seed, WEB_SEEDS);
  const pages = wholeNumber('--pages', flags.pages, WEB_PAGES);
  if (flags.out === undefined || !/\.warc(\.gz)?$/.test(flags.out))
    throw usageFault('CLI_NO_OUT', 'Say where the web goes: -o FILE.warc.gz.');
  const written = writeWeb(resolve(io.folder, flags.out), { seed, pages, topic });
  const path = shellText(shortPath(written.warcPath, io.folder));
  io.stdout.write(
    `${path}: ${grouped(pages)} pages, ${grouped(askedPages(written).size)} of them about ${topic}, ${(written.bytes / 1e6).toFixed(1)} MB
${stem(path)}.labels.tsv: what each page is about, for judging only
${stem(path)}.seeds.txt: where to start

Crawl it: ${programName(io)} crawl --web ${path} --seeds ${stem(path)}.seeds.txt --topic ${topic} --max-pages 500
`,
  );
  return 0;
}

/** `dowser web`: a built-in web as a WARC file, with its labels and its seed beside it; or served, see web-serve. */
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { WEB_TOPICS, type WebTopic } from '../app/built-in-web.js';
import { type WrittenWeb, writeIslandWarc } from '../app/island-warc.js';
import { Fault, usageFault } from '../kit/fault.js';
import { choice, wholeNumber } from './choice.js';
import { shortPath } from './crawl.js';
import { type Io, programName } from './io.js';
import { grouped } from './progress.js';
import { shellText } from './summary.js';
import { checkWebFlags, WEB_PAGES, WEB_SEEDS, type WebFlags } from './web-flags.js';

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

export async function web(flags: WebFlags, io: Io): Promise<number> {
  checkWebFlags(flags);
  if (flags.out === undefined) {
    const { serveWeb } = await import('./web-serve.js');
    return await serveWeb(flags, io);
  }
  choice('--kind', flags.kind ?? 'island', ['island']);
  const topic = choice('--topic', flags.topic, Object.keys(WEB_TOPICS) as WebTopic[]);
  const seed = wholeNumber('--seed', flags.seed, WEB_SEEDS);
  const pages = wholeNumber('--pages', flags.pages ?? '3000', WEB_PAGES);
  if (!/\.warc(\.gz)?$/.test(flags.out))
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

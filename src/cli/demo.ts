/** `dowser demo` (and `npm start`): one built-in web, three ways through it, side by side. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { WrittenWeb } from '../app/island-warc.js';
import { flagLayer } from '../app/layer.js';
import { configOf } from '../app/load.js';
import { claimDirectory } from '../app/out.js';
import { harvestReport, readHarvest } from '../report/harvest.js';
import { wholeNumber } from './choice.js';
import { shortPath, watchCrawl } from './crawl.js';
import { type Io, programName } from './io.js';
import { grouped } from './progress.js';
import { writeReport } from './report.js';
import { shellText } from './summary.js';
import { askedPages, writeWeb } from './web.js';
import { WEB_SEEDS } from './web-flags.js';

export interface DemoFlags {
  readonly maxPages: string;
  readonly seed: string;
  readonly out?: string;
}

const TOPIC = '暴雨灾害';
const STRATEGIES = ['breadth-first', 'best-first', 'shark'] as const;
/** Small enough that half a minute shows a difference, large enough for eight islands. */
const PAGES = 1000;
/** Narrow enough for most terminals, wide enough for the plot. */
const WIDTH = 100;

const EXPLAINED = `harvest: share of the fetched pages that the model finds relevant; recall: share of all pages about ${TOPIC}
that were fetched, by the labels of the web
`;

function freshFolder(folder: string): string {
  let number = 1;
  while (existsSync(join(folder, 'crawls', `demo-${number}`))) number++;
  return join(folder, 'crawls', `demo-${number}`);
}

function nextText(folder: string, { web, warcPath }: WrittenWeb, io: Io): string {
  const shark = shellText(shortPath(join(folder, 'shark'), io.folder));
  const path = shellText(shortPath(warcPath, io.folder));
  const program = programName(io);
  return `Try next
  ${program} sql ${shark} "FROM relevant_pages LIMIT 10"
  ${program} sql ${shark} "FROM tunnels"
  ${program} crawl --web ${path} --seed ${web.seedUrl} --topic ${TOPIC} --strategy eq9 --max-pages 500
`;
}

export async function demo(flags: DemoFlags, io: Io): Promise<number> {
  const seed = wholeNumber('--seed', flags.seed, WEB_SEEDS);
  const maxPages = wholeNumber('--max-pages', flags.maxPages, { min: 1, max: PAGES });
  const folder = flags.out === undefined ? freshFolder(io.folder) : resolve(io.folder, flags.out);
  claimDirectory(folder);
  const written = writeWeb(join(folder, 'island.warc.gz'), { seed, pages: PAGES, topic: TOPIC });
  const targets = askedPages(written);
  io.stdout.write(
    `A built-in web of ${grouped(PAGES)} pages on 40 hosts. ${targets.size} pages, on 8 islands with tunnels between them, are about ${TOPIC}.
Three crawls of ${grouped(maxPages)} pages each, from the same seed; none of them sees which pages those are.\n\n`,
  );
  const curves = [];
  for (const strategy of STRATEGIES) {
    const out = join(folder, strategy);
    io.stderr.write(`${strategy}\n`);
    const asked = { topics: [TOPIC], seeds: [written.web.seedUrl], webs: [written.warcPath], strategy, out };
    const end = await watchCrawl(configOf([flagLayer({ ...asked, maxPages })], io.folder), io);
    if (end.exitCode !== 0) return end.exitCode;
    curves.push(await readHarvest({ folder: out, targets }));
  }
  const page = join(folder, 'shark', 'report.html');
  await writeReport(join(folder, 'shark'), page, targets);
  const width = Math.min(WIDTH, io.stdout.columns || WIDTH);
  io.stdout.write(`\n${EXPLAINED}\n${harvestReport(curves, { width })}\n${nextText(folder, written, io)}
Charts of the last one, for a browser: ${shortPath(page, io.folder)}
`);
  return 0;
}

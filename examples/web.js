/** The web that the examples crawl: made up, written into a new folder, so that they need no network. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInWeb } from 'dowser';

/** Crawls of the examples go here. */
export const folder = mkdtempSync(join(tmpdir(), 'dowser-example-'));
export const web = builtInWeb(join(folder, 'web.warc.gz'), { pages: 780 });
/** Where to look and what for. */
export const question = { web: web.file, seed: web.seed, topic: web.topic };

/**
 * How many islands of the topic does a strategy reach? Island webs with seeds FROM to TO, 600 fetches from the home page of the host
 * of island 1, model vsm at its defaults; an island is reached with 3 of its pages. Prints one JSON line.
 *
 *   node dist/bench/crawl/islands.js [FROM] [TO] [STRATEGY…] [--set STRATEGY.NAME=VALUE…]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startCrawl } from '../../src/app/crawl.js';
import { writeIslandWarc } from '../../src/app/island-warc.js';
import { loadConfig } from '../../src/app/load.js';
import { openLog } from '../../src/log/query.js';
import type { IslandWeb } from '../../src/web/island.js';

const BUDGET = 600;
const REACHED = 3;
const TOPIC = '暴雨灾害';

interface Reached {
  /** Islands with REACHED pages or more. */
  readonly islands: number;
  readonly relevant: number;
  readonly pages: number;
}

async function reachedBy(flags: Record<string, unknown>, web: IslandWeb): Promise<Reached> {
  const config = loadConfig({ flags, configFile: undefined, env: {}, folder: process.cwd() });
  const { relevant, pages } = await startCrawl(config);
  const log = await openLog(config.out);
  try {
    const labels = web.labels();
    const count = new Map<number, number>();
    for (const { url } of await log.all("SELECT url FROM pages WHERE kind IN ('page', 'prefetch')")) {
      const island = labels.get(String(url))?.island;
      if (island !== undefined && island > 0) count.set(island, (count.get(island) ?? 0) + 1);
    }
    return { islands: [...count.values()].filter(found => found >= REACHED).length, relevant, pages };
  } finally {
    log.close();
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { set: { type: 'string', multiple: true, default: [] } },
});
const [from = '1', to = '20', ...named] = positionals;
const strategies = named.length > 0 ? named : ['best-first', 'wang-landau'];
const folder = mkdtempSync(join(tmpdir(), 'dowser-islands-'));
const results: Record<string, Reached | number>[] = [];
try {
  for (let seed = Number(from); seed <= Number(to); seed++) {
    const { warcPath, web } = writeIslandWarc(join(folder, `${seed}.warc.gz`), { seed });
    const row: Record<string, Reached | number> = { seed };
    for (const strategy of strategies) {
      const flags = {
        ...{ webs: [warcPath], seeds: [web.seedUrl], topics: [TOPIC], maxPages: BUDGET },
        ...{ strategy, workers: 0, out: join(folder, `${seed}-${strategy}`), links: 'none' },
        set: values.set.filter(setting => setting.startsWith(`${strategy}.`)),
      };
      row[strategy] = await reachedBy(flags, web);
    }
    results.push(row);
    process.stderr.write(`${JSON.stringify(row)}\n`);
    rmSync(warcPath);
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.stdout.write(`${JSON.stringify({ bench: 'crawl islands', budget: BUDGET, results })}\n`);

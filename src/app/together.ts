/** Settings that are each right and wrong together, or that a crawl cannot do without. */
import { usageFault } from '../kit/fault.js';
import type { CrawlConfig } from './config.js';

function repeated(list: readonly string[]): string | undefined {
  return list.find((one, i) => list.indexOf(one) !== i);
}

/** @throws {Fault} exit code 2 with one sentence that says what to write instead. */
export function checkTogether(config: CrawlConfig): void {
  if (config.topics.length === 0)
    throw usageFault(
      'CONFIG_NO_TOPIC',
      'Say what to look for: --topic NAME (`dowser topics` lists them) or --topic FILE.yaml.',
    );
  if (config.seeds.length === 0 && config.seedFiles.length === 0)
    throw usageFault('CONFIG_NO_SEED', 'Say where to start: --seed URL or --seeds FILE.');
  if (config.webs.length === 0)
    throw usageFault(
      'CONFIG_NO_WEB',
      'Say which stored web to crawl: --web FILE.warc.gz (`dowser web` makes one to try).',
    );
  for (const [flag, list] of [
    ['--topic', config.topics],
    ['--web', config.webs],
  ] as const) {
    const twice = repeated(list);
    if (twice !== undefined)
      throw usageFault('CONFIG_CONTRADICTION', `${flag} ${twice} is given twice; once is enough.`);
  }
  if (config.scope === 'page' && config.include.length > 0)
    throw usageFault(
      'CONFIG_CONTRADICTION',
      '--include does nothing with --scope page, which follows no link; widen --scope or leave --include out.',
    );
}

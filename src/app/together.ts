/** Settings that are each right and wrong together, or that a crawl cannot do without. */
import { usageFault } from '../kit/fault.js';
import type { CrawlConfig } from './config.js';
import type { Layer } from './layer.js';
import { LIVE_GROUPS, type Setting } from './setting.js';
import { type SettingKey, settings } from './settings.js';

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
  if (config.webs.length === 0 && config.contact === undefined)
    throw usageFault(
      'CONFIG_NO_CONTACT',
      'Say where the owners of sites can reach you: --contact https://example.org/bot or you@example.org (or crawl a stored web: --web FILE.warc.gz).',
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

/**
 * Refuses settings of the live web that were written for this very crawl of a stored one: as flags, or in the file that
 * names the stored web. Elsewhere (a contact in the environment, say) they wait for crawls to come.
 * @param from Which layer gave each setting.
 */
export function checkIdleOnStored(from: ReadonlyMap<SettingKey, Layer>): void {
  const webFrom = from.get('webs');
  const idle = [...from].find(
    ([key, layer]) =>
      LIVE_GROUPS.includes((settings[key] as Setting).group) && (layer.isFlags || layer === webFrom),
  );
  if (idle === undefined) return;
  const [key, layer] = idle;
  throw usageFault(
    'CONFIG_CONTRADICTION',
    `${layer.spell(key)} does nothing with --web: a stored web is not asked over the network; leave one of the two out.`,
  );
}

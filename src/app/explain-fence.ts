/** Would this address be let in? The fence of a crawl, put up again from its kept settings. */
import { Fault } from '../kit/fault.js';
import { canonical } from '../url/canonical.js';
import { hostOf } from '../url/parts.js';
import { createScope, type FenceReason } from '../url/scope.js';
import { keptConfig } from './kept-config.js';
import { seedsOf } from './seeds.js';

const MEANING: Readonly<Record<FenceReason, string>> = {
  scope: 'it lies outside --scope',
  depth: 'it lies deeper than --max-depth',
  exclude: 'a pattern of --exclude matches it',
  include: 'no pattern of --include matches it',
  'repeated-segments': 'it repeats parts of its path as endless spaces do',
  'path-depth': 'its path has too many parts',
  'url-length': 'it is too long',
  parameters: 'it has too many parameters',
};

export interface FenceAnswer {
  readonly state: 'fenced' | 'waiting' | 'unknown';
  readonly sentence: string;
}

/**
 * Links that meet a fence are only counted unless `--links all`: this makes their reason anew. Undefined when the settings say
 * nothing more. `redirects`: where seeds led; they move the fence.
 */
export function fenceSentence(
  folder: string,
  url: string,
  redirects: readonly string[],
): FenceAnswer | undefined {
  try {
    const { config } = keptConfig(folder, {}, { forgivesSecrets: true });
    const seeds = seedsOf(config);
    if (seeds.includes(url))
      return { state: 'waiting', sentence: 'It is a seed that has not been asked for yet.' };
    const scope = createScope({ ...config, seeds });
    for (const target of redirects) {
      const name = canonical(target, undefined);
      if (name !== undefined) scope.addSeed(name);
    }
    const { reason } = scope.check(url, hostOf(url), 1);
    if (reason !== '')
      return {
        state: 'fenced',
        sentence: `No link to it can enter this crawl: ${MEANING[reason]} (${reason}).`,
      };
    return { state: 'unknown', sentence: knownNothing(config) };
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

function knownNothing({
  links,
  maxDepth,
}: {
  readonly links: string;
  readonly maxDepth?: number | undefined;
}): string {
  const kept = {
    none: 'With --links none the log says nothing of links that were not asked for.',
    admitted: 'Links that the strategy declined are only counted (--links all would have told).',
    all: '',
  }[links];
  const deep = maxDepth === undefined ? '' : ` Links deeper than ${maxDepth} (--max-depth) stay out.`;
  return `The log does not know this address; no fence would keep it out. ${kept ?? ''}${deep}`.trim();
}

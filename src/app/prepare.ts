/**
 * Everything that can be refused is refused here: before the first fetch and before the output directory is touched.
 * Cheap questions come first. What it returns is what a crawl is composed of.
 */
import { isAbsolute } from 'node:path';
import { StoredWeb } from '../archive/stored-web.js';
import type { ModelEntry } from '../contract/model.js';
import type { OptionTable, OptionValues } from '../contract/option.js';
import type { StrategyEntry } from '../contract/strategy.js';
import { createWalk } from '../kernel/wang-landau.js';
import { usageFault } from '../kit/fault.js';
import { loadBackground } from '../text/background.js';
import type { FrequencyTable } from '../text/frequency-table.js';
import { canonical } from '../url/canonical.js';
import { hostOf } from '../url/parts.js';
import { compilePattern } from '../url/pattern.js';
import type { CrawlConfig } from './config.js';
import { checkLive } from './live.js';
import { checkOwn, checkThreads } from './own.js';
import { checkSendable, checkSets, checkWants, modelOf, strategyOf } from './policy.js';
import { seedsOf } from './seeds.js';
import { optionsOf } from './set.js';
import { loadTopics, type Topics } from './topics.js';

export interface Prepared {
  readonly strategy: StrategyEntry;
  readonly strategyOptions: OptionValues<OptionTable>;
  readonly model: ModelEntry;
  readonly modelOptions: OptionValues<OptionTable>;
  /** Relevance from which a page counts as relevant. */
  readonly threshold: number;
  readonly topics: Topics;
  /** Document frequencies that ship with Dowser. */
  readonly frequency: FrequencyTable;
  /** Canonical, none twice. */
  readonly seeds: readonly string[];
  /** Open: whoever gets it closes it. Absent: the live web. */
  readonly web: StoredWeb | undefined;
  /** Some addresses that it holds. */
  readonly sample: readonly string[];
}

const SAMPLE_HOSTS = 3;

/** Addresses that are stored, to be shown to someone whose seeds are not: the shortest of the first hosts. */
class AddressSample {
  readonly #byHost = new Map<string, string>();

  take(address: string | undefined): string | undefined {
    if (address === undefined) return undefined;
    const host = hostOf(address);
    const known = this.#byHost.get(host);
    const isWanted = known === undefined ? this.#byHost.size < SAMPLE_HOSTS : address.length < known.length;
    if (isWanted) this.#byHost.set(host, address);
    return address;
  }

  get addresses(): readonly string[] {
    return [...this.#byHost.values()];
  }
}

function checkPatterns(flag: string, patterns: readonly string[]): void {
  for (const pattern of patterns) {
    try {
      compilePattern(pattern);
    } catch (cause) {
      const { message } = cause as Error;
      throw usageFault('CONFIG_BAD_PATTERN', `${flag}: ${message}`, cause);
    }
  }
}

/** Looks up names, reads files and opens the stored web. @throws {Fault} exit code 2, one sentence. */
export async function prepare(config: CrawlConfig): Promise<Prepared> {
  const { own = {} } = config;
  checkOwn(own);
  checkThreads(own, config.workers);
  const strategy = own.strategy ?? (await strategyOf(config.strategy));
  const model = own.model ?? modelOf(config.model);
  checkSets(config.set, strategy, model);
  checkPatterns('--include', config.include);
  checkPatterns('--exclude', config.exclude);
  const strategyOptions = optionsOf(strategy.name, strategy.options, config.set);
  const modelOptions = optionsOf(model.name, model.options, config.set);
  const threshold = config.relevanceThreshold ?? model.relevantFrom(modelOptions);
  const frequency = loadBackground();
  const topics = loadTopics(config.topics, config.segmenter, frequency);
  checkWants(strategy, {
    ...{ options: strategyOptions, topics: topics.views, threshold },
    kernels: { walk: createWalk },
  });
  if (isAbsolute(config.model))
    checkSendable(model, () => model.prepare(topics.views, { options: modelOptions }));
  const seeds = seedsOf(config);
  const sample = new AddressSample();
  const isLive = config.webs.length === 0;
  if (isLive) await checkLive(config);
  const web = isLive
    ? undefined
    : await StoredWeb.open(config.webs, address => sample.take(canonical(address, undefined)));
  return {
    strategy,
    strategyOptions,
    model,
    modelOptions,
    threshold,
    topics,
    frequency,
    seeds,
    web,
    sample: sample.addresses,
  };
}

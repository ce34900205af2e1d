/** Which strategy and model were asked for: a name of the registry, or the path of somebody's own module. */
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMeasure } from '../contract/measure.js';
import type { ModelEntry } from '../contract/model.js';
import type { Strategy, StrategyContext, StrategyEntry } from '../contract/strategy.js';
import { usageFault } from '../kit/fault.js';
import { didYouMean } from '../kit/nearest.js';
import { randomOf } from '../kit/random.js';
import { moduleDefault } from '../kit/require.js';
import { models, strategies } from './registry.js';
import type { OptionSets } from './set.js';

function named<E extends { readonly name: string }>(
  kind: string,
  flag: string,
  list: readonly E[],
  name: string,
): E {
  const found = list.find(entry => entry.name === name);
  if (found !== undefined) return found;
  const names = list.map(entry => entry.name);
  const hint = didYouMean(name, names) || ` There are ${names.join(', ')}.`;
  throw usageFault(`CONFIG_UNKNOWN_${kind.toUpperCase()}`, `${flag}: no ${kind} is called "${name}".${hint}`);
}

/** A name that --set can speak of. */
export const NAME = /^[a-z][a-z0-9-]*$/i;

const isTable = (value: unknown): boolean => typeof value === 'object' && value !== null;

export function isStrategy(value: unknown): value is StrategyEntry {
  const { name, options, create } = (value ?? {}) as Partial<StrategyEntry>;
  return typeof name === 'string' && NAME.test(name) && isTable(options) && typeof create === 'function';
}

export function isModel(value: unknown): value is ModelEntry {
  const { name, options, relevantFrom, prepare, bind } = (value ?? {}) as Partial<ModelEntry>;
  const isNamed = typeof name === 'string' && NAME.test(name) && isTable(options);
  return isNamed && [relevantFrom, prepare, bind].every(one => typeof one === 'function');
}

async function strategyFrom(path: string): Promise<StrategyEntry> {
  if (!existsSync(path))
    throw usageFault('CONFIG_UNKNOWN_STRATEGY', `--strategy ${path}: there is no such file.`);
  let loaded: { readonly default?: unknown };
  try {
    loaded = (await import(pathToFileURL(path).href)) as typeof loaded;
  } catch (cause) {
    const { message } = cause as Error;
    throw usageFault('CONFIG_BAD_STRATEGY', `--strategy ${path} cannot be loaded: ${message}`, cause);
  }
  if (isStrategy(loaded.default)) return loaded.default;
  throw usageFault(
    'CONFIG_BAD_STRATEGY',
    `--strategy ${path} must export as its default an object with name, options and create, see "Your own strategy" in README.md.`,
  );
}

/** The strategy of a name or full path. @throws {Fault} exit code 2 when there is none. */
export async function strategyOf(name: string): Promise<StrategyEntry> {
  return isAbsolute(name) ? await strategyFrom(name) : named('strategy', '--strategy', strategies, name);
}

function modelFrom(path: string): ModelEntry {
  if (!existsSync(path)) throw usageFault('CONFIG_UNKNOWN_MODEL', `--model ${path}: there is no such file.`);
  let loaded: unknown;
  try {
    loaded = moduleDefault(path);
  } catch (cause) {
    const { message } = cause as Error;
    throw usageFault('CONFIG_BAD_MODEL', `--model ${path} cannot be loaded: ${message}`, cause);
  }
  if (isModel(loaded)) return loaded;
  throw usageFault(
    'CONFIG_BAD_MODEL',
    `--model ${path} must export as its default an object with name, options, relevantFrom, prepare and bind.`,
  );
}

/** The model of a name or full path. @throws {Fault} exit code 2 when there is none. */
export const modelOf = (name: string): ModelEntry =>
  isAbsolute(name) ? modelFrom(name) : named('model', '--model', models, name);

/** Refuses options of something that does not exist. */
export function checkSets(sets: OptionSets, strategy: StrategyEntry, model: ModelEntry): void {
  const known = [strategy, model, ...strategies, ...models].map(entry => entry.name);
  for (const name of Object.keys(sets)) {
    if (!known.includes(name))
      throw usageFault(
        'CONFIG_UNKNOWN_NAME',
        `--set ${name}.…: no strategy or model is called "${name}".${didYouMean(name, known)}`,
      );
  }
}

/**
 * Refuses flags that set options of a strategy or model that does not run: they would do nothing. A file may hold
 * options of several, for crawls to come; a module's own name is not known yet.
 */
export function checkIdleSets(sets: OptionSets, strategy: string, model: string): void {
  if (isAbsolute(strategy) || isAbsolute(model)) return;
  for (const name of Object.keys(sets)) {
    const isIdle = name !== strategy && name !== model;
    if (isIdle && [...strategies, ...models].some(entry => entry.name === name))
      throw usageFault(
        'CONFIG_CONTRADICTION',
        `--set ${name}.… does nothing with --strategy ${strategy} and --model ${model}; choose ${name} or leave it out.`,
      );
  }
}

/**
 * Makes the strategy once, to see that it can be made and wants nothing that no part of this version gives.
 * @throws {Fault} exit code 2
 */
export function checkWants(strategy: StrategyEntry, context: Omit<StrategyContext, 'note' | 'random'>): void {
  let made: Strategy;
  try {
    made = strategy.create({ ...context, random: randomOf(0), note: () => undefined });
  } catch (cause) {
    const { message } = cause as Error;
    throw usageFault('CONFIG_BAD_STRATEGY', `--strategy ${strategy.name} cannot be made: ${message}`, cause);
  }
  if (typeof (made as Partial<Strategy> | null)?.offer !== 'function')
    throw usageFault(
      'CONFIG_BAD_STRATEGY',
      `--strategy ${strategy.name}: create must return an object with offer.`,
    );
  const { measures = [], judges = [] } = made.wants ?? {};
  for (const [kind, names] of [
    ['measure', measures.filter(name => !isMeasure(name))],
    ['judge', judges],
  ] as const) {
    if (names.length === 0) continue;
    throw usageFault(
      'CONFIG_STRATEGY_WANTS',
      `--strategy ${strategy.name} wants the ${kind} "${names[0]}", which this version does not have; choose another strategy.`,
    );
  }
}

/** Somebody's own model must prepare what threads can be sent. @throws {Fault} exit code 2 */
export function checkSendable(model: ModelEntry, make: () => unknown): void {
  try {
    structuredClone(make());
  } catch (cause) {
    const { message } = cause as Error;
    throw usageFault(
      'CONFIG_BAD_MODEL',
      `--model ${model.name}: prepare must return plain data that can be sent to a thread (${message}).`,
      cause,
    );
  }
}

/** Puts the layers on top of each other (flag, environment, file, default) and checks the result with one schema. */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { usageFault } from '../kit/fault.js';
import { didYouMean } from '../kit/nearest.js';
import { type CrawlConfig, configSchema } from './config.js';
import { CONFIG_VARIABLE, environmentLayer, fileLayer, flagLayer, type Layer } from './layer.js';
import { freshDirectory } from './out.js';
import { checkIdleSets } from './policy.js';
import { mergeSets, type OptionSets } from './set.js';
import type { Setting } from './setting.js';
import { type SettingKey, settingList, settings } from './settings.js';
import { checkIdleOnStored, checkTogether } from './together.js';

/** What a crawl was asked for, before any check. */
export interface Asked {
  /** Flags by setting key: text, list of texts or true. */
  readonly flags: Layer['values'];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Path given with --config. */
  readonly configFile?: string | undefined;
  /** Directory that relative paths start from. */
  readonly folder: string;
}

/** A name never has a slash or an ending; a path that has neither is written ./NAME. */
const isPath = (text: string): boolean => /[/\\]|\.(c?js|mjs|ya?ml|json)$/i.test(text);

const NUMBER = /^[+-]?\d{1,20}(\.\d{1,20})?$/;

/** A text from a flag or variable as the type wants it: itself where that is allowed, else the number or truth it says. */
function understood(type: z.ZodType, value: unknown): unknown {
  if (typeof value !== 'string' || type.safeParse(value).success) return value;
  if (NUMBER.test(value)) return Number(value);
  if (value === 'true' || value === 'false') return value === 'true';
  return value;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** One sentence for the first thing that is wrong. */
function complaint(key: SettingKey, path: readonly PropertyKey[], value: unknown, layer?: Layer): string {
  const { must, flag, isSecret = false } = settings[key] as Setting;
  const name = layer?.spell(key) ?? flag;
  if (isSecret) return `${name} must be ${must}.`;
  const [index] = typeof path[0] === 'number' ? [path[0]] : [0];
  const isOne = Array.isArray(value) && (value.length === 1 || path.length > 0);
  const wrong: unknown = isOne ? value[index] : value;
  const choices = must.split(/, | or /).filter(word => /^[a-z]+$/.test(word));
  const hint = typeof wrong === 'string' ? didYouMean(wrong, choices) : '';
  return `${name} must be ${must}, not ${show(wrong)}.${hint}`;
}

interface Merged {
  readonly values: Record<string, unknown>;
  readonly from: ReadonlyMap<SettingKey, Layer>;
}

function merge(layers: readonly Layer[]): Merged {
  const values: Record<string, unknown> = {};
  const from = new Map<SettingKey, Layer>();
  for (const [key, { type }] of settingList) {
    const layer = layers.find(one => one.values[key] !== undefined);
    if (layer === undefined || key === 'set') continue;
    values[key] = understood(type, layer.values[key]);
    from.set(key, layer);
  }
  values['set'] = mergeSets(layers);
  return { values, from };
}

/** Layers as one checked configuration, without a look at the disk. @throws {Fault} exit code 2. */
export function configOf(layers: readonly Layer[], folder: string): CrawlConfig {
  const { values, from } = merge(layers);
  const parsed = configSchema.safeParse(values);
  if (!parsed.success) {
    const [key, ...path] = parsed.error.issues[0]?.path ?? [];
    const known = key as SettingKey;
    throw usageFault('CONFIG_BAD_VALUE', complaint(known, path, values[known], from.get(known)));
  }
  const { workers, out, ...rest } = parsed.data;
  const full = (path: string): string => resolve(folder, path);
  const config = {
    ...rest,
    topics: rest.topics.map(topic => (isPath(topic) ? full(topic) : topic)),
    seedFiles: rest.seedFiles.map(full),
    webs: rest.webs.map(full),
    caFile: rest.caFile === undefined ? undefined : full(rest.caFile),
    model: isPath(rest.model) ? full(rest.model) : rest.model,
    strategy: isPath(rest.strategy) ? full(rest.strategy) : rest.strategy,
    set: rest.set as OptionSets,
    workers: workers ?? Math.max(1, availableParallelism() - 1),
    out: out === undefined ? freshDirectory(rest.topics, rest.strategy, folder) : full(out),
  };
  checkTogether(config);
  if (config.webs.length > 0) checkIdleOnStored(from);
  const flags = layers.filter(layer => layer.isFlags);
  checkIdleSets(mergeSets(flags), config.strategy, config.model);
  return config;
}

/**
 * Settings of a crawl that goes on: those of its flags, and what may hold a password from wherever it comes.
 * @throws {Fault} exit code 2.
 */
export function changesOf(asked: Asked): Partial<CrawlConfig> {
  const file = asked.configFile ?? asked.env[CONFIG_VARIABLE];
  const flags = flagLayer(asked.flags);
  const others = [
    environmentLayer(asked.env),
    ...(file === undefined ? [] : [fileLayer(file, asked.folder)]),
  ];
  return changesFrom(flags, others);
}

/** The same from layers; of `others` only what may hold a password. */
export function changesFrom(flags: Layer, others: readonly Layer[] = []): Partial<CrawlConfig> {
  const changes: Record<string, unknown> = {};
  for (const [key, { type, isSecret = false }] of settingList) {
    const layer = [flags, ...(isSecret ? others : [])].find(one => one.values[key] !== undefined);
    if (layer === undefined) continue;
    const value = understood(type, layer.values[key]);
    const parsed = type.safeParse(value);
    if (!parsed.success)
      throw usageFault('CONFIG_BAD_VALUE', complaint(key, parsed.error.issues[0]?.path ?? [], value, layer));
    changes[key] = parsed.data;
  }
  return changes as Partial<CrawlConfig>;
}

/** Reads all sources. @throws {Fault} exit code 2 with one sentence that says what to write instead. */
export function loadConfig(asked: Asked): CrawlConfig {
  const file = asked.configFile ?? asked.env[CONFIG_VARIABLE];
  const layers = [flagLayer(asked.flags), environmentLayer(asked.env)];
  if (file !== undefined) layers.push(fileLayer(file, asked.folder));
  return configOf(layers, asked.folder);
}

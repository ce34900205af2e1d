/**
 * What a crawl was asked for, kept in its directory for whoever takes it up again: all settings but those that may hold a
 * password, which have to be said again, and what they led to where that lies in files which may change.
 */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { usageFault } from '../kit/fault.js';
import type { CrawlConfig } from './config.js';
import { checkSameOwn, kindsOf, type OwnParts } from './own.js';
import type { Prepared } from './prepare.js';
import type { Setting } from './setting.js';
import { type SettingKey, settingList, settings } from './settings.js';

export const KEPT_FILE = 'crawl.json';
/** A process that was killed may leave it, torn. */
export const TORN_KEPT_FILE = `${KEPT_FILE}.new`;
const VERSION = 1;

/** Settings that decide what has been done so far: with others the same road would lead elsewhere. */
const FIXED: ReadonlySet<string> = new Set<SettingKey>([
  'topics',
  'model',
  'relevanceThreshold',
  'languages',
  'seeds',
  'seedFiles',
  'webs',
  'scope',
  'include',
  'exclude',
  'dropSessionIds',
  'strategy',
  'set',
  'randomSeed',
  'maxDepth',
  'maxRedirects',
  'retries',
  'idf',
  'keep',
  'links',
  'out',
]);

interface Kept {
  readonly version: number;
  readonly config: CrawlConfig;
  /** Settings that have to be said again. */
  readonly secret: readonly SettingKey[];
  /** Of what topics, seeds, strategy and model came to. */
  readonly print: string;
  /** What was an object of the program that began the crawl. */
  readonly own?: readonly (keyof OwnParts)[];
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/** What must be the same when the crawl goes on. */
function printOf({
  topics,
  seeds,
  strategy,
  strategyOptions,
  model,
  modelOptions,
  threshold,
}: Prepared): string {
  const views = topics.views.map(({ name, id, weight }) => [name, [...id], [...weight]]);
  const parts = [views, seeds, strategy.name, strategyOptions, model.name, modelOptions, threshold];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

export function keepConfig(config: CrawlConfig, prepared: Prepared): void {
  const secret = settingList
    .filter(([key, one]) => one.isSecret === true && !isEmpty(config[key]))
    .map(([key]) => key);
  const { own, ...named } = config;
  const open = Object.fromEntries(
    Object.entries(named).filter(([key]) => !secret.includes(key as SettingKey)),
  );
  const kept = { version: VERSION, config: open, secret, print: printOf(prepared), own: kindsOf(own) };
  const path = join(config.out, TORN_KEPT_FILE);
  writeFileSync(path, `${JSON.stringify(kept, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(path, join(config.out, KEPT_FILE));
}

function read(folder: string): Kept {
  try {
    return JSON.parse(readFileSync(join(folder, KEPT_FILE), 'utf8')) as Kept;
  } catch (cause) {
    throw usageFault(
      'RESUME_NO_CRAWL',
      `${folder} holds no crawl that can be taken up again; give the directory of one (--out of dowser crawl).`,
      cause,
    );
  }
}

/**
 * The settings of the crawl in a directory, with those that are changed now on top.
 * @throws {Fault} exit code 2: no crawl there, a setting that cannot change, or a password that is missing.
 */
export function keptConfig(
  folder: string,
  changed: Partial<CrawlConfig>,
  { forgivesSecrets = false } = {},
): { readonly config: CrawlConfig; readonly print: string } {
  const { version, config, secret, print, own = [] } = read(folder);
  if (version !== VERSION)
    throw usageFault(
      'RESUME_VERSION',
      `${folder} was begun by another version of Dowser (its crawl.json says ${version}); use that one.`,
    );
  checkSameOwn(own, config, changed.own);
  const fixed = Object.keys(changed).find(key => FIXED.has(key));
  if (fixed !== undefined)
    throw usageFault(
      'RESUME_FIXED',
      `${settings[fixed as SettingKey].flag} cannot change in the middle of a crawl: leave it out, or start a new crawl.`,
    );
  const missing = secret.find(key => !(key in changed));
  if (missing !== undefined && !forgivesSecrets)
    throw usageFault(
      'RESUME_SECRET',
      `${spelled(missing)} may hold a password and is not kept: give it again.`,
    );
  const blank = Object.fromEntries(secret.map(key => [key, settings[key].type.safeParse(undefined).data]));
  return { config: { ...config, ...blank, ...changed, out: folder }, print };
}

/** Topics, seeds and modules lie in files, which somebody may have changed. @throws {Fault} exit code 2. */
export function checkPrint(prepared: Prepared, print: string): void {
  if (printOf(prepared) === print) return;
  throw usageFault(
    'RESUME_CHANGED',
    'Topic, seeds, strategy or model are not what this crawl began with: put their files back as they were, or start a new crawl.',
  );
}

function spelled(key: SettingKey): string {
  const { flag, hasNoFlag = false } = settings[key] as Setting;
  return hasNoFlag ? `${flag.slice(2)} (of a --config file)` : flag;
}

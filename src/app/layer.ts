/**
 * Where a setting may come from: flags, environment, file. Each source becomes a layer of raw values under the same
 * keys, which can say how its user spelled them, so that a message names the thing that must be changed.
 */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseDocument } from 'yaml';
import { usageFault } from '../kit/fault.js';
import { didYouMean, nearestOf } from '../kit/nearest.js';
import type { Setting } from './setting.js';
import { type SettingKey, settingList, settings } from './settings.js';

export interface Layer {
  /** How the setting is spelled there: `--max-pages`, `DOWSER_MAX_PAGES`, `max-pages in crawl.yaml`. */
  spell(key: SettingKey): string;
  readonly values: Readonly<Partial<Record<SettingKey, unknown>>>;
  /** Written for this very crawl. */
  readonly isFlags?: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = 'DOWSER_';
const MOST_BYTES = 2 ** 20;
/** The setting's name in a file: its flag without the dashes. */
export const fileName = (key: SettingKey): string => settings[key].flag.slice(2);
export const variableName = (key: SettingKey): string =>
  PREFIX + fileName(key).replaceAll('-', '_').toUpperCase();
export const CONFIG_VARIABLE = `${PREFIX}CONFIG`;

const keyByFileName = new Map<string, SettingKey>();
for (const [key, { also = [] }] of settingList) {
  for (const flag of [settings[key].flag, ...also].filter(one => one.startsWith('--')))
    keyByFileName.set(flag.slice(2), key);
}

export const flagLayer = (values: Layer['values']): Layer => ({
  spell: key => settings[key].flag,
  values,
  isFlags: true,
});

/** The setting's name in a program: `maxPages` for `--max-pages`. */
export const optionName = (key: SettingKey): string =>
  fileName(key).replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Settings that only the command line acts on. */
const COMMAND_LINE: readonly SettingKey[] = ['json', 'quiet', 'logLevel'];
/** What a program can set. */
export const optionKeys: readonly SettingKey[] = settingList
  .map(([key]) => key)
  .filter(key => !COMMAND_LINE.includes(key));
const keyByOption = new Map(optionKeys.map(key => [optionName(key), key]));

/** Options of a program. @throws {Fault} exit code 2 for an unknown name. */
export function optionLayer(options: Readonly<Record<string, unknown>>): Layer {
  const values: Partial<Record<SettingKey, unknown>> = {};
  for (const [name, value] of Object.entries(options)) {
    const key = keyByOption.get(name);
    if (key === undefined)
      throw usageFault(
        'CONFIG_UNKNOWN_KEY',
        `There is no option "${name}".${didYouMean(name, keyByOption.keys()) || ' Options are named like the flags of `dowser crawl`, --max-pages as maxPages.'}`,
      );
    values[key] = value;
  }
  return { spell: optionName, values, isFlags: true };
}

const isList = (key: SettingKey): boolean => Array.isArray(settings[key].type.safeParse('x').data);

/** A variable's text, cut into its entries where the setting is a list. */
function entriesOf(key: SettingKey, text: string): unknown {
  if (key !== 'set' && !isList(key)) return text;
  const between = (settings[key] as Setting).isLines ? /\r?\n/ : /\s+/;
  return text.split(between).filter(one => one.trim() !== '');
}

/** Reads the variables of our settings. A variable that nearly has the name of one is a slip, not somebody else's. */
export function environmentLayer(env: Environment): Layer {
  const names = new Map(settingList.map(([key]) => [variableName(key), key]));
  const ends = [...names.keys()].map(name => name.slice(PREFIX.length));
  const values: Partial<Record<SettingKey, unknown>> = {};
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith(PREFIX) || text === undefined || name === CONFIG_VARIABLE) continue;
    const key = names.get(name);
    if (key !== undefined) {
      values[key] = entriesOf(key, text);
      continue;
    }
    const meant = nearestOf(name.slice(PREFIX.length), ends);
    if (meant !== undefined)
      throw usageFault(
        'CONFIG_UNKNOWN_KEY',
        `${name} is no setting of Dowser. Did you mean ${PREFIX}${meant}?`,
      );
  }
  return { spell: variableName, values };
}

function readText(path: string, folder: string): string {
  try {
    if (statSync(resolve(folder, path)).size > MOST_BYTES) throw new Error('it is larger than 1 MiB');
    return readFileSync(resolve(folder, path), 'utf8');
  } catch (cause) {
    const { message } = cause as Error;
    throw usageFault(
      'CONFIG_NO_FILE',
      `--config ${path} cannot be read (${message}); give the path of a YAML or JSON file.`,
      cause,
    );
  }
}

function readMap(path: string, folder: string): Record<string, unknown> {
  const document = parseDocument(readText(path, folder), { prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) {
    const [line = ''] = error.message.split('\n');
    throw usageFault(
      'CONFIG_BAD_FILE',
      `${path} is neither YAML nor JSON: ${line.replace(/:$/, '')}.`,
      error,
    );
  }
  const value: unknown = document.toJS() ?? {};
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw usageFault('CONFIG_BAD_FILE', `${path} must hold settings by name, such as "max-pages: 1000".`);
}

/** Reads a configuration file. @throws {Fault} exit code 2 when it is unreadable or holds an unknown name. */
export function fileLayer(path: string, folder: string): Layer {
  const values: Partial<Record<SettingKey, unknown>> = {};
  for (const [name, value] of Object.entries(readMap(path, folder))) {
    const key = keyByFileName.get(name);
    if (key === undefined) {
      const hint =
        didYouMean(name, keyByFileName.keys()) ||
        ' Names are those of the flags without dashes, see `dowser crawl --help`.';
      throw usageFault('CONFIG_UNKNOWN_KEY', `${path} has an unknown setting "${name}".${hint}`);
    }
    values[key] = value;
  }
  return { spell: key => `${fileName(key)} in ${path}`, values };
}

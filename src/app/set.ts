/** Options of strategies and models: `NAME.OPTION=VALUE` texts and nested maps become one table, then typed values. */
import type { Option, OptionTable, OptionValues } from '../contract/option.js';
import { usageFault } from '../kit/fault.js';
import { didYouMean } from '../kit/nearest.js';
import type { Layer } from './layer.js';

export type OptionValue = string | number | boolean;
/** By name of strategy or model, then by option. */
export type OptionSets = Readonly<Record<string, Readonly<Record<string, OptionValue>>>>;
type Writable = Record<string, Record<string, OptionValue>>;

const SET = /^([^.=\s]+)\.([^.=\s]+)=(.*)$/s;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

function addText(sets: Writable, text: string, spelled: string): void {
  const [, name, option, value] = SET.exec(text) ?? [];
  if (name === undefined || option === undefined || value === undefined)
    throw usageFault(
      'CONFIG_BAD_SET',
      `${spelled} must be NAME.OPTION=VALUE, such as shark.delta=0.4, not "${text}".`,
    );
  const table = Object.hasOwn(sets, name) ? (sets[name] as Record<string, OptionValue>) : {};
  if (Object.hasOwn(table, option) && table[option] !== value)
    throw usageFault(
      'CONFIG_CONTRADICTION',
      `${spelled} gives ${name}.${option} twice; keep one of the two.`,
    );
  sets[name] = { ...table, [option]: value };
}

function addMap(sets: Writable, value: unknown, spelled: string): void {
  const form = `${spelled} must be a map such as {shark: {delta: 0.4}}.`;
  if (typeof value !== 'object' || value === null) throw usageFault('CONFIG_BAD_SET', form);
  for (const [name, options] of Object.entries(value)) {
    if (typeof options !== 'object' || options === null || Array.isArray(options))
      throw usageFault('CONFIG_BAD_SET', form);
    sets[name] = { ...options };
  }
}

/** All layers' options; the first layer that has one wins, option by option. */
export function mergeSets(layers: readonly Layer[]): OptionSets {
  const merged: Writable = {};
  for (const layer of [...layers].reverse()) {
    const given = layer.values.set;
    if (given === undefined) continue;
    const own: Writable = {};
    if (Array.isArray(given)) for (const text of given) addText(own, String(text), layer.spell('set'));
    else addMap(own, given, layer.spell('set'));
    for (const [name, options] of Object.entries(own)) merged[name] = { ...merged[name], ...options };
  }
  return merged;
}

/** What a value of the option must be, as the end of "… must be". */
export function mustBe(option: Option): string {
  if (option.type === 'boolean') return 'true or false';
  if (option.type === 'choice') return `one of ${option.choices.join(', ')}`;
  const kind = option.type === 'integer' ? 'a whole number' : 'a number';
  return `${kind} from ${option.min} to ${option.max}`;
}

/** The same, short enough for a table. */
export function rangeOf(option: Option): string {
  if (option.type === 'boolean') return 'true or false';
  if (option.type === 'choice') return option.choices.join(' or ');
  return `${option.type === 'integer' ? 'whole, ' : ''}${option.min} to ${option.max}`;
}

function typed(option: Option, value: OptionValue): OptionValue | undefined {
  if (option.type === 'choice') return option.choices.find(choice => choice === String(value));
  if (option.type === 'boolean')
    return typeof value === 'boolean' ? value : { true: true, false: false }[String(value)];
  const isNumeric = typeof value === 'number' || (typeof value === 'string' && NUMBER.test(value));
  const number = isNumeric ? Number(value) : Number.NaN;
  const isAllowed =
    number >= option.min && number <= option.max && (option.type === 'number' || Number.isInteger(number));
  return isAllowed ? number : undefined;
}

/** The options of one strategy or model: defaults, replaced by what was set. @throws {Fault} exit code 2. */
export function optionsOf<T extends OptionTable>(name: string, table: T, sets: OptionSets): OptionValues<T> {
  const values: Record<string, OptionValue> = {};
  for (const [key, option] of Object.entries(table)) values[key] = option.default;
  const given = Object.hasOwn(sets, name) ? (sets[name] as Readonly<Record<string, OptionValue>>) : {};
  for (const [key, value] of Object.entries(given)) {
    const option = Object.hasOwn(table, key) ? (table[key] as Option) : undefined;
    if (option === undefined) {
      const known = Object.keys(table);
      const list = known.length === 0 ? 'It has none.' : `It has ${known.join(', ')}.`;
      throw usageFault(
        'CONFIG_UNKNOWN_OPTION',
        `${name} has no option "${key}".${didYouMean(key, known) || ` ${list}`}`,
      );
    }
    const good = typed(option, value);
    if (good === undefined) {
      const hint = option.type === 'choice' ? didYouMean(String(value), option.choices) : '';
      throw usageFault(
        'CONFIG_BAD_VALUE',
        `--set ${name}.${key} must be ${mustBe(option)}, not ${JSON.stringify(value)}.${hint}`,
      );
    }
    values[key] = good;
  }
  return values as OptionValues<T>;
}

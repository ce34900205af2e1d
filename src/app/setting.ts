/**
 * How one setting of a crawl is described: its zod type (what is allowed) and its words (how it is spelled and
 * explained). The command line, the configuration file, the environment, `--help` and the reference are made from it.
 */
import { z } from 'zod';
import { bytesOf, DURATION, millisecondsOf, SIZE } from './unit.js';

export const GROUPS = [
  'What to look for',
  'Where to look',
  'Which way to go',
  'When to stop',
  'How to behave',
  'How to connect',
  'How to read',
  'What to keep',
  'How to run',
] as const;

/** Groups that a crawl of a stored web does not heed. */
export const LIVE_GROUPS: readonly string[] = ['How to behave', 'How to connect'];

export interface SettingWords {
  /** Spelling on the command line, without a value. */
  readonly flag: string;
  /** Other spellings that mean the same. */
  readonly also?: readonly string[];
  /** What stands for the value in help; absent for a switch. */
  readonly value?: string;
  readonly group: (typeof GROUPS)[number];
  /** One sentence, with unit and meaning of the default. */
  readonly help: string;
  /** What the value must be, as the end of "… must be". */
  readonly must: string;
  /** How the default reads when the type has none, or says it in another unit. */
  readonly defaultText?: string;
  /** May hold a password: no message repeats the value. */
  readonly isSecret?: boolean;
  /** No place for it on a command line, where every user of the machine can read it. */
  readonly hasNoFlag?: boolean;
  /** A list whose entries hold spaces: one a line in a variable. */
  readonly isLines?: boolean;
}

export interface Setting<T extends z.ZodType = z.ZodType> extends SettingWords {
  readonly type: T;
}

export const setting = <T extends z.ZodType>(type: T, words: SettingWords): Setting<T> => ({
  type,
  ...words,
});

/** `--no-X` where a switch is on unless told otherwise. */
export const negationOf = ({ flag, value, type }: Setting): readonly string[] =>
  value === undefined && type.safeParse(undefined).data === true ? [`--no-${flag.slice(2)}`] : [];

/** A whole number. */
export const amount = (min: number, max = Number.MAX_SAFE_INTEGER) => z.int().min(min).max(max);

/** A month: longer than that nobody waits. */
const MOST_SECONDS = 2_592_000;

const isSafe = (value: number) => value >= 1 && value <= Number.MAX_SAFE_INTEGER;

/** At least one byte: a whole number, or a text with a unit. */
export const size = () =>
  z
    .union([z.int().min(1), z.string().regex(SIZE)])
    .transform(value => (typeof value === 'number' ? value : (bytesOf(value) ?? Number.NaN)))
    .refine(isSafe);

/** At least one millisecond: a text with a unit, such as 500ms, 30s or 2h. */
export const duration = () =>
  z
    .string()
    .regex(DURATION)
    .transform(value => millisecondsOf(value) ?? Number.NaN)
    .refine(isSafe);

/** Seconds with a fraction, or a text with a unit; becomes milliseconds. `leastMs` = 1 keeps 0 out. */
export const seconds = (leastMs: 0 | 1) =>
  z
    .union([z.number().min(0).max(MOST_SECONDS), z.string().regex(DURATION)])
    .transform(value =>
      typeof value === 'number' ? Math.round(value * 1e6) / 1e3 : (millisecondsOf(value) ?? Number.NaN),
    )
    .refine(ms => ms >= leastMs && ms <= MOST_SECONDS * 1000);

/** Texts by host or origin; one text has entries PLACE=TEXT with white space between them. */
export const places = () =>
  z.union([
    z.record(z.string().min(1), z.string()),
    z
      .string()
      .regex(/^\s*([^\s=]+=\S+\s*)+$/)
      .transform(text => Object.fromEntries(text.trim().split(/\s+/).map(entryOf))),
  ]);

const entryOf = (text: string): readonly [string, string] => {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
};

/** A list; one text alone is a list of one. */
export const list = () =>
  z.union([
    z.array(z.string().min(1)),
    z
      .string()
      .min(1)
      .transform(one => [one]),
  ]);

const TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;

/** Language tags, each entry one or several with commas between them. */
export const tags = () =>
  list()
    .transform(entries => entries.flatMap(entry => entry.split(',').map(tag => tag.trim())))
    .refine(entries => entries.every(tag => TAG.test(tag)));

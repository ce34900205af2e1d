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
  'How to read',
  'What to keep',
  'How to run',
] as const;

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
  /** How the default reads when the type has none. */
  readonly defaultText?: string;
}

export interface Setting<T extends z.ZodType = z.ZodType> extends SettingWords {
  readonly type: T;
}

export const setting = <T extends z.ZodType>(type: T, words: SettingWords): Setting<T> => ({
  type,
  ...words,
});

/** A whole number. */
export const amount = (min: number, max = Number.MAX_SAFE_INTEGER) => z.int().min(min).max(max);

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

/**
 * What did the person ask for? One zod schema made of `settings`, whatever the words came from.
 * A `CrawlConfig` is complete and checked in itself; whether its files and names exist is asked in `preflight`.
 */
import { z } from 'zod';
import type { OwnParts } from './own.js';
import { settings } from './settings.js';

type Shape = { [K in keyof typeof settings]: (typeof settings)[K]['type'] };

const shape = Object.fromEntries(
  Object.entries(settings).map(([key, one]) => [key, one.type.describe(one.help)]),
) as Shape;

/** Unknown keys are an error. */
export const configSchema = z.strictObject(shape);

type Parsed = z.output<typeof configSchema>;

/** A checked configuration. Absent limits are `undefined`: off. */
export type CrawlConfig = Readonly<
  Omit<Parsed, 'workers' | 'out'> & {
    /** Lanes; 0 = one thread. Resolved: never absent. */
    workers: number;
    /** Full path of the output directory. Resolved: never absent. */
    out: string;
    /** What a program handed in as objects; kept nowhere. */
    own?: OwnParts | undefined;
  }
>;

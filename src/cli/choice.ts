/** Values of flags of the smaller commands: whole numbers and choices. */
import { usageFault } from '../kit/fault.js';
import { didYouMean } from '../kit/nearest.js';

export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The number that a text says. @throws {Fault} exit code 2 outside of the range. */
export function wholeNumber(flag: string, text: string, { min, max }: Range): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw usageFault('CLI_BAD_VALUE', `${flag} must be a whole number from ${min} to ${max}, not "${text}".`);
}

/** One of the choices. @throws {Fault} exit code 2, with the nearest one. */
export function choice<C extends string>(flag: string, text: string, choices: readonly C[]): C {
  const found = choices.find(one => one === text);
  if (found !== undefined) return found;
  throw usageFault(
    'CLI_BAD_VALUE',
    `${flag} must be ${choices.join(', ')}, not "${text}".${didYouMean(text, choices)}`,
  );
}

/**
 * How a strategy or model declares its options: plain data, so that the command line, the reference pages and the
 * checks of the configuration are all made from the same lines.
 */

export interface NumberOption {
  readonly type: 'number' | 'integer';
  readonly default: number;
  /** Inclusive bounds. */
  readonly min: number;
  readonly max: number;
  /** One sentence: what it does, with its unit. */
  readonly help: string;
}

export interface BooleanOption {
  readonly type: 'boolean';
  readonly default: boolean;
  readonly help: string;
}

export interface ChoiceOption<C extends string = string> {
  readonly type: 'choice';
  readonly default: C;
  readonly choices: readonly C[];
  readonly help: string;
}

export type Option = NumberOption | BooleanOption | ChoiceOption;
export type OptionTable = Readonly<Record<string, Option>>;

/** The values that a table of options yields, typed option by option. */
export type OptionValues<T extends OptionTable> = {
  readonly [K in keyof T]: T[K] extends NumberOption
    ? number
    : T[K] extends BooleanOption
      ? boolean
      : T[K] extends ChoiceOption<infer C>
        ? C
        : never;
};

/** The default of every option of a table. */
export function defaultsOf<T extends OptionTable>(table: T): OptionValues<T> {
  return Object.fromEntries(
    Object.entries(table).map(([name, option]) => [name, option.default]),
  ) as OptionValues<T>;
}

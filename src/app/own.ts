/** Strategy and model that a program hands in as objects: they live in that program, so no file of the crawl can bring them back. */
import type { ModelEntry } from '../contract/model.js';
import type { StrategyEntry } from '../contract/strategy.js';
import { usageFault } from '../kit/fault.js';
import { isModel, isStrategy, NAME } from './policy.js';
import { models, strategies } from './registry.js';

export interface OwnParts {
  readonly strategy?: StrategyEntry;
  readonly model?: ModelEntry;
}

type Kind = keyof OwnParts;

function checkName(kind: Kind, name: string): void {
  if (!NAME.test(name))
    throw usageFault(
      'CONFIG_BAD_NAME',
      `The ${kind}'s name must be letters, digits and dashes, not "${name}".`,
    );
  if ([...strategies, ...models].some(entry => entry.name === name))
    throw usageFault(
      'CONFIG_BAD_NAME',
      `The ${kind} "${name}" comes with Dowser: name it as a text, or call your own something else.`,
    );
}

/** @throws {Fault} exit code 2: not a strategy, not a model, a name that is taken. */
export function checkOwn({ strategy, model }: OwnParts): void {
  if (strategy !== undefined) {
    if (!isStrategy(strategy))
      throw usageFault(
        'CONFIG_BAD_STRATEGY',
        'strategy must be a name, a path, or an object with name, options and create.',
      );
    checkName('strategy', strategy.name);
  }
  if (model === undefined) return;
  if (!isModel(model))
    throw usageFault(
      'CONFIG_BAD_MODEL',
      'model must be a name, a path, or an object with name, options, relevantFrom, prepare and bind.',
    );
  checkName('model', model.name);
}

/** Functions do not cross threads. @throws {Fault} exit code 2. */
export function checkThreads({ model }: OwnParts, workers: number): void {
  if (model === undefined || workers === 0) return;
  throw usageFault(
    'CONFIG_CONTRADICTION',
    `The model "${model.name}" is an object of this thread: leave workers out, or put the model into a module of its own and give its path.`,
  );
}

/** Which parts of a crawl were objects, for whoever takes it up again. */
export const kindsOf = (own: OwnParts = {}): readonly Kind[] =>
  (['strategy', 'model'] as const).filter(kind => own[kind] !== undefined);

/** @throws {Fault} exit code 2 when the crawl began with other objects than those that are there now. */
export function checkSameOwn(
  kept: readonly Kind[],
  names: Readonly<Record<Kind, string>>,
  own: OwnParts = {},
): void {
  for (const kind of kept) {
    if (own[kind] !== undefined) continue;
    throw usageFault(
      'RESUME_OWN',
      `The ${kind} "${names[kind]}" of this crawl was an object of a program: hand it in again, as in resume(folder, { ${kind} }).`,
    );
  }
  const extra = kindsOf(own).find(kind => !kept.includes(kind));
  if (extra === undefined) return;
  throw usageFault(
    'RESUME_FIXED',
    `The ${extra} of this crawl is "${names[extra]}" and cannot change in the middle of it: leave ${extra} out.`,
  );
}

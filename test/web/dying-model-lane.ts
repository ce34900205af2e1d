/**
 * The product's lane with one more model, which ends its thread as the page's length says: by exit, by throw in a
 * callback, or by never coming back. What hangs in the judging of a page hangs in a lane as it would in real life.
 */
import { models } from '../../models/index.js';
import type { ModelEntry } from '../../src/contract/model.js';
import runLane from '../../workers/lane.js';

/** How many words a page has to have for each way to die. */
export const DEATH = { exit: 1013, throw: 1017, hang: 1019 } as const;

const dying = {
  ...(models[0] as ModelEntry),
  name: 'dying',
  bind: () => ({
    score({ kind, all }, _, out) {
      if (kind === 'page' && all.total === DEATH.exit) process.exit(3);
      if (kind === 'page' && all.total === DEATH.throw)
        setImmediate(() => {
          throw new Error('a callback that throws');
        });
      while (kind === 'page' && all.total === DEATH.hang);
      out.fill(0);
    },
  }),
} satisfies ModelEntry;
(models as ModelEntry[]).push(dying);

export default runLane;

/** The relevance models. One import and one line each; lanes find their model here by name. */
import type { ModelEntry } from '../src/contract/model.js';
import { vsm } from './vsm.js';

export const models: readonly ModelEntry[] = [vsm as unknown as ModelEntry];

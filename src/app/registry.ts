/** The one list of strategies and models: help, reference, checks and laws all read it. One import and one line each. */
import type { ModelEntry } from '../contract/model.js';
import type { StrategyEntry } from '../contract/strategy.js';

export const strategies: readonly StrategyEntry[] = [];

export const models: readonly ModelEntry[] = [];

/** The one list of strategies and models: help, reference, checks and laws all read it. One import and one line each. */
import type { StrategyEntry } from '../contract/strategy.js';
import { annealing } from '../strategy/annealing.js';
import { bestFirst } from '../strategy/best-first.js';
import { breadthFirst } from '../strategy/breadth-first.js';
import { eq9 } from '../strategy/eq9.js';
import { shark } from '../strategy/shark.js';
import { wangLandau } from '../strategy/wang-landau/wang-landau.js';

export const strategies: readonly StrategyEntry[] = [
  breadthFirst,
  bestFirst,
  shark,
  eq9,
  annealing,
  wangLandau,
];

export { models } from '../../models/index.js';

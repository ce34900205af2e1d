import { test } from 'node:test';
import { runSchedules } from '../../fuzz/schedule.js';

/** Environment variables, for mutants: which schedules. */
const { DOWSER_SCHEDULES_FROM: from = '1', DOWSER_SCHEDULES: count = '1000' } = process.env;

test('whatever kills, cuts off, stops or fills up a crawl, once resumed it has lost nothing and done nothing twice', async () => {
  await runSchedules(Number(from), Number(count));
});

import { test } from 'node:test';
import { runSchedules } from '../../fuzz/schedule.js';

test('whatever kills, cuts off, stops or fills up a crawl, once resumed it has lost nothing and done nothing twice', async () => {
  await runSchedules(1, 5000);
});

import { test } from 'node:test';
import { runSchedules } from '../../fuzz/schedule.js';

/** A file of its own, so that two run at once. */
test('nor has it under another five thousand schedules', async () => {
  await runSchedules(5001, 5000);
});

/** An adopted page was told by a new lane that it needs robots.txt, and forgot that it had been prefetched. */
test('nor under those that broke a law once, beyond the first ten thousand', async () => {
  await runSchedules(15286, 1);
});

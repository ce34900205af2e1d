import { test } from 'node:test';
import { runSchedules } from '../../fuzz/schedule.js';

/** A file of its own, so that two run at once. */
test('nor has it under another five thousand schedules', async () => {
  await runSchedules(5001, 5000);
});

/**
 * Runs schedules of kills until one breaks a law: `node dist/test/fuzz/schedule.js [from] [count]`. The unit tests do the first
 * ones. A seed that breaks one is run again alone by `… SEED 1`.
 */
import { fileURLToPath } from 'node:url';
import { runSchedule, type Told } from '../web/schedule.js';

/** @throws {Error} that names the seed; `cause` says which law. */
export async function runSchedules(from: number, count: number, tell?: (told: Told) => void): Promise<void> {
  for (let seed = from; seed < from + count; seed++) {
    try {
      const told = await runSchedule(seed);
      tell?.(told);
    } catch (cause) {
      throw new Error(`Schedule ${seed}: ${(cause as Error).message}`, { cause });
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [from = 1, count = 10_000] = process.argv.slice(2).map(Number);
  const sums = { schedules: 0, pages: 0, processes: 0, steps: 0 };
  await runSchedules(from, count, ({ pages, processes, steps }) => {
    sums.schedules++;
    sums.pages += pages;
    sums.processes += processes;
    sums.steps += steps;
  });
  process.stdout.write(`${JSON.stringify({ from, ...sums })}\n`);
}

/**
 * Preloaded in front of the command line, and so in each of its threads: ends lanes from outside, at whatever instruction they
 * are. `DOWSER_LANE_DEATHS`: how many; `DOWSER_LANE_MS`: so long after the one before, on average, from the first lane on.
 */
import { BroadcastChannel, isMainThread, threadId, type Worker } from 'node:worker_threads';

const CHANNEL = 'dowser-lane-killer';

function killLanes(deaths: number, everyMs: number): void {
  const thread = new Map<number, Worker>();
  const lanes: number[] = [];
  process.on('worker', worker => void thread.set(worker.threadId, worker));
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = message => void lanes.push((message as { data: number }).data);
  channel.unref();
  let left = deaths;
  const killOne = (): void => {
    const lane = lanes.splice(Math.floor(Math.random() * lanes.length), 1)[0];
    if (lane !== undefined && left-- > 0) void thread.get(lane)?.terminate();
    if (left > 0) setTimeout(killOne, 2 * everyMs * Math.random()).unref();
  };
  setTimeout(killOne, everyMs).unref();
}

/** The log's thread is left alone: it is no lane. */
function announce(): void {
  if (process.argv[1]?.includes('piscina') !== true) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(threadId);
  channel.close();
}

if (isMainThread)
  killLanes(Number(process.env['DOWSER_LANE_DEATHS'] ?? 0), Number(process.env['DOWSER_LANE_MS'] ?? 100));
else announce();

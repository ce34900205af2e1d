/** One variant of the engine's bench in a thread of its own: mixed in one thread, none would be compiled for what it does. */
import { parentPort, workerData } from 'node:worker_threads';
import { openBench, type Switches } from '../room/engine.js';

const { pages, on } = workerData as { readonly pages: number; readonly on: Switches };
const bench = openBench(pages, on);
parentPort?.on('message', () => void bench.round().then(cost => parentPort?.postMessage(cost)));

/** One variant of the engine's bench in a thread of its own: mixed in one thread, none would be compiled for what it does. */
import { parentPort, workerData } from 'node:worker_threads';
import { costOf, pagesOf, readingsOf, type Switches } from '../room/engine.js';

const { pages, on } = workerData as { readonly pages: number; readonly on: Switches };
const packets = pagesOf(pages);
const readings = readingsOf(packets);
const answer = async (): Promise<void> => parentPort?.postMessage(await costOf(packets, readings, on));
parentPort?.on('message', () => void answer());

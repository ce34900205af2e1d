/** Entry of the log's thread: one a crawl, for its whole life. */
import { parentPort, workerData } from 'node:worker_threads';
import { type LogStart, serveLog } from '../src/log/serve.js';

if (parentPort === null) throw new Error('workers/log.js runs as a thread of a crawl only.');
serveLog(parentPort, workerData as LogStart);

/** Entry of the trainer: one thread a crawl that wants measures of the link graph, started with the first of them. */
import { parentPort } from 'node:worker_threads';
import { computeAll, type MeasureTask } from '../src/graph/measure.js';

if (parentPort === null) throw new Error('workers/train.js runs as a thread of a crawl only.');
const port = parentPort;
port.on('message', (task: MeasureTask) => {
  const values = computeAll(task);
  port.postMessage(
    values,
    values.map(value => value.buffer as ArrayBuffer),
  );
});

/** The other side of "a worker and the main thread agree": binds what was prepared on main and scores the same texts. */
import { parentPort, workerData } from 'node:worker_threads';
import { models } from '../../models/index.js';
import type { ModelEntry, TermVector } from '../../src/contract/model.js';
import { FrequencyTable } from '../../src/text/frequency-table.js';

interface Task {
  readonly name: string;
  readonly prepared: unknown;
  readonly handle: SharedArrayBuffer;
  readonly topics: number;
  readonly texts: readonly TermVector[];
}

const task = workerData as Task;
const entry = models.find(one => one.name === task.name) as ModelEntry;
const scorer = entry.bind(task.prepared, FrequencyTable.attach(task.handle));
const answers = task.texts.map(all => {
  const out = new Float64Array(task.topics);
  scorer.score({ kind: 'page', all, title: all, anchors: all, body: all }, 0, out);
  return [...out];
});
parentPort?.postMessage(answers);

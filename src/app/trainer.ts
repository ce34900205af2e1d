/**
 * Who computes measures of the link graph? A thread of its own, so that main decides on meanwhile; with `--workers 0`, and where that
 * thread fails, this one: the values are the same.
 */
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { computeAll, type MeasureTask } from '../graph/measure.js';
import type { Trainer } from '../graph/versions.js';

const filename = fileURLToPath(new URL('../../workers/train.js', import.meta.url));

type Values = readonly Float64Array[];

class ThreadTrainer implements Trainer {
  #worker: Worker | undefined;
  /** Of the task under way. */
  #onValues: ((values: Values) => void) | undefined;
  #onFailure: (() => void) | undefined;

  compute(task: MeasureTask): Promise<Values> {
    return new Promise((resolve, reject) => {
      this.#onValues = resolve;
      this.#onFailure = () => {
        try {
          resolve(computeAll(task));
        } catch (error) {
          reject(error as Error);
        }
      };
      this.#worker ??= this.#start();
      // Whoever waits for the values must not see the process end before.
      this.#worker.ref();
      // What it reads is shared; only the version before is copied.
      this.#worker.postMessage(task);
    });
  }

  async close(): Promise<void> {
    this.#onFailure = undefined;
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(filename, { name: 'trainer' });
    worker.on('message', (values: Values) => {
      worker.unref();
      this.#onFailure = undefined;
      this.#onValues?.(values);
    });
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      this.#worker = undefined;
      this.#onFailure?.();
    });
    return worker;
  }
}

const inlineTrainer: Trainer = {
  compute: task => Promise.resolve(computeAll(task)),
  close: () => Promise.resolve(),
};

export const trainerOf = (workers: number): Trainer => (workers === 0 ? inlineTrainer : new ThreadTrainer());

/** A lane that costs nothing: answers each order of visits with as many pages made beforehand, in one message. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { LaneAnswer, LaneOrder } from '../../src/contract/lane.js';
import { pagesOf } from './engine-pages.js';

const { pages } = workerData as { readonly pages: number };
const packets = pagesOf(pages);

function serve(port: MessagePort): void {
  let next = 0;
  port.on('message', (order: LaneOrder) => {
    if (order.kind !== 'visits') {
      port.close();
      return;
    }
    const first = next;
    next += order.visits.length;
    port.postMessage({ packets: packets.slice(first, next) } satisfies LaneAnswer);
  });
}

parentPort?.on('message', serve);

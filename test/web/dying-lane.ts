/** A lane that reads nothing and dies as its addresses say: by exit, by throw, or by never coming back. The handle of its frequencies is the version. */
import type { LaneOrder, LaneTask } from '../../src/contract/lane.js';
import { PULSE } from '../../src/contract/lane.js';
import { packReading } from '../../src/contract/packet.js';
import { blankReading, type Visit } from '../../src/contract/visit.js';

export default function runLane({ port, pulse, shape }: LaneTask): Promise<void> {
  let version = 0;
  const read = (visit: Visit): void => {
    Atomics.store(pulse, PULSE.slot, visit.slot + 1);
    Atomics.add(pulse, PULSE.count, 1);
    if (visit.url.includes('exit')) process.exit(3);
    if (visit.url.includes('throw')) throw new Error('a lane that throws');
    while (visit.url.includes('hang'));
    const reading = { ...blankReading(visit.slot, 1), outcome: 200, title: visit.url, version };
    port.postMessage({ packets: [packReading(reading, shape)] });
    Atomics.store(pulse, PULSE.slot, 0);
  };
  return new Promise((resolve, reject) => {
    port.on('message', (order: LaneOrder) => {
      try {
        if (order.kind === 'visits') order.visits.forEach(read);
        else if (order.kind === 'frequency') version = order.handle as number;
        else if (order.kind === 'end') {
          port.close();
          resolve();
        }
      } catch (error) {
        port.close();
        reject(error as Error);
      }
    });
  });
}

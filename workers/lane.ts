/**
 * A lane: one long-lived Piscina task. Visits come from a port in batches, readings go back in batches, and a pulse in
 * shared memory tells main which page is being read.
 */
import { type LaneAnswer, type LaneOrder, type LaneTask, PULSE } from '../src/contract/lane.js';
import { type Packet, packReading } from '../src/contract/packet.js';
import type { Visit } from '../src/contract/visit.js';
import type { SeenHandle } from '../src/kernel/seen.js';
import { systemClock } from '../src/kit/clock.js';
import { type LaneSetup, type OpenLane, openLane } from './lane-setup.js';

/** Readings are sent together as long as nobody has waited this long for the first of them. */
const BATCH_MS = 1;

/** Main waits for the end of the port, also of a lane that could not be opened. */
function openOrClose(port: LaneTask['port'], setup: LaneSetup, number: number): OpenLane {
  try {
    return openLane(setup, number);
  } catch (error) {
    port.close();
    throw error;
  }
}

/** Resolves when main says so; rejects on any fault of ours, and main replaces the lane. */
export default function runLane({ port, pulse, number, shape, setup }: LaneTask): Promise<void> {
  const lane = openOrClose(port, setup as LaneSetup, number);
  const send = (packets: readonly Packet[]): void => port.postMessage({ packets } satisfies LaneAnswer);
  const readAll = (visits: readonly Visit[]): void => {
    let packets: Packet[] = [];
    let since = systemClock.tick();
    for (const visit of visits) {
      Atomics.store(pulse, PULSE.slot, visit.slot + 1);
      Atomics.add(pulse, PULSE.count, 1);
      packets.push(packReading(lane.reader.read(visit), shape));
      Atomics.store(pulse, PULSE.slot, 0);
      if (systemClock.tick() - since < BATCH_MS) continue;
      send(packets);
      packets = [];
      since = systemClock.tick();
    }
    if (packets.length > 0) send(packets);
  };
  return new Promise((resolve, reject) => {
    port.on('message', (order: LaneOrder) => {
      try {
        switch (order.kind) {
          case 'visits':
            readAll(order.visits);
            break;
          case 'seen':
            lane.moveSeen(order.handle as SeenHandle);
            break;
          case 'frequency':
            lane.renew(order.handle as LaneSetup['frequency']);
            break;
          case 'end':
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

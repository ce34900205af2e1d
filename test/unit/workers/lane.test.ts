import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { type LaneAnswer, type LaneOrder, PULSE } from '../../../src/contract/lane.js';
import { unpackReading } from '../../../src/contract/packet.js';
import type { Reading } from '../../../src/contract/visit.js';
import { Answers, LiveReader, openLiveLanes } from '../../../src/engine/live-reader.js';
import { hostOf } from '../../../src/url/parts.js';
import runLane from '../../../workers/lane.js';
import type { LaneSetup } from '../../../workers/lane-setup.js';
import { DEATH } from '../../web/dying-model-lane.js';
import { endOf, type LiveChoice, liveSetup, visitOf } from '../../web/live-lane.js';
import { answer, rawServer, type Say } from '../../web/raw-server.js';

const page = (body: string): Buffer => answer(body, 'Content-Type: text/html\r\n');
const later =
  (bytes: Buffer, ms: number): Say =>
  socket =>
    setTimeout(() => socket.end(bytes), ms);

/** A lane on this very thread, and what it posts. */
function laneHere(t: TestContext, choice: LiveChoice = {}) {
  const setup = liveSetup(choice);
  const { port1, port2 } = new MessageChannel();
  const pulse = new Int32Array(new SharedArrayBuffer(4 * PULSE.length));
  const answers: LaneAnswer[] = [];
  port1.on('message', (message: LaneAnswer) => answers.push(message));
  t.after(() => port1.close());
  const done = runLane({ port: port2, pulse, number: 1, shape: setup.shape, setup });
  return {
    done,
    pulse,
    answers,
    send: (order: LaneOrder) => port1.postMessage(order),
    readings: () =>
      answers.flatMap(({ packets }) => packets.map(packet => unpackReading(packet, setup.shape))),
  };
}

async function until(isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 300 && !isSo(); i++) await sleep(10);
  assert.ok(isSo());
}

test('visits of a lane are under way together, and each is answered as it comes', async t => {
  const server = await rawServer(t, { '/slow': later(page('slow'), 300), '*': page('quick') });
  const lane = laneHere(t);
  const visits = ['/slow', '/1', '/2', '/3'].map((path, slot) => visitOf(server.origin + path, { slot }));
  lane.send({ kind: 'visits', visits });
  await until(() => lane.readings().length === 4);
  assert.equal(lane.readings()[3]?.slot, 0);
  assert.deepEqual([...lane.pulse], [0, 4]);
  lane.send({ kind: 'end' });
  await lane.done;
});

test('a lane ends at once, and says nothing more of what was under way', async t => {
  const server = await rawServer(t, { '/hang': () => undefined, '*': page('x') });
  const lane = laneHere(t);
  const visits = ['/hang', '/1'].map((path, slot) => visitOf(server.origin + path, { slot }));
  lane.send({ kind: 'visits', visits });
  await until(() => lane.readings().length === 1);
  const before = performance.now();
  lane.send({ kind: 'end' });
  await lane.done;
  assert.ok(performance.now() - before < 2000);
  await sleep(50);
  assert.deepEqual(
    lane.readings().map(({ slot }) => slot),
    [1],
  );
});

test('main hears of a request when it leaves, where it wants to', async t => {
  const server = await rawServer(t, { '/': later(page('x'), 200) });
  const quiet = laneHere(t);
  const lane = laneHere(t, { tellsSends: true });
  for (const each of [quiet, lane]) each.send({ kind: 'visits', visits: [visitOf(`${server.origin}/`)] });
  await until(() => lane.answers.length > 0);
  const [first] = lane.answers;
  assert.deepEqual([first?.packets.length, first?.sent?.length, first?.sent?.[0]?.slot], [0, 1, 7]);
  await until(() => lane.readings().length === 1 && quiet.readings().length === 1);
  assert.equal(first?.sent?.[0]?.atMs, lane.readings()[0]?.sentAtMs);
  assert.ok(quiet.answers.every(({ sent }) => sent === undefined));
});

test('a lane that cannot be opened says so and closes its port', async t => {
  const lane = laneHere(t, { fetch: { proxy: 'nonsense' } });
  await assert.rejects(lane.done, { exitCode: 2 });
});

/** Reads addresses in lanes whose model dies; answers with slot and end of each. */
async function readDying(t: TestContext, bodies: readonly string[]) {
  const says = Object.fromEntries(bodies.map((body, i) => [`/${i}`, page(body)]));
  const server = await rawServer(t, { ...says, '/slow': later(page('slow'), 400) });
  const setup: LaneSetup = liveSetup({ lane: { model: 'dying' } });
  const answers = new Answers();
  const sentences: string[] = [];
  const filename = fileURLToPath(new URL('../../web/dying-model-lane.js', import.meta.url));
  const onReplaced = (sentence: string) => sentences.push(sentence);
  const options = { filename, lanes: 1, watchMs: 1000, setup, shape: setup.shape, topicCount: 1, onReplaced };
  const { seats, crew } = openLiveLanes(options, answers);
  const reader = new LiveReader({ seats, answers, hostOf, now: Date.now, close: () => crew.close() });
  t.after(() => reader.close());
  const paths = [...bodies.keys(), 'slow'];
  for (const [slot, path] of paths.entries()) reader.assign(visitOf(`${server.origin}/${path}`, { slot }));
  const ends: string[] = [];
  for (const _ of paths) {
    const reading = (await reader.next(Date.now() + 10_000)) as Reading;
    ends[reading.slot] = endOf(reading);
  }
  return { ends, sentences };
}

const words = (count: number): string => 'flood '.repeat(count);

for (const death of ['exit', 'hang'] as const)
  test(`a page that makes its lane ${death} is the one to blame, and what else was under way is free`, async t => {
    const { ends, sentences } = await readDying(t, [words(DEATH[death])]);
    assert.deepEqual(ends, ['WorkerDied', 'freed']);
    assert.equal(sentences.length, 1);
  });

test('a callback that throws ends its lane, and nothing waits for ever', async t => {
  const { ends, sentences } = await readDying(t, [words(DEATH.throw)]);
  assert.equal(ends[1], 'freed');
  assert.equal(sentences.length, 1);
});

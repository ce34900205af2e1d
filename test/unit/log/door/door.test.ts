import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../../../../src/kit/fault.js';
import { askLog } from '../../../../src/log/ask.js';
import { questionFrame } from '../../../../src/log/door/frame.js';
import { openSink } from '../../../../src/log/sink.js';
import { newFolder } from '../logs.js';
import { ask, knock, openDoor, putPages, said } from './doors.js';

const COUNT = 'SELECT count(*)::INT FROM pages';

test('nobody but its user may pass, and it goes with the crawl', async t => {
  const { folder, sink } = await openDoor(t, 1);
  assert.equal(statSync(join(folder, 'door')).mode & 0o777, 0o700);
  assert.equal(statSync(join(folder, 'door', 'socket')).mode & 0o777, 0o600);
  await sink.close();
  assert.deepEqual(readdirSync(folder), ['crawl.duckdb']);
});

test('a long path, and what a dead process left, are no obstacle', async t => {
  const folder = join(newFolder(t), 'a'.repeat(120), '暴'.repeat(30));
  mkdirSync(join(folder, 'door'), { recursive: true, mode: 0o777 });
  writeFileSync(join(folder, 'door', 'socket'), 'left');
  const sink = await openSink({ folder });
  putPages(sink, 1, 7);
  await sink.flush();
  assert.equal(statSync(join(folder, 'door')).mode & 0o777, 0o700);
  const log = await askLog(folder);
  assert.deepEqual(await ask(log, COUNT), [[7]]);
  await sink.close();
  assert.deepEqual(await ask(log, COUNT), [[7]]);
  log.close();
});

test('a folder that leads elsewhere is not entered; the log is written without a door', async t => {
  const [folder, elsewhere] = [newFolder(t), newFolder(t)];
  symlinkSync(elsewhere, join(folder, 'door'));
  const sink = await openSink({ folder });
  putPages(sink, 1, 2);
  await sink.close();
  assert.deepEqual(readdirSync(elsewhere), []);
  const log = await askLog(folder);
  assert.deepEqual(await ask(log, COUNT), [[2]]);
  log.close();
});

test('garbage, half questions, silence and those who leave or never read disturb nobody', async t => {
  const { folder, sink, log } = await openDoor(t, 2000, { mostAskingMs: 1500, mostMs: 3000 });
  const garbage = await knock(folder);
  garbage.write('GET /pages HTTP/1.1\r\nHost: a\r\n\r\n');
  assert.deepEqual(await said(garbage), ['DOOR_QUESTION']);
  const other = await knock(folder);
  other.write(Buffer.concat([Buffer.from([4, 0, 0, 0]), Buffer.from('what')]));
  assert.deepEqual(await said(other), ['DOOR_QUESTION']);
  const half = await knock(folder);
  half.write(questionFrame(COUNT).subarray(0, 20));
  const silent = await knock(folder);
  assert.deepEqual(await Promise.all([said(half), said(silent)]), [[], []]);
  const twice = await knock(folder);
  twice.write(Buffer.concat([questionFrame(COUNT), questionFrame(COUNT)]));
  assert.deepEqual(await said(twice), ['head', 'rows', 'end'], 'one question a connection');

  const leaving = await knock(folder);
  leaving.write(questionFrame('FROM range(100000000)'));
  await once(leaving, 'data');
  leaving.destroy();
  assert.deepEqual(await ask(log, COUNT), [[2000]], 'the next one does not wait for one who left');

  const deaf = await knock(folder);
  deaf.pause();
  deaf.write(questionFrame('FROM range(100000000)'));
  await sleep(100);
  putPages(sink, 2001, 2500);
  await sink.flush();
  assert.deepEqual(
    await ask(log, COUNT),
    [[2500]],
    'nor longer than a statement may take for one who is deaf',
  );
  deaf.destroy();
});

test('those who are too many are told so', async t => {
  const { folder, log } = await openDoor(t, 3, { mostClients: 2 });
  const first = await Promise.all([knock(folder), knock(folder)]);
  const third = await knock(folder);
  assert.deepEqual(await said(third), ['DOOR_BUSY']);
  await assert.rejects(
    ask(log, COUNT),
    (error: unknown) => error instanceof Fault && error.code === 'DOOR_BUSY',
  );
  for (const socket of first) socket.destroy();
  await Promise.all(first.map(socket => socket.closed || once(socket, 'close')));
  await sleep(50);
  assert.deepEqual(await ask(log, COUNT), [[3]]);
});

test('a log that ends while it is asked ends soon; who waits is told, and finds the file', async t => {
  const { folder, sink, log } = await openDoor(t, 4);
  const endless = await log.query('FROM range(1000000000)');
  const waiting = await askLog(folder);
  t.after(() => waiting.close());
  const next = ask(waiting, COUNT);
  await sleep(100);
  await sink.close();
  assert.equal(existsSync(join(folder, 'door')), false);
  await assert.rejects(
    async () => {
      for await (const rows of endless.rows()) assert.ok(rows.length > 0);
    },
    (error: unknown) => error instanceof Fault && error.code === 'DOOR_CLOSING',
  );
  assert.deepEqual(await next, [[4]]);
  assert.equal(waiting.isRunning, false);
});

test('a statement that its asker stops ends, and the prompt goes on', async t => {
  const { log } = await openDoor(t, 3);
  const running = ask(
    log,
    'SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range * b.range = 7',
  );
  setTimeout(() => log.interrupt(), 200);
  await assert.rejects(running, /^Error: INTERRUPT|INTERRUPT Error: Interrupted!/);
  assert.deepEqual(await ask(log, COUNT), [[3]]);
});

test('what answers at the door in another way is a fault of the question; once it has gone the file is asked', async t => {
  const folder = newFolder(t);
  const sink = await openSink({ folder });
  putPages(sink, 1, 6);
  await sink.close();
  mkdirSync(join(folder, 'door'));
  const other = createServer(socket =>
    socket
      .on('error', () => undefined)
      .resume()
      .end('welcome'),
  ).listen(join(folder, 'door', 'socket'));
  await once(other, 'listening');
  t.after(() => other.close());
  const log = await askLog(folder);
  t.after(() => log.close());
  await assert.rejects(
    ask(log, COUNT),
    (error: unknown) => error instanceof Fault && error.code === 'DOOR_BROKEN',
  );
  other.close();
  await once(other, 'close');
  assert.deepEqual(await ask(log, COUNT), [[6]]);
});

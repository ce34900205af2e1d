/** A log that is being written and has its door open; someone who knocks with bytes of his own. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { LogSink } from '../../../../src/contract/sink.js';
import { askLog, type LogAsker } from '../../../../src/log/ask.js';
import type { DoorLimits } from '../../../../src/log/door/door.js';
import { FrameReader, readMessage } from '../../../../src/log/door/frame.js';
import { openSink } from '../../../../src/log/sink.js';
import { linkRow, newFolder, pageRow } from '../logs.js';

export interface OpenDoor {
  readonly folder: string;
  readonly sink: LogSink;
  readonly log: LogAsker;
}

/** So many pages with three links each, committed. */
export async function openDoor(
  t: TestContext,
  pages: number,
  door: Partial<DoorLimits> = {},
): Promise<OpenDoor> {
  const folder = newFolder(t);
  const sink = await openSink({ folder, door });
  t.after(() => sink.close());
  putPages(sink, 1, pages);
  await sink.flush();
  const log = await askLog(folder);
  t.after(() => log.close());
  return { folder, sink, log };
}

export function putPages(sink: LogSink, from: number, to: number): void {
  for (let seq = from; seq <= to; seq++) {
    sink.page(pageRow(seq, { title: `title ${seq}`, links_new: 3 }));
    for (let position = 0; position < 3; position++) sink.link(linkRow(seq, position));
  }
}

/** All rows of an answer. */
export async function ask(log: LogAsker, sql: string): Promise<unknown[][]> {
  const all: unknown[][] = [];
  for await (const rows of (await log.query(sql)).rows()) all.push(...rows.map(row => [...row]));
  return all;
}

export async function knock(folder: string): Promise<Socket> {
  const socket = connect(join(folder, 'door', 'socket'));
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  return socket;
}

/** What a door says to these bytes until it closes; the messages' kinds or faults. */
export async function said(socket: Socket): Promise<string[]> {
  const frames = new FrameReader(2 ** 25);
  const kinds: string[] = [];
  socket.on('data', bytes => {
    for (const frame of frames.push(bytes)) {
      const message = readMessage(frame);
      kinds.push(message.kind === 'fault' ? message.fault.code : message.kind);
    }
  });
  await once(socket, 'close');
  return kinds;
}

/** A name server on loopback for tests: A and AAAA by UDP, with silence, failures and changing answers. */
import { createSocket } from 'node:dgram';
import type { TestContext } from 'node:test';

export interface NameSpec {
  readonly a?: readonly string[];
  /** As 32 hex digits. */
  readonly aaaa?: readonly string[];
  /** `silent`: no answer; `servfail`; absent names are NXDOMAIN. */
  readonly mode?: 'silent' | 'servfail';
  /** The first so many questions of each type fail with `mode`, then it answers. */
  readonly failFirst?: number;
  /** One address an answer, the next one each time. */
  readonly isRotating?: boolean;
  readonly ttl?: number;
  readonly delayMs?: number;
  /** Questions for AAAA get no answer. */
  readonly isSilentOnAaaa?: boolean;
}

export interface UdpNames {
  readonly address: string;
  /** Questions as `name/type`, in the order in which they came. */
  readonly questions: string[];
}

const TYPES: Readonly<Record<number, 'a' | 'aaaa'>> = { 1: 'a', 28: 'aaaa' };

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] as number; length > 0; length = message[at] as number) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

const bytesOf = (ip: string): Buffer =>
  ip.includes('.') ? Buffer.from(ip.split('.').map(Number)) : Buffer.from(ip, 'hex');

function record(ip: string, type: number, ttl: number): Buffer {
  const data = bytesOf(ip);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(ttl, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

export async function udpNames(t: TestContext, names: Readonly<Record<string, NameSpec>>): Promise<UdpNames> {
  const questions: string[] = [];
  const asked = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const { name, type, end } = readQuestion(message);
    const key = `${name}/${TYPES[type] ?? type}`;
    const count = asked.get(key) ?? 0;
    asked.set(key, count + 1);
    questions.push(key);
    const spec = names[name];
    const isFailing = spec?.mode !== undefined && (spec.failFirst === undefined || count < spec.failFirst);
    if ((isFailing && spec.mode === 'silent') || (spec?.isSilentOnAaaa && type === 28)) return;
    const all = isFailing ? [] : (spec?.[TYPES[type] as 'a'] ?? []);
    const ips = spec?.isRotating ? all.slice(count % Math.max(1, all.length)).slice(0, 1) : all;
    const head = Buffer.from(message.subarray(0, 12));
    const rcode = spec === undefined ? 3 : isFailing ? 2 : 0;
    head.writeUInt16BE(0x8180 | rcode, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(ips.length, 6);
    head.fill(0, 8, 12);
    const records = ips.map(ip => record(ip, type, spec?.ttl ?? 60));
    const reply = Buffer.concat([head, message.subarray(12, end), ...records]);
    setTimeout(() => socket.send(reply, from.port, from.address), spec?.delayMs ?? 0);
  });
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve));
  t.after(() => socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, questions };
}

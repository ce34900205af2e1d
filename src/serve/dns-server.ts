/**
 * Answers DNS questions (RFC 1035) on loopback over UDP, for the hosts of a served web: A with its address, nothing for other
 * types, NXDOMAIN for names that it does not know. One question a message, as every resolver asks.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { usageFault } from '../kit/fault.js';

export interface DnsOptions {
  /** 0: any that is free. */
  readonly port: number;
  /** IPv4 address of a name in lower case; undefined: there is no such name. */
  readonly addressOf: (name: string) => string | undefined;
  /** How long an answer may be kept. Default 60. */
  readonly ttlS?: number;
}

export interface DnsServer {
  readonly port: number;
  /** Names asked for so far. */
  readonly questions: number;
  close(): Promise<void>;
}

const HEAD_BYTES = 12;
const TYPE_A = 1;
const CLASS_IN = 1;
const MOST_NAME = 255;
const RCODE = { ok: 0, format: 1, noName: 3 } as const;
/** A pointer to the name in the question. */
const NAME_POINTER = 0xc00c;

interface Question {
  readonly name: string;
  readonly type: number;
  /** Where the question ends. */
  readonly end: number;
}

function readQuestion(message: Buffer): Question | undefined {
  const labels: string[] = [];
  let at = HEAD_BYTES;
  for (;;) {
    const length = message[at];
    if (length === undefined || length > 63) return undefined;
    at++;
    if (length === 0) break;
    labels.push(message.toString('latin1', at, at + length));
    at += length;
    if (at - HEAD_BYTES > MOST_NAME) return undefined;
  }
  if (at + 4 > message.length) return undefined;
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at), end: at + 4 };
}

function headOf(message: Buffer, code: number, answers: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  message.copy(head, 0, 0, 2);
  // A response, authoritative; the wish for recursion is repeated.
  head.writeUInt16BE(0x8400 | (message.readUInt16BE(2) & 0x0100) | code, 2);
  head.writeUInt16BE(code === RCODE.format ? 0 : 1, 4);
  head.writeUInt16BE(answers, 6);
  return head;
}

/** The answer to a message; undefined for what is no question at all. */
export function dnsAnswer(
  message: Buffer,
  { addressOf, ttlS = 60 }: Omit<DnsOptions, 'port'>,
): Buffer | undefined {
  if (message.length < HEAD_BYTES || (message.readUInt16BE(2) & 0x8000) !== 0) return undefined;
  const question = message.readUInt16BE(4) === 1 ? readQuestion(message) : undefined;
  if (question === undefined) return headOf(message, RCODE.format, 0);
  const asked = message.subarray(HEAD_BYTES, question.end);
  const address = addressOf(question.name);
  if (address === undefined || question.type !== TYPE_A)
    return Buffer.concat([headOf(message, address === undefined ? RCODE.noName : RCODE.ok, 0), asked]);
  const record = Buffer.alloc(16);
  record.writeUInt16BE(NAME_POINTER, 0);
  record.writeUInt16BE(TYPE_A, 2);
  record.writeUInt16BE(CLASS_IN, 4);
  record.writeUInt32BE(ttlS, 6);
  record.writeUInt16BE(4, 10);
  Buffer.from(address.split('.').map(Number)).copy(record, 12);
  return Buffer.concat([headOf(message, RCODE.ok, 1), asked, record]);
}

/** Listens on 127.0.0.1. @throws {Fault} exit code 2 when the port cannot be had. */
export async function startDns(options: DnsOptions): Promise<DnsServer> {
  const socket = createSocket('udp4');
  let questions = 0;
  socket.on('message', (message, { port, address }) => {
    questions++;
    const answer = dnsAnswer(message, options);
    if (answer !== undefined) socket.send(answer, port, address);
  });
  try {
    socket.bind(options.port, '127.0.0.1');
    await once(socket, 'listening');
  } catch (cause) {
    socket.close();
    const { code } = cause as NodeJS.ErrnoException;
    throw usageFault(
      'WEB_CANNOT_LISTEN',
      `DNS cannot be served on port ${options.port} (${code}); give another --dns-port.`,
      cause,
    );
  }
  // What cannot be sent is lost, as UDP may lose it.
  socket.on('error', () => undefined);
  return {
    port: socket.address().port,
    get questions() {
      return questions;
    },
    async close() {
      await new Promise<void>(resolve => void socket.close(() => resolve()));
    },
  };
}

/** A loopback server that says what it is told, byte by byte: for answers that no HTTP library would send. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** What a path gets: bytes after which the connection is closed, or a hand on the socket (`count` from 1 per socket). */
export type Say = string | Uint8Array | ((socket: Socket, count: number, head: string) => void);

export interface RawServer {
  readonly port: number;
  readonly origin: string;
  /** Heads of the requests, in the order in which they came. */
  readonly heads: string[];
  /** Connections opened so far. */
  readonly connections: () => number;
}

const END = '\r\n\r\n';

export async function rawServer(t: TestContext, says: Readonly<Record<string, Say>>, address = '127.0.0.1') {
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  let connectionCount = 0;
  const server = createServer(socket => {
    connectionCount++;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    let held = '';
    let count = 0;
    socket.on('data', piece => {
      held += piece.toString('latin1');
      for (let end = held.indexOf(END); end >= 0; end = held.indexOf(END)) {
        const head = held.slice(0, end);
        held = held.slice(end + END.length);
        heads.push(head);
        count++;
        const path = head.split(' ')[1] as string;
        const say = says[path] ?? says['*'] ?? 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n';
        if (typeof say === 'function') say(socket, count, head);
        else socket.end(say);
      }
    });
  });
  await new Promise<void>(resolve => server.listen(0, address, resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const place = address.includes(':') ? `[${address}]` : address;
  const found: RawServer = {
    port,
    origin: `http://${place}:${port}`,
    heads,
    connections: () => connectionCount,
  };
  return found;
}

/** A whole answer with a length. */
export function answer(body: string | Uint8Array, headers = '', status = '200 OK'): Buffer {
  const bytes = Buffer.from(body as string);
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\n${headers}Content-Length: ${bytes.length}\r\n\r\n`, 'latin1'),
    bytes,
  ]);
}

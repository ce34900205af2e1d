/** A proxy on loopback that leads every host to 127.0.0.1 and answers requests for whole addresses itself. */
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { TestContext } from 'node:test';

export interface TestProxy {
  readonly port: number;
  /** Request lines and what stood in Proxy-Authorization. */
  readonly lines: string[];
}

/** @param status What CONNECT is answered with. */
export async function proxyServer(t: TestContext, status = 200): Promise<TestProxy> {
  const lines: string[] = [];
  const note = (request: IncomingMessage): void => {
    lines.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`);
  };
  const server = createServer((request, response) => {
    note(request);
    response.end(`proxied ${request.url} ${request.headers.host}`);
  });
  server.on('connect', (request, socket) => {
    note(request);
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    const port = Number((request.url ?? '').split(':')[1]);
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    return undefined;
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, lines };
}

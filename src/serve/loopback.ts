/** Listens on loopback addresses and nowhere else: a made-up web is not for strangers. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { usageFault } from '../kit/fault.js';

/** Addresses that one server may have: 127.0.0.1 to 127.0.0.250. */
export const MOST_ADDRESSES = 250;
const TRIES = 8;

/** The first `count` loopback addresses. */
export const loopbackAddresses = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `127.0.0.${i + 1}`);

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

async function listenOn(server: Server, port: number, address: string): Promise<number> {
  server.listen({ port, host: address, backlog: 1024 });
  await once(server, 'listening');
  return (server.address() as { port: number }).port;
}

/** Servers on one port of all addresses; `port` 0 means any that is free. @throws {Fault} exit code 2. */
export async function listenOnAll(
  make: (address: string) => Server,
  addresses: readonly string[],
  port: number,
): Promise<{ readonly servers: readonly Server[]; readonly port: number }> {
  for (let attempt = 1; ; attempt++) {
    const servers: Server[] = [];
    let taken = port;
    try {
      for (const address of addresses) {
        const server = make(address);
        servers.push(server);
        taken = await listenOn(server, taken, address);
      }
      return { servers, port: taken };
    } catch (cause) {
      for (const server of servers) server.close();
      // A port that is free on one address may be taken on the next.
      if (port === 0 && codeOf(cause) === 'EADDRINUSE' && attempt < TRIES) continue;
      const where = `${addresses[servers.length - 1]}:${taken}`;
      throw usageFault(
        'WEB_CANNOT_LISTEN',
        `The web cannot be served on ${where} (${codeOf(cause)}); give another --port, or --addresses 1.`,
        cause,
      );
    }
  }
}

/** One GET by Node's own client, to any loopback address under any host name. */
import { Agent, get, type IncomingHttpHeaders } from 'node:http';

export interface Asked {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Code of what broke the exchange; undefined when it ended well. */
  readonly broken?: string;
}

export interface Ask {
  readonly url: string;
  readonly port: number;
  readonly address?: string;
  readonly agent?: Agent;
  readonly headers?: Record<string, string>;
  readonly timeoutMs?: number;
}

export function ask({
  url,
  port,
  address = '127.0.0.1',
  agent,
  headers = {},
  timeoutMs = 5000,
}: Ask): Promise<Asked> {
  const { host, pathname, search } = new URL(url);
  return new Promise(resolve => {
    const chunks: Buffer[] = [];
    let head = { status: 0, headers: {} as IncomingHttpHeaders };
    const end = (broken?: string): void =>
      resolve({ ...head, body: Buffer.concat(chunks), ...(broken !== undefined && { broken }) });
    const request = get(
      {
        host: address,
        port,
        path: pathname + search,
        headers: { Host: host, ...headers },
        agent: agent ?? new Agent({ keepAlive: false }),
      },
      response => {
        head = { status: response.statusCode ?? 0, headers: response.headers };
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => end());
        response.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
      },
    );
    request.setTimeout(timeoutMs, () => request.destroy(Object.assign(new Error('late'), { code: 'LATE' })));
    request.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}

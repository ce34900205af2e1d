/**
 * The live web, served from a thread of its own: its clock has to see when a request came, not when the crawl that runs in this
 * thread left it a moment. For tests that prove gaps by the server's clock.
 */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { RequestRecord } from '../../src/serve/request-log.js';
import { startWeb, type WebServerOptions } from '../../src/serve/web-server.js';
import type { IslandOptions } from '../../src/web/island-shape.js';
import { keptWeb } from '../../src/web/kept-web.js';
import { LiveWeb } from '../../src/web/live-web.js';

/** Plain data only: it goes to the thread. */
export interface LiveOptions extends Omit<WebServerOptions, 'web' | 'log' | 'clock'> {
  readonly island: IslandOptions;
}

interface Hello {
  readonly port: number;
  readonly connectTo: readonly string[];
  /** Host and address. */
  readonly addressOf: readonly (readonly [string, string])[];
}

export interface LiveServer extends Omit<Hello, 'addressOf'> {
  /** The same web, to ask what is closed, slow or delayed. */
  readonly web: LiveWeb;
  readonly addressOf: ReadonlyMap<string, string>;
  /** Ends the server; answers with what it saw, in order of arrival. */
  stop(): Promise<readonly RequestRecord[]>;
}

export async function startLiveServer(options: LiveOptions): Promise<LiveServer> {
  const thread = new Worker(fileURLToPath(import.meta.url), { workerData: options });
  const [hello] = (await once(thread, 'message')) as [Hello];
  return {
    ...hello,
    web: LiveWeb.create(options.island),
    addressOf: new Map(hello.addressOf),
    async stop() {
      thread.postMessage('stop');
      const [requests] = (await once(thread, 'message')) as [RequestRecord[]];
      await thread.terminate();
      return requests;
    },
  };
}

async function serve({ island, ...options }: LiveOptions): Promise<void> {
  const live = LiveWeb.create(island);
  const server = await startWeb({ ...options, web: keptWeb(live, live.urls()) });
  const addressOf = live.hosts.map(host => [host, server.addressOf(host)] as const);
  parentPort?.postMessage({ port: server.port, connectTo: server.connectTo(), addressOf });
  parentPort?.once('message', () => {
    void server.close().then(() => parentPort?.postMessage(server.requests));
  });
}

if (!isMainThread && (workerData as LiveOptions | null)?.island !== undefined)
  await serve(workerData as LiveOptions);

/** A site on loopback that never ends: page n leads to 2n + 1 and 2n + 2. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** Flags of a crawl of it with that delay. */
export async function endlessFlags(t: TestContext, delay: string): Promise<string[]> {
  const server = createServer((request, response) => {
    const number = Number(request.url?.slice(1)) || 0;
    response.setHeader('content-type', 'text/html');
    response.end(`<a href="/${2 * number + 1}">one</a> <a href="/${2 * number + 2}">two</a>`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const flags = ['--seed', 'http://endless.test/0', '--topic', 'flood-warning', '--delay', delay];
  flags.push('--contact', 'you@example.org', '--allow-private', 'endless.test');
  return [...flags, '--connect-to', `endless.test:80:127.0.0.1:${port}`];
}

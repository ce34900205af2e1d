/**
 * What does a request look like on the wire, for archives? The lines as undici writes them, in its order; of what lets us in
 * somewhere only the name is shown, since an archive is given to others.
 */

const SECRETS: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie']);

/** Name and value in turn come in; the head with its blank line comes out. */
export function sentHead(
  { path, host }: { readonly path: string; readonly host: string },
  connection: 'keep-alive' | 'close',
  headers: readonly string[],
): string {
  let head = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: ${connection}\r\n`;
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = headers[i] as string;
    head += `${name}: ${SECRETS.has(name.toLowerCase()) ? '***' : headers[i + 1]}\r\n`;
  }
  return `${head}\r\n`;
}

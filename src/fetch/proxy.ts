/**
 * By way of a proxy: https through a tunnel (CONNECT), http by asking the proxy for the whole address. The proxy is the
 * person's own word, so the guard lets it be; what lies behind it is resolved there and out of the guard's sight, except
 * for addresses written out and `localhost`. `--connect-to` has no say here.
 */
import type { Socket } from 'node:net';
import { usageFault } from '../kit/fault.js';
import { ConnectError } from './faults.js';

export interface ProxyServer {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
  /** Value of Proxy-Authorization, or undefined. Never logged. */
  readonly authorization: string | undefined;
}

const wrong = (): Error =>
  usageFault(
    'FETCH_PROXY',
    '--proxy should be http://HOST:PORT or https://HOST:PORT, with user:password@ if needed.',
  );

/** @throws a usage fault that does not repeat the text, which may hold a password. */
export function parseProxy(text: string): ProxyServer {
  if (!URL.canParse(text)) throw wrong();
  const { protocol, hostname, port, username, password } = new URL(text);
  if ((protocol !== 'http:' && protocol !== 'https:') || hostname === '') throw wrong();
  const isSecure = protocol === 'https:';
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isSecure ? 443 : 80) : Number(port),
    isSecure,
    authorization: pair === ':' ? undefined : `Basic ${Buffer.from(pair).toString('base64')}`,
  };
}

/** Asks the proxy at the other end of `socket` for a way to `authority`; the socket is then the way. */
export async function openTunnel(socket: Socket, authority: string, proxy: ProxyServer): Promise<void> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const asked = request({
      method: 'CONNECT',
      path: authority,
      createConnection: () => socket,
      agent: undefined,
      setHost: false,
      headers: {
        host: authority,
        ...(proxy.authorization !== undefined && { 'proxy-authorization': proxy.authorization }),
      },
    });
    let isOpen = false;
    const fail = (words: string): void => {
      if (isOpen) return;
      socket.destroy();
      reject(new ConnectError('ProxyFailed', words));
    };
    asked.on('connect', (response, _socket, head) => {
      if (response.statusCode !== 200 || head.length > 0) return fail(`CONNECT ${response.statusCode ?? ''}`);
      isOpen = true;
      resolve();
    });
    asked.on('response', response => fail(`CONNECT ${response.statusCode ?? ''}`));
    asked.on('error', () => fail('CONNECT'));
    asked.on('close', () => fail('CONNECT'));
    asked.end();
  });
}

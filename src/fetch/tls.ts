/**
 * How do we make sure of the other side? Always by the full check of chain, dates and name. One context for all
 * connections (building one from the roots costs 20 ms), and sessions per host so that the next handshake is short;
 * Node gives a session out only after the check.
 */
import { readFileSync } from 'node:fs';
import { isIP, type Socket } from 'node:net';
import {
  type ConnectionOptions,
  connect,
  createSecureContext,
  rootCertificates,
  type TLSSocket,
} from 'node:tls';
import { usageFault } from '../kit/fault.js';

const MOST_SESSIONS = 1000;

export interface Securing {
  readonly host: string;
  readonly port: number;
  /** Protocols offered, most wanted last as undici does. */
  readonly protocols: readonly string[];
}

function certificatesOf(caFile: string | undefined): ConnectionOptions['ca'] {
  if (caFile === undefined) return undefined;
  const text = readFileOrFault(caFile);
  const own = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (own === null)
    throw usageFault(
      'FETCH_CA',
      `--ca ${JSON.stringify(caFile)} holds no certificate; it should be a PEM file.`,
    );
  return [...rootCertificates, ...own];
}

function readFileOrFault(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw usageFault('FETCH_CA', `--ca ${JSON.stringify(path)} cannot be read; name a PEM file.`, error);
  }
}

export class Tls {
  readonly #certificates: ConnectionOptions['ca'];
  #context: ConnectionOptions['secureContext'];
  readonly #sessions = new Map<string, Buffer>();

  /** @param caFile PEM file of authorities trusted besides the usual ones. */
  constructor(caFile?: string) {
    this.#certificates = certificatesOf(caFile);
  }

  /** Starts TLS over a connected socket; `secureConnect` follows, or `error`. */
  secure(socket: Socket, { host, port, protocols }: Securing): TLSSocket {
    this.#context ??= createSecureContext(this.#certificates === undefined ? {} : { ca: this.#certificates });
    const key = `${host}:${port}`;
    const session = this.#sessions.get(key);
    const secured = connect({
      socket,
      host,
      servername: isIP(host) === 0 ? host.replace(/\.$/, '') : '',
      secureContext: this.#context,
      ALPNProtocols: [...protocols],
      rejectUnauthorized: true,
      ...(session !== undefined && { session }),
    });
    secured.on('session', (fresh: Buffer) => this.#keep(key, fresh));
    return secured;
  }

  #keep(key: string, session: Buffer): void {
    this.#sessions.delete(key);
    this.#sessions.set(key, session);
    const oldest = this.#sessions.keys().next();
    if (this.#sessions.size > MOST_SESSIONS && oldest.done !== true) this.#sessions.delete(oldest.value);
  }
}

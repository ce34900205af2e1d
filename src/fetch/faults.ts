/** Which outcome is this error? Node's, OpenSSL's and undici's codes in one place; a message never leaves this room. */
import { outcome } from '../contract/outcome.js';

/** What went wrong between us and a server. */
export interface NetFault {
  /** Code of contract/outcome. */
  readonly outcome: number;
  /** A few words, without addresses or secrets. */
  readonly words: string;
}

/** A connection that did not come about. Its code is one that undici does not know, so that it gives up at once. */
export class ConnectError extends Error {
  readonly code = 'DOWSER_CONNECT';
  readonly outcome: number;
  /** Ms spent on the name and on the connection. */
  dnsMs = 0;
  connectMs = 0;
  /** Address that was tried last. */
  ip = '';

  constructor(name: string, words: string) {
    super(words);
    this.outcome = outcome(name).code;
  }
}

const CONNECT: Readonly<Record<string, string>> = {
  ETIMEDOUT: 'ConnectTimeout',
  CERT_HAS_EXPIRED: 'CertificateExpired',
  CERT_NOT_YET_VALID: 'CertificateExpired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'CertificateName',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'CertificateSelfSigned',
  SELF_SIGNED_CERT_IN_CHAIN: 'CertificateUntrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'CertificateUntrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'CertificateUntrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'CertificateUntrusted',
  CERT_UNTRUSTED: 'CertificateUntrusted',
  CERT_REJECTED: 'CertificateUntrusted',
  CERT_REVOKED: 'CertificateUntrusted',
  INVALID_CA: 'CertificateUntrusted',
  INVALID_PURPOSE: 'CertificateUntrusted',
  PATH_LENGTH_EXCEEDED: 'CertificateUntrusted',
  CERT_CHAIN_TOO_LONG: 'CertificateUntrusted',
  CERT_SIGNATURE_FAILURE: 'CertificateUntrusted',
};

/** undici leaves the parser's own code out. */
const isNotHttp = (error: unknown, code: string): boolean =>
  (error as Error | null)?.name === 'HTTPParserError' ||
  code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' ||
  isMisspoken(error);
const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET', 'ENOTCONN']);

export const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
};

/** The fault of an attempt to connect; `isSecuring` once the bytes of TLS flow. */
export function connectErrorOf(error: unknown, isSecuring: boolean): ConnectError {
  if (error instanceof ConnectError) return error;
  const code = codeOf(error);
  const known = CONNECT[code];
  if (known !== undefined) return new ConnectError(known, code);
  const isTls = isSecuring && !BROKEN.has(code) && code !== '';
  return new ConnectError(isTls ? 'TlsFailed' : 'ConnectFailed', code || 'closed');
}

const fault = (name: string, words: string): NetFault => ({ outcome: outcome(name).code, words });

/** The fault of an exchange, once it was asked for: `isHeadIn` when the head of the answer has come whole. */
export function exchangeFaultOf(error: unknown, isHeadIn: boolean): NetFault {
  if (error instanceof ConnectError) return { outcome: error.outcome, words: error.message };
  const code = codeOf(error);
  switch (code) {
    case 'UND_ERR_INVALID_ARG':
    case 'ERR_INVALID_URL':
      return fault('BadUrl', code);
    case 'UND_ERR_HEADERS_OVERFLOW':
      return fault('HeadersTooLarge', code);
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
      return fault('Stopped', code);
    default:
  }
  if (isHeadIn) return fault('Incomplete', code || 'closed');
  if (isNotHttp(error, code)) return fault('BadHttp', code || 'parser');
  return fault('Reset', code || 'closed');
}

/** undici reports an answer that it did not ask for (100, 101, bytes on an idle connection) as a fault of the socket. */
const isMisspoken = (error: unknown): boolean =>
  /^bad (response|upgrade)/.test((error as Error)?.message ?? '');
/** Whether a kept connection may simply have been closed by the other side. */
export const isBrokenOff = (error: unknown): boolean => BROKEN.has(codeOf(error)) && !isMisspoken(error);

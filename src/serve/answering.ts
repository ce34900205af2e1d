/** How does an answer reach the client, well or in trouble? Everything that touches a socket is here; nothing here throws. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { TroubleKind, WebAnswer } from '../web/served-web.js';

/** Pieces of a dripping body, and the pause between two. */
const DRIPS = 8;
const DRIP_MS = 250;
const LEAST_GZIP_BYTES = 256;
const GARBAGE = 'SPAM/0.1 hello\r\n\u0000\u0001 this is not HTTP\r\n\r\n';

/** A message in plain text with a status. */
export const plainAnswer = (url: string, status: number, text: string): WebAnswer => ({
  url,
  status,
  headers: [['Content-Type', 'text/plain; charset=utf-8']],
  body: Buffer.from(`${text}\n`),
});

/** Status that a request in trouble is logged with; undefined: that of the answer. */
export function statusOf(kind: TroubleKind | undefined): number | undefined {
  if (kind === '500' || kind === '503' || kind === '429') return Number(kind);
  return kind === 'reset' || kind === 'garbage' || kind === 'hang' ? 0 : undefined;
}

/** Headers that a stored answer must not bring along: the server sets them for the bytes that it really sends. */
const OWN_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]);

function putHead(response: ServerResponse, { status, headers }: WebAnswer): void {
  // An archive may hold a status that cannot end an exchange.
  response.statusCode = status >= 200 && status <= 999 ? status : 502;
  for (const [name, value] of headers) {
    if (OWN_HEADERS.has(name.toLowerCase())) continue;
    try {
      response.appendHeader(name, value);
    } catch {}
  }
}

const isPackable = (request: IncomingMessage, { body }: WebAnswer): boolean =>
  body.length >= LEAST_GZIP_BYTES && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));

/** Sends an answer whole, packed when the client takes that. */
export function sendWell(request: IncomingMessage, response: ServerResponse, answer: WebAnswer): void {
  putHead(response, answer);
  let { body } = answer;
  if (isPackable(request, answer)) {
    body = gzipSync(body, { level: 1 });
    response.setHeader('Content-Encoding', 'gzip');
    response.setHeader('Vary', 'Accept-Encoding');
  }
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Sends an answer in one of the ways in which the web goes wrong. `slow` has been slow already and ends well. */
export function sendBadly(
  request: IncomingMessage,
  response: ServerResponse,
  answer: WebAnswer,
  trouble: { readonly kind: TroubleKind; readonly retryAfterS: number },
): void {
  const { kind, retryAfterS } = trouble;
  switch (kind) {
    case '500':
      sendWell(request, response, plainAnswer(answer.url, 500, 'Something broke.'));
      break;
    case '503':
    case '429':
      response.setHeader('Retry-After', retryAfterS);
      sendWell(request, response, plainAnswer(answer.url, Number(kind), 'Later, please.'));
      break;
    case 'reset':
      request.socket.resetAndDestroy();
      break;
    case 'garbage':
      request.socket.end(GARBAGE, 'latin1');
      break;
    case 'hang':
      break;
    case 'truncated':
      sendCut(response, answer);
      break;
    case 'drip':
      drip(response, answer);
      break;
    case 'slow':
      sendWell(request, response, answer);
      break;
    default:
      kind satisfies never;
  }
}

function sendCut(response: ServerResponse, answer: WebAnswer): void {
  putHead(response, answer);
  response.setHeader('Content-Length', answer.body.length + 1);
  response.write(answer.body.subarray(0, answer.body.length >> 1), () => response.destroy());
}

function drip(response: ServerResponse, answer: WebAnswer): void {
  putHead(response, answer);
  const piece = Math.ceil(answer.body.length / DRIPS);
  let at = 0;
  const next = (): void => {
    if (response.destroyed) return;
    response.write(answer.body.subarray(at, at + piece));
    at += piece;
    if (at >= answer.body.length) response.end();
    else setTimeout(next, DRIP_MS).unref();
  };
  next();
}

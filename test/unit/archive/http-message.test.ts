import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { decodeBody, readHttpHead } from '../../../src/archive/http-message.js';

const words = 'many words '.repeat(300);
const MOST = 1 << 20;

function decode(body: Uint8Array | string, headers: Record<string, string>, most = MOST) {
  const {
    body: decoded,
    cut,
    tooLarge,
  } = decodeBody(Buffer.from(body as string), new Map(Object.entries(headers)), most);
  return { text: decoded.toString(), cut, tooLarge };
}
const whole = { text: words, cut: false, tooLarge: false };
const chunked = (body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('5;name=value\r\n'),
    body.subarray(0, 5),
    Buffer.from(`\r\n${(body.length - 5).toString(16)}\r\n`),
    body.subarray(5),
    Buffer.from('\r\n0\r\n\r\n'),
  ]);

test('takes every coding off, alone and together', () => {
  assert.deepEqual(decode(gzipSync(words), { 'content-encoding': 'gzip' }), whole);
  assert.deepEqual(decode(gzipSync(words), { 'content-encoding': 'X-GZIP' }), whole);
  assert.deepEqual(decode(deflateSync(words), { 'content-encoding': 'deflate' }), whole);
  assert.deepEqual(decode(deflateRawSync(words), { 'content-encoding': 'deflate' }), whole);
  assert.deepEqual(decode(brotliCompressSync(words), { 'content-encoding': 'br' }), whole);
  assert.deepEqual(decode(chunked(Buffer.from(words)), { 'transfer-encoding': 'chunked' }), whole);
  assert.deepEqual(
    decode(chunked(gzipSync(words)), { 'transfer-encoding': 'chunked', 'content-encoding': 'gzip' }),
    whole,
  );
  assert.deepEqual(decode(gzipSync(brotliCompressSync(words)), { 'content-encoding': 'br, gzip' }), whole);
});

test('leaves a body alone whose coding was already taken off', () => {
  for (const coding of ['gzip', 'deflate', 'br'])
    assert.deepEqual(decode(words, { 'content-encoding': coding }), whole);
  assert.deepEqual(decode(words, { 'transfer-encoding': 'chunked' }), whole);
  assert.deepEqual(decode('', { 'content-encoding': 'gzip' }), { text: '', cut: false, tooLarge: false });
});

test('gives the beginning of a coding that breaks off', () => {
  const cut = decode(gzipSync(words).subarray(0, 30), { 'content-encoding': 'gzip' });
  assert.ok(cut.cut && words.startsWith(cut.text));
  const chunk = decode(chunked(Buffer.from(words)).subarray(0, 100), { 'transfer-encoding': 'chunked' });
  assert.ok(chunk.cut && chunk.text.length > 50 && words.startsWith(chunk.text));
});

test('stops at the cap, whatever a small body would become', () => {
  const bomb = { text: '', cut: false, tooLarge: true };
  assert.deepEqual(decode(gzipSync(Buffer.alloc(6 << 20)), { 'content-encoding': 'gzip' }), bomb);
  assert.deepEqual(decode(brotliCompressSync(Buffer.alloc(5 << 20)), { 'content-encoding': 'br' }), bomb);
  assert.deepEqual(decode(words, {}, 100), bomb);
});

test('reads heads as servers really send them', () => {
  const head = readHttpHead(
    Buffer.from('HTTP/1.0 404\nX-A: 1\nx-a:2\n folded\nno colon\n__proto__: p\n\nbody'),
  );
  assert.equal(head?.status, 404);
  assert.equal(head?.statusText, '');
  assert.deepEqual(
    [...(head?.headers ?? [])],
    [
      ['x-a', '1, 2 folded'],
      ['__proto__', 'p'],
    ],
  );
  assert.equal(readHttpHead(Buffer.from('<html>no head')), undefined);
  assert.equal(readHttpHead(Buffer.from('')), undefined);
  assert.equal(readHttpHead(Buffer.from('HTTP/2 200 OK\r\n'))?.bytes, 15);
});

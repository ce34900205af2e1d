import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { sniff } from '../../../src/parse/sniff.js';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

test('the kind of a body follows its type, and its first bytes where the type says nothing', () => {
  const kinds: readonly (readonly [string, string | undefined, string])[] = [
    ['<p>x', 'text/html; charset=gbk', 'html'],
    ['plain', 'TEXT/HTML', 'html'],
    ['<html>', 'application/xhtml+xml', 'html'],
    ['%PDF-1.4', 'text/html', 'other'],
    ['\x89PNG\r\n\x1a\n', undefined, 'other'],
    ['<html><p>', 'text/plain', 'text'],
    ['words', 'text/plain; charset=utf-8', 'text'],
    ['a\0b', 'text/plain', 'other'],
    ['{}', 'application/json', 'other'],
    ['body {}', 'text/css', 'other'],
    ['\xef\xbb\xbf \n<!DOCTYPE html>', undefined, 'html'],
    ['<!-- x -->', '', 'html'],
    ['<table>', 'application/octet-stream', 'html'],
    ['<rss>', 'text/xml', 'other'],
    ['<?xml version="1.0"?><!DOCTYPE html><html xmlns="x">', 'application/xml', 'html'],
    ['<?xml version="1.0"?><urlset>', undefined, 'other'],
    ['just words', undefined, 'text'],
    ['\x01\x02\x03', 'nonsense', 'other'],
    ['\xff\xfe<\0h\0t\0m\0l\0>\0', undefined, 'html'],
    ['', undefined, 'text'],
  ];
  for (const [body, type, kind] of kinds) assert.equal(sniff(bytes(body), type), kind, `${type}: ${body}`);
});

test('any bytes under any type have a kind', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.option(fc.string()), (body, type) => {
      assert.match(sniff(body, type ?? undefined), /^(html|text|other)$/);
    }),
    { numRuns: 200, seed: 5 },
  );
});

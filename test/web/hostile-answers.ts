/** Answers that no honest server would give: any bytes in any place, of which many are nearly right. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Random } from '../../src/kit/random.js';
import { soup } from '../fuzz/mutate.js';

const pick = <T>(random: Random, from: readonly T[]): T => from[random.below(from.length)] as T;

const STATUS = [
  ...[
    '200 OK',
    '200 OK',
    '200 OK',
    '200',
    '204 No Content',
    '206 Partial',
    '226 x',
    '299 \xff',
    '301 Moved',
    '302 Found',
    '303 x',
  ],
  ...[
    '304 Not Modified',
    '307 x',
    '308 x',
    '300 Many',
    '400 x',
    '401 x',
    '403 x',
    '404 x',
    '408 x',
    '410 x',
    '418 x',
    '425 x',
  ],
  ...[
    '429 x',
    '451 x',
    '500 x',
    '502 x',
    '503 x',
    '504 x',
    '520 x',
    '999 x',
    '000 x',
    '1000 x',
    '-1 x',
    '20 OK',
    'abc',
    '',
  ],
];
const TYPES = [
  ...[
    'text/html',
    'text/html; charset=utf-8',
    'TEXT/HTML;charset="gbk"',
    'text/plain',
    'application/xhtml+xml',
    'application/xml',
  ],
  ...[
    'image/png',
    'application/pdf',
    'application/octet-stream',
    '',
    ';;;',
    `text/${'x'.repeat(3000)}`,
    'text/html\xff\0',
    '*/*',
  ],
];
const LOCATIONS = [
  ...[
    '/x',
    '?q',
    '',
    ' ',
    '//',
    '//b.test/',
    'http://',
    'http://127.0.0.1/x',
    'HTTP://A.test:80/../b',
    'mailto:x',
    'javascript:1',
  ],
  ...[
    'http://a.test:99999/',
    '/\xd0\xbc\xd0\xb8',
    '\xff\xfe',
    `/${'y'.repeat(9000)}`,
    'http://u:p@a.test/',
    '/%zz%00',
    '\\\\b\\c',
    '#x',
  ],
];
const TAGS = [
  ...[
    'noindex',
    'none',
    'testbot: noindex, nofollow',
    'other: none',
    'unavailable_after: 25 Jun 2010 15:00:00 GMT',
    ':::,,,',
  ],
  ...[
    'unavailable_after: x',
    'noai, noimageai',
    `${'a,'.repeat(9000)}`,
    '\xff: \0',
    'testbot:testbot:robots:none',
  ],
];
const ROBOTS = [
  ...[
    'User-agent: *',
    'User-agent: testbot',
    'Disallow: /',
    'Allow: /$',
    'Disallow: *a*b*c$',
    'Crawl-delay: 1e99',
    'Crawl-delay: -1',
  ],
  ...[
    'Sitemap: /s.xml',
    'Sitemap: http://\xff/',
    'Sitemap: //b.test/s',
    'User-agent: GPTBot',
    'Content-Signal: ai-train=no',
    ':',
    '\0',
    '\xef\xbb\xbf',
  ],
];
const XML = [
  ...[
    '<?xml version="1.0"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    '<sitemapindex>',
    '<url>',
    '<sitemap>',
  ],
  ...[
    '<loc>',
    '</loc>',
    '<loc>/p</loc>',
    '<loc>http://a.test/&amp;</loc>',
    '<loc>\xff\xfe</loc>',
    '</url>',
    '<![CDATA[',
    ']]>',
    '<!--',
  ],
  ...[
    '&x;',
    '<!DOCTYPE x [<!ENTITY x "&x;&x;">]>',
    '<lastmod>2020</lastmod>',
    '<rss><channel><item><link>/i</link>',
    '<feed xml:base="\xff">',
    'http://a.test/l\n',
  ],
];

function manyOf(random: Random, from: readonly string[], between: string): string {
  return Array.from({ length: 1 + random.below(40) }, () => pick(random, from)).join(between);
}

function bodyOf(random: Random): Buffer {
  switch (random.below(6)) {
    case 0:
      return Buffer.from(Array.from({ length: random.below(300) }, () => random.below(256)));
    case 1:
      return Buffer.from(manyOf(random, ROBOTS, '\n'), 'latin1');
    case 2:
      return Buffer.from(manyOf(random, XML, ''), 'latin1');
    case 3:
      return Buffer.alloc(
        random.below(200_000),
        pick(random, ['<div>', '<a href=x>', 'x', '\0', '<', '&', '\n/a']),
      );
    default:
      return Buffer.from(soup(random));
  }
}

const CODINGS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: bytes => gzipSync(bytes),
  deflate: bytes => deflateSync(bytes),
  br: bytes => brotliCompressSync(bytes, { params: {} }),
  identity: bytes => bytes,
  zstd: bytes => bytes,
  'gzip, gzip': bytes => gzipSync(gzipSync(bytes)),
};

/** Header lines and the body that goes with them. */
function coded(random: Random, plain: Buffer): { readonly lines: string[]; readonly body: Buffer } {
  if (random.below(3) > 0) return { lines: [], body: plain };
  const name = pick(random, Object.keys(CODINGS));
  const body = random.below(4) === 0 ? plain : (CODINGS[name] as (bytes: Buffer) => Buffer)(plain);
  return { lines: random.below(8) === 0 ? [] : [`Content-Encoding: ${name}`], body };
}

function framed(random: Random, body: Buffer): { readonly lines: string[]; readonly body: Buffer } {
  switch (random.below(5)) {
    case 0:
      return { lines: [], body };
    case 1: {
      const size =
        random.below(6) === 0 ? pick(random, ['zz', '-1', 'ffffffffffff', '']) : body.length.toString(16);
      const end = random.below(4) === 0 ? '' : '\r\n0\r\n\r\n';
      return {
        lines: ['Transfer-Encoding: chunked'],
        body: Buffer.concat([Buffer.from(`${size}\r\n`), body, Buffer.from(end)]),
      };
    }
    case 2:
      return { lines: [`Content-Length: ${pick(random, ['0', '-5', '1e3', '99999', 'x', '5, 5'])}`], body };
    default:
      return { lines: [`Content-Length: ${body.length}`], body };
  }
}

/** Turns some bytes into others. */
function damaged(random: Random, bytes: Buffer): Buffer {
  for (let count = random.below(4); count > 0 && bytes.length > 0; count--)
    bytes[random.below(bytes.length)] = random.below(256);
  return random.below(6) === 0 ? bytes.subarray(0, random.below(bytes.length + 1)) : bytes;
}

/** All that is sent before the connection is closed. */
export function hostileAnswer(random: Random): Buffer {
  const packed = coded(random, bodyOf(random));
  const { lines, body } = framed(random, packed.body);
  const header = [...packed.lines, ...lines, `Content-Type: ${pick(random, TYPES)}`];
  if (random.below(3) === 0) header.push(`Location: ${pick(random, LOCATIONS)}`);
  if (random.below(4) === 0) header.push(`X-Robots-Tag: ${pick(random, TAGS)}`);
  if (random.below(8) === 0)
    header.push(`Retry-After: ${pick(random, ['1', '-5', '1e9', 'x', 'Mon, 01 Jan 2001 00:00:00 GMT'])}`);
  if (random.below(20) === 0) header.push(`${'X-Long: '}${'z'.repeat(random.below(200_000))}`);
  const status = random.below(2) === 0 ? '200 OK' : pick(random, STATUS);
  const head = `HTTP/1.1 ${status}\r\n${header.join('\r\n')}\r\n\r\n`;
  const whole = Buffer.concat([Buffer.from(head, 'latin1'), body]);
  return random.below(2) === 0 ? damaged(random, whole) : whole;
}

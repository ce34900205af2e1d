import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Body } from '../../../src/fetch/body.js';

const words = Buffer.from('many words of a page '.repeat(300));
const noise = Buffer.from(
  Array.from({ length: 60_000 }, (_, i) => (i * i * 31 + (i >> 3) * 7 + (i % 251)) & 255),
);
const PACK = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;
type Coding = keyof typeof PACK;

function read(bytes: Uint8Array, codings: string[], most = 1 << 20, cuts: readonly number[] = []) {
  const body = new Body(codings, most, 0);
  let from = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    const to = Math.min(cut, bytes.length);
    if (to > from) body.push(bytes.slice(from, to));
    from = Math.max(from, to);
  }
  if (from < bytes.length) body.push(bytes.slice(from));
  return body.end();
}

test('undoes every coding and any row of them, however the bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom<Coding>('gzip', 'deflate', 'br'), { maxLength: 4 }),
      fc.constantFrom(words, noise, words.subarray(0, 1), words.subarray(0, 0)),
      fc.array(fc.nat(3000), { maxLength: 20 }),
      (codings, plain, cuts) => {
        const packed = codings.reduce((bytes, coding) => PACK[coding](bytes), plain as Buffer);
        const { bytes, isWhole } = read(packed, [codings.join(', ')], 1 << 20, cuts);
        assert.ok(Buffer.from(bytes).equals(plain));
        assert.ok(isWhole);
      },
    ),
    { numRuns: 150, seed: 1 },
  );
});

test('reads what is there and not what is claimed', () => {
  const same: [Uint8Array, string[]][] = [
    [words, ['gzip']],
    [words, ['br']],
    [words, ['deflate']],
    [words, ['utf-8']],
    [words, ['identity', 'none']],
    [words, ['zstd']],
    [words, ['compress']],
    [Buffer.from('<p>x'), ['br']],
    [Buffer.from('<p>short'), ['deflate']],
    [Buffer.from('x'), ['gzip']],
    [gzipSync(words), ['x-gzip']],
    [gzipSync(words), ['deflate']],
    [gzipSync(words), ['br']],
    [deflateRawSync(words), ['deflate']],
    [deflateSync(words), ['gzip']],
    [gzipSync(words), ['GZIP , UTF-8']],
  ];
  for (const [bytes, codings] of same) {
    const found = read(bytes, codings);
    const wanted = bytes.length < 20 ? Buffer.from(bytes) : words;
    assert.ok(Buffer.from(found.bytes).equals(wanted), codings.join());
    assert.ok(found.isWhole, codings.join());
  }
});

test('joins gzip members and leaves what stands after the last one', () => {
  const two = Buffer.concat([gzipSync('one '), gzipSync('two')]);
  for (const tail of [
    Buffer.alloc(0),
    Buffer.alloc(100),
    Buffer.from('junk after the end'),
    Buffer.from([0x1f]),
  ])
    for (let cut = 1; cut < two.length + tail.length; cut++) {
      const { bytes, isWhole } = read(Buffer.concat([two, tail]), ['gzip'], 1000, [cut]);
      assert.equal(Buffer.from(bytes).toString(), 'one two', `${cut}`);
      assert.ok(isWhole);
    }
});

test('reads gzip heads with names, comments and extra fields, and none that are too long', () => {
  const raw = deflateRawSync('x'.repeat(100));
  const head = (flags: number, ...parts: Uint8Array[]) =>
    Buffer.concat([Buffer.from([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3]), ...parts, raw, Buffer.alloc(8)]);
  const full = head(
    31,
    Buffer.from([3, 0, 1, 2, 3]),
    Buffer.from('name\0'),
    Buffer.from('comment\0'),
    Buffer.alloc(2),
  );
  for (let cut = 1; cut < 60; cut++)
    assert.equal(read(full, ['gzip'], 1000, [cut, cut + 1]).bytes.length, 100);
  assert.equal(read(head(8, Buffer.alloc(9000, 'n')), ['gzip']).state, 'bad');
});

test('keeps what came of a stream that is cut or spoilt, and tells the two apart', () => {
  for (const coding of ['gzip', 'deflate', 'br'] as const) {
    const packed = PACK[coding](noise);
    const cut = read(packed.subarray(0, packed.length >> 1), [coding]);
    assert.ok(!cut.isWhole && cut.state === 'open', coding);
    assert.ok(cut.bytes.length > 5000 && noise.subarray(0, cut.bytes.length).equals(cut.bytes), coding);
  }
  const spoilt = gzipSync(words);
  spoilt[10] = 7;
  assert.equal(read(spoilt, ['gzip']).state, 'bad');
  assert.equal(read(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 1, 2]), ['zstd']).state, 'bad');
  assert.equal(read(gzipSync(words), ['gzip, gzip, gzip, gzip, gzip']).state, 'bad');
});

test('stops at the limit and keeps the first bytes', () => {
  for (const codings of [[], ['gzip'], ['br'], ['deflate'], ['gzip', 'br']]) {
    const packed = codings.reduce((bytes, coding) => PACK[coding as Coding](bytes), words as Buffer);
    const { bytes, state } = read(packed, codings, 1000);
    assert.equal(state, 'full');
    assert.ok(words.subarray(0, 1000).equals(bytes));
    assert.equal(read(packed, codings, words.length).state, 'open');
  }
});

test('stops where many packed bytes become few', () => {
  const emptyMembers = Buffer.concat(Array.from({ length: 6000 }, () => gzipSync('')));
  const body = new Body(['gzip'], 1000, 0);
  let count = 0;
  while (body.push(emptyMembers) === 'open') count++;
  assert.ok(count <= 1);
  assert.equal(body.end().bytes.length, 0);
});

test('never throws and never exceeds its limit, whatever comes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('gzip', 'deflate', 'br', 'zstd', 'x', 'gzip, br'), { maxLength: 3 }),
      fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 10 }),
      fc.constantFrom<Coding | undefined>('gzip', 'deflate', 'br', undefined),
      fc.nat(2000),
      (codings, pieces, coding, most) => {
        const body = new Body(codings, most, 5000);
        const start = coding === undefined ? [] : [PACK[coding](words).subarray(0, 80)];
        for (const piece of [...start, ...pieces]) body.push(piece);
        assert.ok(body.end().bytes.length <= most);
      },
    ),
    { numRuns: 500, seed: 2 },
  );
});

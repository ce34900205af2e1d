/** Law over the kernels of fingerprints, SimHash, sparse vectors and topics: each agrees with its twin to the last bit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TermVector } from '../../src/contract/model.js';
import { createFingerprinter, plainFingerprinter, termIdOf } from '../../src/kernel/fingerprint.js';
import { Kernels } from '../../src/kernel/load.js';
import { createSimHasher, hamming, plainSimHasher } from '../../src/kernel/simhash.js';
import { createSparseSpace, plainSparseSpace, type SparseVector } from '../../src/kernel/sparse.js';
import { createTopicScorer, plainTopicScorer, type TopicScorerOptions } from '../../src/kernel/topic.js';
import { VectorRoom } from '../../src/kernel/vectors.js';
import { xxhash64 } from '../../src/kernel/xxhash64.js';
import { joinHalves } from '../../src/kit/bits.js';
import { idf } from '../../src/kit/idf.js';

const SEED = { seed: 20261130, numRuns: 300 };
const kernels = new Kernels();

/** Ids from a small range, so that vectors share some; sometimes the whole range of u32. */
const idList = fc
  .tuple(fc.constantFrom(60, 900, 0xffffffff), fc.integer({ min: 0, max: 90 }))
  .chain(([max, size]) => fc.uniqueArray(fc.integer({ min: 0, max }), { maxLength: Math.min(size, max) }))
  .map(ids => Uint32Array.from(ids).sort());

const oddNumber = fc.constantFrom(0, -1, 1e200, 1e-200, 1e308, Number.NaN, Number.POSITIVE_INFINITY);
const weightNumber = fc.oneof(
  { weight: 30, arbitrary: fc.double({ min: -3, max: 3, noNaN: true }) },
  { weight: 1, arbitrary: oddNumber },
);

function valuesFor(ids: Uint32Array, value: fc.Arbitrary<number>): fc.Arbitrary<Float64Array> {
  const list = fc.array(value, { minLength: ids.length, maxLength: ids.length });
  return list.map(values => Float64Array.from(values));
}

const sparseVector = idList.chain(id =>
  valuesFor(id, weightNumber).map((weight): SparseVector => ({ id, weight })),
);

const textOf = (id: Uint32Array, count: Float64Array): TermVector => ({
  id,
  count,
  total: count.reduce((sum, each) => sum + each, 0),
});
const countNumber = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 ** 40 }) },
);
const text = idList.chain(id => valuesFor(id, countNumber).map(count => textOf(id, count)));

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 100 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
    .map(units => String.fromCharCode(...units)),
);

test('xxHash64 gives the values of its specification', () => {
  const known: readonly (readonly [number, bigint])[] = [
    [0, 0xef46db3751d8e999n],
    [1, 0xe934a84adb052768n],
    [4, 0x9136a0dca57457een],
    [14, 0x8282dcc4994e35c8n],
    [222, 0xb641ae8cb691c174n],
  ];
  const region = kernels.arena.take('test', 512);
  const bytes = kernels.arena.u8(region);
  let generator = 2654435761n;
  for (let i = 0; i < 222; i++) {
    bytes[i] = Number(generator >> 56n);
    generator = (generator * 11400714785074694797n) & 0xffffffffffffffffn;
  }
  const out = kernels.arena.u32(region).subarray(64, 66);
  const call = kernels.exports<{ hashOne(at: number, length: number, out: number): void }>('fingerprint');
  for (const [length, expected] of known) {
    call.hashOne(region.at, length, out.byteOffset);
    assert.equal(joinHalves(out[0] as number, out[1] as number), expected, `kernel, ${length} bytes`);
    xxhash64(bytes, length, out);
    assert.equal(joinHalves(out[0] as number, out[1] as number), expected, `twin, ${length} bytes`);
  }
});

test('fingerprints of any text are the same by kernel and twin', () => {
  const kernel = createFingerprinter(kernels);
  const twin = plainFingerprinter();
  fc.assert(
    fc.property(anyText, some => {
      const print = kernel.of(some);
      assert.deepEqual(print, twin.of(some));
      assert.equal(termIdOf(some), print.low);
      assert.equal(twin.termIdOf(some), print.low);
    }),
    SEED,
  );
});

test('fingerprints of long texts are the same by kernel and twin', () => {
  const twin = plainFingerprinter();
  for (const long of ['a'.repeat(70_000), '\u66b4\u96e8'.repeat(60_000)]) {
    assert.deepEqual(createFingerprinter(new Kernels()).of(long), twin.of(long));
    assert.equal(createFingerprinter(new Kernels()).termIdOf(long), twin.termIdOf(long));
  }
});

test('fingerprints of many texts are those of each one', () => {
  const single = plainFingerprinter();
  const long = 'http://example.org/'.repeat(9000);
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 600 }), fc.boolean(), (texts, hasLong) => {
      const all = hasLong ? [...texts, long, ...texts] : texts;
      for (const many of [createFingerprinter(kernels), plainFingerprinter()]) {
        const low = new Uint32Array(all.length);
        const high = new Uint32Array(all.length);
        many.ofMany(all, low, high);
        for (const [i, each] of all.entries())
          assert.deepEqual({ low: low[i], high: high[i] }, single.of(each));
      }
    }),
    { ...SEED, numRuns: 20 },
  );
});

test('a fingerprint is not the fingerprint of the next text', () => {
  const kernel = createFingerprinter(kernels);
  const first = kernel.of('http://a.example/');
  kernel.of('http://b.example/');
  assert.deepEqual(first, plainFingerprinter().of('http://a.example/'));
});

test('SimHash is the same by kernel and twin, with huge, fractional and no counts', () => {
  const kernel = createSimHasher(kernels);
  const twin = plainSimHasher();
  const odd = fc.constantFrom(0, 0.5, 1.5, 4095, 4096, 1e300, Number.NaN, Number.POSITIVE_INFINITY);
  const anyCount = fc.oneof({ weight: 5, arbitrary: countNumber }, { weight: 1, arbitrary: odd });
  const vector = idList.chain(id => valuesFor(id, anyCount).map(count => ({ id, count })));
  fc.assert(
    fc.property(vector, terms => assert.deepEqual(kernel.of(terms), twin.of(terms))),
    SEED,
  );
  const equal = { id: Uint32Array.from({ length: 500 }, (_, i) => i), count: new Float64Array(500).fill(7) };
  assert.deepEqual(kernel.of(equal), twin.of(equal));
  const none = { id: new Uint32Array(0), count: new Float64Array(0) };
  assert.deepEqual(kernel.of(none), { low: 0, high: 0 });
});

test('SimHash of nearly the same terms is near, of other terms far', () => {
  const hasher = createSimHasher(kernels);
  const printOf = (first: number, length: number): bigint => {
    const id = Uint32Array.from({ length }, (_, i) => Math.imul(first + i, 0x9e3779b1) >>> 0);
    const { low, high } = hasher.of({ id, count: new Float64Array(length).fill(2) });
    return joinHalves(low, high);
  };
  assert.ok(hamming(printOf(0, 1000), printOf(0, 1001)) <= 3);
  assert.ok(hamming(printOf(0, 1000), printOf(5000, 1000)) > 12);
});

test('dot products and cosines of sparse vectors are the same by kernel and twin', () => {
  const kernel = createSparseSpace(kernels);
  const twin = plainSparseSpace();
  fc.assert(
    fc.property(fc.array(sparseVector, { minLength: 1, maxLength: 6 }), vectors => {
      kernel.clear();
      twin.clear();
      const pairs = vectors.flatMap((_, i) => vectors.map((__, j) => [i, j] as const));
      const results = [kernel, twin].map(space => {
        const handles = vectors.map(each => space.put(each));
        const left = Uint32Array.from(pairs, ([i]) => handles[i] as number);
        const right = Uint32Array.from(pairs, ([, j]) => handles[j] as number);
        const dots = new Float64Array(pairs.length);
        const cosines = new Float64Array(pairs.length);
        space.dots(left, right, dots);
        space.cosines(left, right, cosines);
        pairs.forEach((_, k) => {
          assert.equal(space.dot(left[k] as number, right[k] as number), dots[k]);
          assert.equal(space.cosine(left[k] as number, right[k] as number), cosines[k]);
          assert.ok(!Number.isNaN(cosines[k]) || dots.some(each => !Number.isFinite(each)));
        });
        return { dots, cosines, lengths: handles.map(each => space.length(each)) };
      });
      assert.deepEqual(results[0], results[1]);
    }),
    SEED,
  );
});

test('a space keeps thousands of vectors where they are while it grows', () => {
  const kernel = createSparseSpace(new Kernels());
  const twin = plainSparseSpace();
  const vectors = Array.from({ length: 1500 }, (_, k) => {
    const id = Uint32Array.from({ length: 1 + (k % 190) }, (__, i) => 7 * i + (k % 7));
    return { id, weight: Float64Array.from(id, each => (each % 13) - 4) };
  });
  const left = Uint32Array.from(vectors, each => kernel.put(each));
  const twins = Uint32Array.from(vectors, each => twin.put(each));
  const mine = new Float64Array(left.length);
  const theirs = new Float64Array(left.length);
  kernel.cosines(left, left.toReversed(), mine);
  twin.cosines(twins, twins.toReversed(), theirs);
  assert.deepEqual(mine, theirs);
});

test('the cosine of METHODS A.3 is 0.652929, those of G.3 are 0.948683 and 0.316228, and of nothing 0', () => {
  const vectorOf = (...weight: number[]): SparseVector => {
    const kept = weight.flatMap((each, i) => (each === 0 ? [] : [[i + 1, each] as const]));
    return { id: Uint32Array.from(kept, ([id]) => id), weight: Float64Array.from(kept, ([, each]) => each) };
  };
  for (const space of [createSparseSpace(kernels), plainSparseSpace()]) {
    const topic = space.put(vectorOf(0.5, 0.3, 0.2));
    const page = space.put(vectorOf(1, 0, 2));
    assert.ok(Math.abs(space.dot(topic, page) - 0.9) < 1e-12);
    assert.equal(space.cosine(topic, page).toFixed(6), '0.652929');
    const counts = space.put(vectorOf(2, 1, 0));
    assert.equal(space.cosine(counts, space.put(vectorOf(1, 1, 0))).toFixed(6), '0.948683');
    assert.equal(space.cosine(counts, space.put(vectorOf(0, 1, 1))).toFixed(6), '0.316228');
    const nothing = space.put(vectorOf());
    const zero = space.put({ id: Uint32Array.of(1), weight: Float64Array.of(0) });
    assert.deepEqual(
      [nothing, zero].map(each => space.cosine(each, topic)),
      [0, 0],
    );
    assert.equal(space.cosine(nothing, nothing), 0);
  }
});

test('the weights of METHODS A.1 come out of the topic scorer', () => {
  const page = textOf(Uint32Array.of(1, 2, 9), Float64Array.of(2, 1, 7));
  const containing: Record<number, number> = { 1: 1, 2: 3, 9: 0 };
  const one = (id: number): SparseVector => ({ id: Uint32Array.of(id), weight: Float64Array.of(1) });
  for (const make of [createTopicScorer, plainTopicScorer]) {
    const lengths = (['s0', 's0-smooth'] as const).map(variant => {
      const rarityOf = (id: number) => idf(variant, 4, containing[id] ?? 0);
      const out = new Float64Array(2);
      make({ topics: [one(1), one(2)], rarityOf, docNorm: 'all' }).score(page, out);
      const other = 0.7 * rarityOf(9);
      return [out, other] as const;
    });
    const expected = [
      [0.060206, 0],
      [0.095424, 0.030103],
    ];
    lengths.forEach(([out, other], k) => {
      const [a = 0, b = 0] = expected[k] as number[];
      const whole = Math.hypot(a, b, other);
      assert.ok(Math.abs((out[0] as number) - a / whole) < 1e-5);
      assert.ok(Math.abs((out[1] as number) - b / whole) < 1e-5);
    });
  }
});

const rarity = (id: number): number => ((Math.imul(id, 0x9e3779b1) >>> 8) % 1000) / 250 - 0.2;
const topicList = fc.array(sparseVector, { maxLength: 5 });

test('topic scores are the same by kernel and twin, for a text in WebAssembly memory or not', () => {
  const room = new VectorRoom(kernels);
  fc.assert(
    fc.property(topicList, fc.array(text, { maxLength: 4 }), fc.boolean(), (topics, texts, isWhole) => {
      const options: TopicScorerOptions = { topics, rarityOf: rarity, docNorm: isWhole ? 'all' : 'topic' };
      const kernel = createTopicScorer(options, kernels);
      const other = createTopicScorer({ ...options, docNorm: 'all' }, kernels);
      const twin = plainTopicScorer(options);
      room.clear();
      for (const each of texts) {
        const [mine, theirs, resident] = [0, 1, 2].map(() => new Float64Array(topics.length + 1).fill(5));
        kernel.score(each, mine as Float64Array);
        twin.score(each, theirs as Float64Array);
        other.score(each, resident as Float64Array);
        const inside = room.vector(each.id.length);
        inside.id.set(each.id);
        inside.count.set(each.count);
        kernel.score({ ...inside, total: each.total }, resident as Float64Array);
        assert.deepEqual(mine, theirs);
        assert.deepEqual(mine, resident);
        assert.ok(!mine?.subarray(0, topics.length).some(Number.isNaN));
      }
    }),
    SEED,
  );
});

test('a text without topic words, an empty text and an empty topic score 0', () => {
  const empty: SparseVector = { id: new Uint32Array(0), weight: new Float64Array(0) };
  const words: SparseVector = { id: Uint32Array.of(3, 5), weight: Float64Array.of(1, 0.5) };
  const texts = [
    textOf(new Uint32Array(0), new Float64Array(0)),
    textOf(Uint32Array.of(4), Float64Array.of(1e300)),
    textOf(Uint32Array.of(0xffffffff), Float64Array.of(1)),
  ];
  for (const docNorm of ['all', 'topic'] as const) {
    for (const make of [createTopicScorer, plainTopicScorer]) {
      const scorer = make({ topics: [empty, words], rarityOf: () => 1, docNorm });
      for (const each of texts) {
        const out = Float64Array.of(9, 9);
        scorer.score(each, out);
        assert.deepEqual(out, Float64Array.of(0, 0));
      }
    }
  }
});

test('vectors made in a room are apart, aligned, and stay good while it grows', () => {
  const room = new VectorRoom(new Kernels());
  const made = Array.from({ length: 200 }, (_, k) => room.vector(k));
  made.forEach(({ id, count }, k) => {
    id.fill(k);
    count.fill(k);
  });
  made.forEach(({ id, count }, k) => {
    assert.equal(id.length, k);
    assert.ok(id.every(each => each === k) && count.every(each => each === k));
  });
});

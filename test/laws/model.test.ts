/** What holds for every relevance model of the registry. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { models } from '../../models/index.js';
import type {
  DocumentFrequency,
  ModelEntry,
  Scorer,
  TermVector,
  TextDocument,
} from '../../src/contract/model.js';
import { defaultsOf, type Option, type OptionValues } from '../../src/contract/option.js';
import type { TopicView } from '../../src/contract/topic.js';
import { FrequencyTable } from '../../src/text/frequency-table.js';

const VOCABULARY = 12;
const frequency = FrequencyTable.create(VOCABULARY, 100, 0);
for (let id = 1; id <= VOCABULARY; id++) frequency.set(id, id === VOCABULARY ? 100 : 3 * id);

const vector = (counts: ReadonlyMap<number, number>): TermVector => {
  const id = Uint32Array.from(counts.keys()).sort();
  const count = Float64Array.from(id, term => counts.get(term) as number);
  return { id, count, total: count.reduce((sum, value) => sum + value, 0) };
};

const topic = (name: string, weights: ReadonlyMap<number, number>): TopicView => {
  const { id, count } = vector(weights);
  return { name, languages: ['en'], terms: [], id, weight: count };
};

const topics = [
  topic(
    'one',
    new Map([
      [1, 1],
      [2, 0.8],
      [3, 0.4],
    ]),
  ),
  topic(
    'two',
    new Map([
      [3, 1],
      [7, 0.1],
    ]),
  ),
];

const page = (all: TermVector): TextDocument => ({
  kind: 'page',
  all,
  title: all,
  headings: vector(new Map()),
  anchors: all,
  body: all,
});

/** Every value of a choice, and the ends of a range. */
function valuesOf(option: Option): readonly (number | boolean | string)[] {
  if (option.type === 'choice') return option.choices;
  return option.type === 'boolean' ? [true, false] : [option.default, option.min, option.max];
}

/** The defaults, and each option once at each of its values. */
function optionSets(entry: ModelEntry): OptionValues<ModelEntry['options']>[] {
  const preset = defaultsOf(entry.options);
  const varied = Object.entries(entry.options).flatMap(([name, option]) =>
    valuesOf(option).map(value => ({ ...preset, [name]: value })),
  );
  return [preset, ...varied] as OptionValues<ModelEntry['options']>[];
}

const scorerOf = (
  entry: ModelEntry,
  options = defaultsOf(entry.options),
  df: DocumentFrequency = frequency,
): Scorer => entry.bind(structuredClone(entry.prepare(topics, { options })), df);

function scores(scorer: Scorer, document: TextDocument): number[] {
  const out = new Float64Array(topics.length).fill(Number.NaN);
  scorer.score(document, 0, out);
  return [...out];
}

const counts = fc
  .dictionary(fc.integer({ min: 1, max: 2 * VOCABULARY }).map(String), fc.integer({ min: 1, max: 1000 }))
  .map(made => vector(new Map(Object.entries(made).map(([id, count]) => [Number(id), count]))));

for (const entry of models) {
  test(`${entry.name}: the value lies in [0, 1] for every text, topic and setting`, () => {
    const scorers = optionSets(entry).map(options => scorerOf(entry, options));
    fc.assert(
      fc.property(counts, all => {
        for (const document of [page(all), { kind: 'anchor', all } as const]) {
          for (const scorer of scorers) {
            for (const value of scores(scorer, document)) assert.ok(value >= 0 && value <= 1, String(value));
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  test(`${entry.name}: a text without terms has 0, and a collection without documents makes no NaN`, () => {
    const nothing = FrequencyTable.create(1, 0, 0);
    for (const options of optionSets(entry)) {
      const empty = vector(new Map());
      assert.deepEqual(scores(scorerOf(entry, options), page(empty)), [0, 0]);
      const early = scores(
        scorerOf(entry, options, nothing),
        page(
          vector(
            new Map([
              [1, 2],
              [20, 1],
            ]),
          ),
        ),
      );
      for (const value of early) assert.ok(value >= 0 && value <= 1);
    }
  });

  test(`${entry.name}: length alone changes nothing`, () => {
    const scorer = scorerOf(entry);
    fc.assert(
      fc.property(counts, fc.integer({ min: 2, max: 9 }), (all, times) => {
        const longer = { id: all.id, count: all.count.map(value => value * times), total: all.total * times };
        const [left, right] = [scores(scorer, page(all)), scores(scorer, page(longer))];
        left.forEach((value, i) => {
          assert.ok(Math.abs(value - (right[i] as number)) < 1e-9);
        });
      }),
      { numRuns: 100 },
    );
  });

  test(`${entry.name}: the topic’s own words score highest among texts of some of its words and others`, () => {
    const scorer = scorerOf(entry);
    const rarity = (id: number): number => Math.log10(1 + frequency.documents / (1 + frequency.of(id)));
    topics.forEach((view, t) => {
      // Counts that TF-IDF turns into the topic's weights.
      const own = vector(new Map([...view.id].map((id, i) => [id, (view.weight[i] as number) / rarity(id)])));
      const best = scores(scorer, page(own))[t] as number;
      assert.ok(best > 0.5);
      fc.assert(
        fc.property(counts, all => {
          assert.ok((scores(scorer, page(all))[t] as number) <= best + 1e-9);
        }),
        { numRuns: 200 },
      );
    });
  });

  test(`${entry.name}: topics are judged one by one`, () => {
    const both = scores(
      scorerOf(entry),
      page(
        vector(
          new Map([
            [1, 2],
            [3, 1],
          ]),
        ),
      ),
    );
    const out = new Float64Array(1);
    topics.forEach((view, t) => {
      const prepared = entry.prepare([view], { options: defaultsOf(entry.options) });
      entry.bind(prepared, frequency).score(
        page(
          vector(
            new Map([
              [1, 2],
              [3, 1],
            ]),
          ),
        ),
        0,
        out,
      );
      assert.equal(out[0], both[t]);
    });
  });

  test(`${entry.name}: a worker and the main thread agree to the last bit`, async () => {
    const texts = fc.sample(counts, { numRuns: 50, seed: 7 });
    const worker = new Worker(new URL('./model-worker.js', import.meta.url), {
      workerData: {
        name: entry.name,
        prepared: entry.prepare(topics, { options: defaultsOf(entry.options) }),
        handle: frequency.handle,
        topics: topics.length,
        texts,
      },
    });
    const [there] = (await once(worker, 'message')) as [number[][]];
    await worker.terminate();
    const scorer = scorerOf(entry);
    assert.deepEqual(
      there,
      texts.map(all => scores(scorer, page(all))),
    );
  });
}

/** A journal gives back what it was told up to its last whole commit, wherever the file is torn. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RoadJournal } from '../../../src/contract/journal.js';
import { blankReading, type Reading } from '../../../src/contract/visit.js';
import { beginJournal, pastOf, reopenJournal, surveyJournal } from '../../../src/journal/journal.js';
import { type AppendFile, memoryDisk } from '../../../src/kit/disk.js';

const SHAPE = { numbers: ['anchor'], lists: ['urlTerms'] } as const;

/** Writes down what it is told, as JSON. */
function scribe(): { readonly said: string[]; readonly journal: RoadJournal } {
  const said: string[] = [];
  const journal = new Proxy({} as RoadJournal, {
    get:
      (_, name) =>
      (...values: unknown[]) =>
        said.push(`${String(name)} ${JSON.stringify(values.map(plain))}`),
  });
  return { said, journal };
}

/** NaN, big numbers and links as JSON shows them. */
function plain(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  const { links, simhash, textHash, ...rest } = value as Reading;
  const fields = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...Object.fromEntries(fields),
    ...{ simhash: String(simhash), textHash: String(textHash) },
    links: Array.from({ length: links.count }, (_, i) => [links.url(i), links.anchor(i), links.low[i]]),
  };
}

/** A page with links; the title may be any UTF-16 text. */
function page(slot: number, title: string, urls: readonly string[]): Reading {
  const blank = blankReading(slot, 1);
  return {
    ...blank,
    ...{ title, simhash: 2n ** 63n + 1n, textHash: 3n },
    links: {
      count: urls.length,
      low: Uint32Array.from(urls, url => url.length),
      high: new Uint32Array(urls.length),
      known: new Uint32Array(urls.length),
      flags: new Uint32Array(urls.length),
      url: i => urls[i] as string,
      anchor: i => `to ${i} 暴雨`,
      number: { anchor: Float64Array.from(urls, () => 0.5) },
      list: {},
    },
  };
}

/** Tells everything once. */
function tellAll(journal: RoadJournal, title: string): void {
  journal.asked(3, 'adopted', Number.NaN, 1000.5);
  journal.chose(1001);
  journal.answered(page(3, title, ['http://a.example/', 'http://b.example/x']), 1002);
  journal.sent(4);
  journal.due(5);
  journal.dropped(6);
  journal.gone(7, 1003);
  journal.abandoned(8, 1004);
  journal.stopping();
  journal.resumed();
}

const listen = (file: AppendFile): { readonly said: string[]; readonly seqs: number[] } => {
  const survey = surveyJournal(file);
  assert.ok(survey !== undefined);
  const { said, journal } = scribe();
  const seqs = [...pastOf(file, survey).tell(journal)].filter(seq => seq !== undefined);
  return { said, seqs };
};

test('everything told comes back in order, whatever the texts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, isHalf) => {
      const title = isHalf ? `${text}\ud800` : text;
      const file = memoryDisk().create('journal');
      const writer = beginJournal(file, { startedMs: 5, shape: SHAPE });
      const expected = scribe();
      tellAll(writer.entries, title);
      tellAll(expected.journal, title);
      writer.commit({ seq: 1, elapsedMs: 2, beside: {} });
      const { said, seqs } = listen(file);
      assert.deepEqual(said, expected.said);
      assert.deepEqual(seqs, [1]);
    }),
    { numRuns: 50 },
  );
});

test('a file torn anywhere holds the commits before the tear, and goes on behind them', () => {
  const whole = memoryDisk().create('journal');
  const writer = beginJournal(whole, { startedMs: 5, shape: SHAPE });
  const ends: number[] = [whole.length];
  for (const seq of [1, 2, 3]) {
    tellAll(writer.entries, 'title');
    writer.commit({ seq, elapsedMs: seq, beside: {} });
    ends.push(whole.length);
  }
  const bytes = new Uint8Array(whole.length);
  whole.read(0, bytes);
  for (let cut = ends[0] as number; cut <= bytes.length; cut += 7) {
    const file = memoryDisk().create('journal');
    file.append(bytes.subarray(0, cut));
    const commits = ends.filter(end => end <= cut).length - 1;
    const survey = surveyJournal(file);
    assert.equal(survey?.last?.seq, commits === 0 ? undefined : commits);
    const next = reopenJournal(file, survey as NonNullable<typeof survey>);
    next.entries.dropped(9);
    next.commit({ seq: 10, elapsedMs: 4, beside: {} });
    const { said, seqs } = listen(file);
    assert.deepEqual(seqs, [...[1, 2, 3].slice(0, commits), 10]);
    assert.equal(said.at(-1), 'dropped ["9"]');
  }
});

test('one changed byte ends the journal before the frame that it stands in', () => {
  const whole = memoryDisk().create('journal');
  const writer = beginJournal(whole, { startedMs: 5, shape: SHAPE });
  const begin = whole.length;
  tellAll(writer.entries, 'title');
  writer.commit({ seq: 1, elapsedMs: 1, beside: {} });
  const first = whole.length;
  writer.commit({ seq: 2, elapsedMs: 2, beside: {} });
  const bytes = new Uint8Array(whole.length);
  whole.read(0, bytes);
  for (let at = begin; at < first - 8; at += 11) {
    const file = memoryDisk().create('journal');
    file.append(bytes.map((byte, i) => (i === at ? byte ^ 0x10 : byte)));
    assert.equal(surveyJournal(file)?.last, undefined, `byte ${at}`);
  }
});

test('without a beginning there is nothing to go on with', () => {
  const file = memoryDisk().create('journal');
  assert.equal(surveyJournal(file), undefined);
  file.append(new Uint8Array(100));
  assert.equal(surveyJournal(file), undefined);
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { vsm } from '../../../models/vsm.js';
import { defaultsOf } from '../../../src/contract/option.js';
import { KernelSegmenter } from '../../../src/kernel/segmenter.js';
import { SegmenterStore } from '../../../src/kernel/segmenter-store.js';
import { loadBackground } from '../../../src/text/background.js';
import { TermReader } from '../../../src/text/term-reader.js';
import { buildTopic, keptIdsOf, type Topic, userWordsOf } from '../../../src/topic/build.js';
import { findTopic, parseTopic, shippedTopics } from '../../../src/topic/find.js';
import { heaviest } from '../../../src/topic/learn.js';
import { readerWith, segmenter } from '../text/reader.js';

const frequency = loadBackground();
const tools = { segmenter, frequency };
const built = (text: string): Topic => buildTopic(parseTopic(text, 'topic.yaml'), tools);
const reader = readerWith();

const weightOf = (topic: Topic, word: string): number | undefined => {
  const [id] = reader.list(word, 'en');
  const at = topic.view.id.indexOf(id as number);
  return at < 0 ? undefined : topic.view.weight[at];
};

test('every shipped topic is valid, and its words are terms', () => {
  assert.ok(shippedTopics().length >= 9);
  for (const name of shippedTopics()) {
    const { view } = buildTopic(findTopic(name), tools);
    assert.equal(view.name, name);
    assert.ok(view.id.length >= 5);
    for (let i = 1; i < view.id.length; i++) assert.ok((view.id[i] as number) > (view.id[i - 1] as number));
    for (const weight of view.weight) assert.ok(weight > 0 && weight <= 1);
  }
});

test('暴雨灾害 and 台风灾害 have the words of the paper', () => {
  const words = (name: string): string[] =>
    buildTopic(findTopic(name), tools).view.terms.map(term => term.text);
  assert.deepEqual(words('暴雨灾害'), ['暴雨', '气象', '天气', '灾害', '预防']);
  assert.deepEqual(words('台风灾害'), ['台风', '风暴潮', '暴雨', '气压', '风力']);
});

test('a phrase of k words gives each w / √k, and a word of its own keeps the larger weight', () => {
  const topic = built('words: {flood: 1, flood warning: 0.8}');
  assert.equal(weightOf(topic, 'flood'), 1);
  assert.ok(Math.abs((weightOf(topic, 'warning') as number) - 0.8 / Math.SQRT2) < 1e-12);
});

test('a list gives every word weight 1, and a list of pairs its own', () => {
  assert.deepEqual([...built('words: [flood, storm]').view.weight], [1, 1]);
  assert.equal(weightOf(built('words:\n- flood: 0.5\n- storm'), 'flood'), 0.5);
});

test('a Chinese word is one term, and the segmenter learns it', () => {
  const topic = built('words: [暴雨灾害链, LibreOffice宏, 雪]');
  assert.equal(topic.view.languages.join(), 'zh');
  assert.deepEqual(userWordsOf([topic]), { dictionary: '暴雨灾害链\n宏\n雪' });
  const store = SegmenterStore.open(userWordsOf([topic]));
  const lane = new TermReader({ segmenter: new KernelSegmenter(store.share), keep: keptIdsOf([topic]) });
  assert.deepEqual([...lane.list('关于暴雨灾害链的研究', 'zh')][0], reader.idOf('暴雨灾害链'));
  assert.ok(lane.list('今天有雪。', 'zh').includes(reader.idOf('雪')));
});

test('a topic may ask for a stop word', () => {
  const topic = built('words: [the, who]');
  const lane = readerWith(keptIdsOf([topic]));
  assert.equal(lane.read('the of who', 'en').total, 2);
});

test('a word of a language without stems is read without them', () => {
  const german = built('languages: [de]\nwords: [Hauses]').view.id;
  assert.deepEqual(german, reader.list('Hauses', 'de'));
  assert.notDeepEqual(german, reader.list('Hauses', 'en'));
});

test('a Japanese word is its pairs of characters', () => {
  const topic = built('languages: [ja]\nwords: [東京都]');
  assert.deepEqual(topic.view.id, reader.list('東京都', 'ja').sort());
  assert.deepEqual(topic.userWords, []);
});

test('METHODS F.2: the heaviest terms of [a,b,b] and [b,c] are b, a, c', () => {
  const [a, b, c] = [1, 2, 3];
  const counts = new Map([
    [a, { count: 1 }],
    [b, { count: 3 }],
    [c, { count: 1 }],
  ]);
  const df = new Map([
    [a, 1],
    [b, 2],
    [c, 9],
  ]);
  const found = heaviest(counts, { version: 0, documents: 10, of: id => df.get(id) ?? 0 }, 30);
  assert.deepEqual(
    found.map(term => term.id),
    [b, a, c],
  );
  [0.382093, 0.15563, 0.060206].forEach((weight, i) => {
    assert.ok(Math.abs((found[i]?.weight as number) - weight) < 5e-7);
  });
});

test('a description becomes its heaviest words, the first with weight 1', () => {
  const { view } = built('description: 台风带来暴雨和风暴潮。台风登陆后，气象台发布暴雨预警。\nsize: 4');
  assert.equal(view.terms.length, 4);
  assert.equal(view.terms[0]?.text, '台风');
  assert.equal(view.terms[0]?.weight, 1);
  assert.equal(view.languages.join(), 'zh');
});

test('examples are texts, files beside the topic file, and whatever the reader of pages gives', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dowser-topic-'));
  try {
    writeFileSync(join(folder, 'example.txt'), 'levee levee levee');
    writeFileSync(
      join(folder, 'floods.yaml'),
      'examples:\n- text: dam dam\n- example.txt\n- http://a.example/\n- page.html\n',
    );
    const draft = findTopic(join(folder, 'floods.yaml'));
    assert.equal(draft.name, 'floods');
    const pages = { ...tools, textOf: (example: object) => ('url' in example ? 'river' : undefined) };
    assert.throws(() => buildTopic(draft, pages), /page\.html is no plain text/);
    const asked: string[] = [];
    const topic = buildTopic(draft, {
      ...tools,
      textOf: example => {
        if ('file' in example) asked.push(example.file);
        if ('url' in example) return 'river';
        return 'file' in example && example.file.endsWith('.html') ? 'storm' : undefined;
      },
    });
    assert.deepEqual(topic.view.terms.map(term => term.text).sort(), ['dam', 'levee', 'river', 'storm']);
    assert.deepEqual(asked, [join(folder, 'example.txt'), join(folder, 'page.html')]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a topic is found by name or path; a wrong name gets the nearest one', () => {
  assert.equal(findTopic('flood-warning').name, 'flood-warning');
  assert.throws(
    () => findTopic('flod-warning'),
    /no topic is called "flod-warning"\. Did you mean flood-warning\?/,
  );
  assert.throws(() => findTopic('./nowhere.yaml'), /there is no such file/);
  assert.throws(() => findTopic(tmpdir()), /cannot be read/);
});

test('the topic itself is the most relevant text', () => {
  const topic = built('words: {flood: 1, storm: 0.5}');
  const lane = readerWith(keptIdsOf([topic]));
  const scorer = vsm.bind(vsm.prepare([topic.view], { options: defaultsOf(vsm.options) }), frequency);
  const relevance = (text: string): number => {
    const out = new Float64Array(1);
    scorer.score({ kind: 'page', all: lane.read(text, 'en') }, 0, out);
    return out[0] as number;
  };
  assert.ok(relevance('Floods and storms') > relevance('Floods and gardens'));
  assert.ok(relevance('Floods and gardens') > relevance('Gardens'));
  assert.equal(relevance('Gardens'), 0);
});

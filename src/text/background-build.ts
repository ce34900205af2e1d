/**
 * Builds models/data/frequency-zh.bin and frequency-en.bin, by hand and seldom:
 *
 *   node dist/src/text/background-build.js WORDNET_DICT PYTHON_DOC_SOURCES
 *
 * Chinese: the inverse document frequencies of cppjieba's dictionary turned back into counts. English: WordNet's
 * glosses and examples and the sources of Python's documentation, cut into documents of a hundred terms. Only counts
 * are kept. Both are scaled to the same number of documents, so that one table serves pages that mix languages.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { BACKGROUND_LANGUAGES, backgroundFile, packFrequency, TERM_RULE } from './background.js';
import { TermReader } from './term-reader.js';

const DOCUMENTS = 1_000_000;
/** Rarer words stand in too few documents for a count to mean anything. */
const LEAST_COUNT = 3;
const TERMS_A_DOCUMENT = 100;

/** English holds no Han, so nothing is ever cut. */
const noSegmenter = {
  cut: (text: string) => ({ count: 1, end: Int32Array.of(text.length), hash: new Uint32Array(2) }),
};

interface Built {
  readonly counts: Map<number, number>;
  /** Terms whose ids two words share; the larger count stands. */
  readonly collisions: number;
  readonly sha256: string;
}

/** Documents that a word is in, for each time that it comes: the median over the words whose both numbers are known. */
const DOCUMENTS_A_SHARE = 25.7;

/** Words of the dictionary with the share of documents that they are in. */
function* chineseShares(idf: string, dictionary: string): Generator<[string, number]> {
  for (const line of idf.split('\n')) {
    const [word = '', value = ''] = line.split(' ');
    yield [word, Math.exp(-Number(value))];
  }
  const lines = dictionary.split('\n').map(line => line.split(' '));
  const total = lines.reduce((sum, [, count]) => sum + Number(count ?? 0), 0);
  for (const [word = '', count] of lines) {
    if (word.length === 1) yield [word, (DOCUMENTS_A_SHARE * Number(count)) / total];
  }
}

function buildChinese(): Built {
  const require = createRequire(import.meta.url);
  const paths = require('nodejieba') as { readonly DEFAULT_IDF_DICT: string; readonly DEFAULT_DICT: string };
  const files = [readFileSync(paths.DEFAULT_IDF_DICT), readFileSync(paths.DEFAULT_DICT)] as const;
  const reader = new TermReader({ segmenter: noSegmenter });
  const counts = new Map<number, number>();
  let collisions = 0;
  for (const [word, share] of chineseShares(files[0].toString('utf8'), files[1].toString('utf8'))) {
    const count = Math.round(DOCUMENTS * share);
    if (!/^\p{Script=Han}+$/u.test(word) || !(count >= LEAST_COUNT)) continue;
    const id = reader.idOf(word);
    const known = counts.get(id);
    if (known !== undefined) collisions++;
    counts.set(id, Math.max(count, known ?? 0));
  }
  return { counts, collisions, sha256: sha256(files) };
}

const sha256 = (parts: readonly Uint8Array[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** The text behind the bar of each line of data: what a word means, and how it is used. */
const glossesOf = (data: string): string =>
  data
    .split('\n')
    .map(line => line.slice(line.indexOf(' | ') + 3))
    .join('\n');

/** Reading text of a reStructuredText source: without roles, directives and targets. */
const proseOf = (source: string): string =>
  source
    .replace(/^\s*\.\. [\w:-]+::.*$/gm, '')
    .replace(/:[\w:-]+:`/g, '`')
    .replace(/^\s*:[\w-]+:.*$/gm, '');

function buildEnglish(wordnet: string, python: string): Built {
  const files = [
    ...['adj', 'adv', 'noun', 'verb'].map(kind => ({
      path: join(wordnet, `data.${kind}`),
      textOf: glossesOf,
    })),
    ...readdirSync(python, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.rst.txt'))
      .sort()
      .map(name => ({ path: join(python, name), textOf: proseOf })),
  ];
  const reader = new TermReader({ segmenter: noSegmenter });
  const windows = new Map<number, number>();
  const bytes: Uint8Array[] = [];
  let documents = 0;
  for (const { path, textOf } of files) {
    const content = readFileSync(path);
    bytes.push(content);
    const terms = reader.sequence(textOf(content.toString('utf8')), 'en');
    for (let at = 0; at + TERMS_A_DOCUMENT / 2 <= terms.length; at += TERMS_A_DOCUMENT) {
      documents++;
      for (const id of new Set(terms.subarray(at, at + TERMS_A_DOCUMENT)))
        windows.set(id, (windows.get(id) ?? 0) + 1);
    }
  }
  const counts = new Map(
    [...windows].map(([id, count]) => [id, Math.round((count / documents) * DOCUMENTS)]),
  );
  return { counts, collisions: reader.collisions, sha256: sha256(bytes) };
}

const SOURCES: Readonly<Record<string, object>> = {
  zh: {
    source: 'cppjieba dictionaries idf.utf8 and jieba.dict.utf8, as packed in nodejieba 3.5.8',
    licence: 'MIT',
    method:
      'count = documents × e^-idf; single characters, which have no idf, documents × 25.7 × their share of all words; counts of at least 3',
  },
  en: {
    source: 'WordNet 3.0 glosses and examples; Python 3.11 documentation sources',
    licence: 'WordNet 3.0 licence; PSF licence version 2. Only counts of documents are kept.',
    method: 'documents of 100 consecutive terms, scaled to the common number of documents',
  },
};

function main(wordnet: string | undefined, python: string | undefined): void {
  if (wordnet === undefined || python === undefined) {
    process.stderr.write(
      'Name the folder of WordNet data files and the one of the Python documentation sources.\n',
    );
    process.exitCode = 2;
    return;
  }
  const manifest: Record<string, object> = {};
  for (const language of BACKGROUND_LANGUAGES) {
    const built = language === 'zh' ? buildChinese() : buildEnglish(wordnet, python);
    const bytes = packFrequency(DOCUMENTS, built.counts);
    mkdirSync(dirname(backgroundFile(language)), { recursive: true });
    writeFileSync(backgroundFile(language), bytes);
    manifest[language] = {
      file: `frequency-${language}.bin`,
      bytes: bytes.length,
      sha256: sha256([bytes]),
      terms: built.counts.size,
      collisions: built.collisions,
      ...SOURCES[language],
      sourceSha256: built.sha256,
    };
  }
  const whole = {
    documents: DOCUMENTS,
    termRule: TERM_RULE,
    builtBy: 'src/text/background-build.ts',
    tables: manifest,
  };
  writeFileSync(join(dirname(backgroundFile('zh')), 'frequency.json'), `${JSON.stringify(whole, null, 2)}\n`);
}

main(process.argv[2], process.argv[3]);

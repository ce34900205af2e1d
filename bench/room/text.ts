/**
 * The text room and vsm on the pages of a stored web: CPU time a page for the language, the terms of the page, anchor
 * and context of every link, and the relevance of all of them to one topic. Median of the rounds.
 *
 *   node dist/bench/room/text.js [WEB] [PART OF URL] [TOPIC] [ROUNDS]
 */
import { cpus } from 'node:os';
import { vsm } from '../../models/vsm.js';
import { StoredWeb, StoredWebReader } from '../../src/archive/stored-web.js';
import { HEADER, type PageDocument, sliceAt } from '../../src/contract/document.js';
import type { TextDocument } from '../../src/contract/model.js';
import { defaultsOf } from '../../src/contract/option.js';
import { Kernels } from '../../src/kernel/load.js';
import { KernelSegmenter } from '../../src/kernel/segmenter.js';
import { SegmenterStore } from '../../src/kernel/segmenter-store.js';
import { decode } from '../../src/parse/charset.js';
import { readPage } from '../../src/parse/reader.js';
import { loadBackground } from '../../src/text/background.js';
import { languageOf } from '../../src/text/language.js';
import { PageTerms } from '../../src/text/page-terms.js';
import { TermReader } from '../../src/text/term-reader.js';
import { buildTopic, keptIdsOf, userWordsOf } from '../../src/topic/build.js';
import { findTopic } from '../../src/topic/find.js';
import { sharedPath } from '../../test/shared.js';

interface Page {
  readonly document: PageDocument;
  readonly language: string;
  readonly links: number;
}

async function pagesOf(web: string, part: string): Promise<Page[]> {
  const path = sharedPath(`webs/${web}.warc.gz`);
  if (path === undefined) throw new Error(`No stored web ${web}.`);
  const urls: string[] = [];
  const stored = await StoredWeb.open([path], url => {
    urls.push(url);
    return url;
  });
  const reader = StoredWebReader.attach(stored.handle);
  const pages: Page[] = [];
  for (const url of new Set(urls)) {
    const answer = url.includes(part) ? reader.get(url) : undefined;
    if (answer === undefined || answer.status !== 200) continue;
    const document = readPage(decode(answer.body, answer.contentType).text);
    const declared = sliceAt(document.values, document.records, HEADER.language);
    const links = document.records[HEADER.linkCount] as number;
    pages.push({ document, language: languageOf(document.text, declared), links });
  }
  stored.close();
  return pages;
}

function cpuMicroseconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;

async function main(web = 'lohelp', part = '/zh-CN/', topicName = 'sbasic-zh', rounds = '9'): Promise<void> {
  const pages = await pagesOf(web, part);
  const frequency = loadBackground();
  const bare = new KernelSegmenter(SegmenterStore.open().share);
  const topic = buildTopic(findTopic(topicName), { segmenter: bare, frequency });
  const store = SegmenterStore.open(userWordsOf([topic]));
  const segmenter = new KernelSegmenter(store.share);
  const reader = new TermReader({ segmenter, keep: keptIdsOf([topic]), kernels: new Kernels() });
  const terms = new PageTerms(reader);
  const scorer = vsm.bind(vsm.prepare([topic.view], { options: defaultsOf(vsm.options) }), frequency);
  const out = new Float64Array(1);
  const judged: TextDocument[] = [];
  const time: Record<string, number[]> = { language: [], terms: [], links: [], judge: [] };
  const add = (name: string, work: () => void): void => {
    (time[name] as number[]).push(cpuMicroseconds(work) / pages.length);
  };
  for (let round = 0; round < Number(rounds); round++) {
    add('language', () => {
      for (const { document, language } of pages) reader.languageOf(document.text, language);
    });
    add('terms', () => {
      for (const { document, language } of pages) terms.read(document, language);
    });
    // The page is read again, for its words are needed: its time is taken off below.
    add('links', () => {
      judged.length = 0;
      for (const { document, language, links } of pages) {
        judged.push(terms.read(document, language));
        for (let i = 0; i < links; i++) {
          for (const text of [terms.anchor(i), terms.context(i)]) if (text !== undefined) judged.push(text);
        }
      }
    });
    add('judge', () => {
      for (const document of judged) scorer.score(document, 0, out);
    });
  }
  const [language, read, readWithLinks, judge] = Object.values(time).map(median) as [
    number,
    number,
    number,
    number,
  ];
  const mean = (of: (page: Page) => number): number =>
    Math.round(pages.reduce((sum, page) => sum + of(page), 0) / pages.length);
  const record = {
    bench: 'room/text',
    web: `${web} ${part}`,
    pages: pages.length,
    unitsAPage: mean(page => page.document.text.length),
    linksAPage: mean(page => page.links),
    textsJudgedAPage: Math.round(judged.length / pages.length),
    microsecondsAPage: {
      language: Math.round(language),
      terms: Math.round(read),
      links: Math.round(readWithLinks - read),
      judge: Math.round(judge),
    },
    collisions: reader.collisions,
    rounds: Number(rounds),
    node: process.version,
    cpu: cpus()[0]?.model ?? '',
  };
  process.stdout.write(`${JSON.stringify(record, null, 2)}\n`);
}

await main(...process.argv.slice(2));

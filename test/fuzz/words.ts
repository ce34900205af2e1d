/**
 * Every page of stored webs: the kernel of words and its twin must agree on language, words, places, ids and vectors.
 *
 *   node dist/test/fuzz/words.js [WEB…]      without a name: all of them
 */
import assert from 'node:assert/strict';
import { HEADER, type PageDocument, sliceAt } from '../../src/contract/document.js';
import { Kernels } from '../../src/kernel/load.js';
import { KernelSegmenter } from '../../src/kernel/segmenter.js';
import { SegmenterStore } from '../../src/kernel/segmenter-store.js';
import { decode } from '../../src/parse/charset.js';
import { readPage } from '../../src/parse/reader.js';
import { languageOf } from '../../src/text/language.js';
import { PageTerms } from '../../src/text/page-terms.js';
import { TermReader } from '../../src/text/term-reader.js';
import { storedPages, WEBS } from './stored.js';

const store = SegmenterStore.open();
const readers = [new Kernels(), undefined].map(
  kernels => new TermReader({ segmenter: new KernelSegmenter(store.share), kernels }),
);
const [kernel, twin] = readers as [TermReader, TermReader];
const [kernelTerms, twinTerms] = [new PageTerms(kernel), new PageTerms(twin)];
const [kernelList, twinList] = [kernel.newList(), twin.newList()];

function compare(page: PageDocument): void {
  const declared = sliceAt(page.values, page.records, HEADER.language);
  const language = languageOf(page.text, declared);
  assert.equal(kernel.languageOf(page.text, declared), language);
  for (const each of [language, 'ja']) {
    kernelList.clear();
    twinList.clear();
    kernel.tokenise(page.text, each, kernelList);
    twin.tokenise(page.text, each, twinList);
    assert.equal(kernelList.count, twinList.count);
    for (const name of ['id', 'start', 'end'] as const) {
      const [left, right] = [kernelList, twinList].map(list => list[name].subarray(0, list.count)) as [
        Uint32Array,
        Uint32Array,
      ];
      for (let i = 0; i < left.length; i++) assert.equal(left[i], right[i], `${name} ${i}`);
    }
  }
  const [left, right] = [kernelTerms.read(page, language), twinTerms.read(page, language)];
  for (const field of ['all', 'title', 'headings', 'anchors', 'body'] as const) {
    assert.deepEqual(left[field], right[field], field);
  }
  const links = page.records[HEADER.linkCount] as number;
  for (let i = 0; i < links; i += 7) {
    assert.deepEqual(kernelTerms.context(i), twinTerms.context(i));
    assert.deepEqual(kernelTerms.leafTerms(i), twinTerms.leafTerms(i));
  }
}

const named = process.argv.slice(2);
for (const web of named.length > 0 ? named : WEBS) {
  let pages = 0;
  for (const { url, contentType, body } of storedPages(web)) {
    try {
      compare(readPage(decode(body, contentType).text));
    } catch (error) {
      throw new Error(`${url} differs`, { cause: error });
    }
    pages++;
  }
  assert.equal(kernel.collisions, twin.collisions);
  process.stdout.write(`${web}: ${pages} pages, no difference; ${kernel.collisions} collisions\n`);
}

/**
 * The long comparison of the segmenter kernel with nodejieba, run by hand. Prints one line of JSON for each part and
 * exits with 1 on any difference.
 *
 *   node dist/test/fuzz/segmenter.js webs lohelp zhdocs w3zh
 *   node dist/test/fuzz/segmenter.js cases 100000 SEED
 *   node dist/test/fuzz/segmenter.js long 500 SEED
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import nodejieba from 'nodejieba';
import { KernelSegmenter } from '../../src/kernel/segmenter.js';
import { SegmenterStore } from '../../src/kernel/segmenter-store.js';
import { sharedPath } from '../shared.js';
import { chineseText, longRange, oddLines, userLine } from './chinese.js';
import { differenceOf } from './same-words.js';
import { chineseTexts } from './web-text.js';

const USER_LINES = 3000;
const SHOWN = 5;

class Comparison {
  texts = 0;
  bytes = 0;
  tokens = 0;
  different = 0;
  readonly #segmenter: KernelSegmenter;

  constructor(segmenter: KernelSegmenter) {
    this.#segmenter = segmenter;
  }

  compare(text: string): void {
    const oracle = nodejieba.cut(text, true);
    const difference = differenceOf(text, this.#segmenter.cut(text), oracle);
    this.texts++;
    this.bytes += Buffer.byteLength(text);
    this.tokens += oracle.length;
    if (difference !== undefined && ++this.different <= SHOWN) process.stderr.write(`${difference}\n`);
  }

  print(part: string): void {
    const { texts, bytes, tokens, different } = this;
    process.stdout.write(`${JSON.stringify({ part, texts, bytes, tokens, different })}\n`);
    if (different > 0) process.exitCode = 1;
  }
}

function compareWebs(names: readonly string[]): void {
  const segmenter = new KernelSegmenter(SegmenterStore.open().share);
  for (const name of names) {
    const path = sharedPath(`webs/${name}.warc.gz`);
    if (path === undefined) throw new Error(`../shared/webs/${name}.warc.gz is not there.`);
    const comparison = new Comparison(segmenter);
    for (const text of chineseTexts(path)) comparison.compare(text);
    comparison.print(name);
  }
}

/** Half of the cases with jieba's dictionary alone, half with user words. */
function compareCases(count: number, seed: number): void {
  const half = Math.ceil(count / 2);
  const run = (segmenter: KernelSegmenter, more: readonly string[], part: string): void => {
    const comparison = new Comparison(segmenter);
    const property = fc.property(chineseText(more), text => comparison.compare(text));
    fc.assert(property, { numRuns: half, seed });
    comparison.print(part);
  };
  run(new KernelSegmenter(SegmenterStore.open().share), [], 'cases');
  const line = [...fc.sample(userLine, { numRuns: USER_LINES, seed }), ...oddLines];
  const dictionary = line.join('\n');
  loadOracle(dictionary);
  const words = line.map(each => each.trim().split(' ')[0] as string);
  run(new KernelSegmenter(SegmenterStore.open({ dictionary }).share), words, 'cases with user words');
}

function compareLong(count: number, seed: number): void {
  const comparison = new Comparison(new KernelSegmenter(SegmenterStore.open().share));
  fc.assert(
    fc.property(longRange, text => comparison.compare(text)),
    { numRuns: count, seed },
  );
  comparison.print('long ranges without separators');
}

function loadOracle(dictionary: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'dowser-'));
  const file = join(folder, 'user.utf8');
  writeFileSync(file, dictionary);
  const { DEFAULT_USER_DICT } = nodejieba as unknown as { DEFAULT_USER_DICT: string };
  nodejieba.load({ userDict: `${DEFAULT_USER_DICT};${file}` });
  rmSync(folder, { recursive: true });
}

const [what, ...rest] = process.argv.slice(2);
if (what === 'webs') compareWebs(rest);
else if (what === 'cases') compareCases(Number(rest[0] ?? 100_000), Number(rest[1] ?? 1));
else if (what === 'long') compareLong(Number(rest[0] ?? 500), Number(rest[1] ?? 1));
else process.stderr.write('Write "webs NAME…", "cases COUNT SEED" or "long COUNT SEED".\n');

/**
 * Segmenter kernel against nodejieba on text of the stored webs: CPU time, both sides in turn in every round, median of
 * the rounds' ratios. Words with offsets and hashes on one side, an array of strings on the other: each gives what its
 * user in the text room needs.
 *
 *   node dist/bench/kernel/segmenter.js [ROUNDS] [WEB…]
 */
import nodejieba from 'nodejieba';
import { KernelSegmenter } from '../../src/kernel/segmenter.js';
import { SegmenterStore } from '../../src/kernel/segmenter-store.js';
import { chineseTexts } from '../../test/fuzz/web-text.js';
import { sharedPath } from '../../test/shared.js';

/** Text of each web that is cut in a round. */
const SAMPLE_BYTES = 2_000_000;
/** The kernel's share of a round is repeated, for the clock's sake. */
const REPEAT = 8;

const median = (numbers: number[]): number =>
  numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;

function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Every k-th text of a web, so that the sample reaches over all of it. */
function sampleOf(path: string): string[] {
  const text = [...chineseTexts(path)];
  const bytes = text.reduce((sum, each) => sum + Buffer.byteLength(each), 0);
  const step = Math.max(1, Math.floor(bytes / SAMPLE_BYTES));
  return text.filter((_, i) => i % step === 0);
}

function measure(web: string, texts: readonly string[], rounds: number): void {
  const topic = SegmenterStore.open({ words: ['风暴潮', '雨雾潮灾', '长江大桥由'] });
  const subject = {
    kernel: new KernelSegmenter(SegmenterStore.open().share),
    withUserWords: new KernelSegmenter(topic.share),
  };
  const time = { nodejieba: [] as number[], kernel: [] as number[], withUserWords: [] as number[] };
  const runs = {
    nodejieba: () => texts.reduce((sum, text) => sum + nodejieba.cut(text, true).length, 0),
    kernel: () => texts.reduce((sum, text) => sum + subject.kernel.cut(text).count, 0),
    withUserWords: () => texts.reduce((sum, text) => sum + subject.withUserWords.cut(text).count, 0),
  };
  for (let round = -1; round < rounds; round++) {
    for (const name of ['nodejieba', 'kernel', 'withUserWords'] as const) {
      const repeat = name === 'nodejieba' ? 1 : REPEAT;
      const seconds = cpuSeconds(() => {
        for (let i = 0; i < repeat; i++) runs[name]();
      });
      if (round >= 0) time[name].push(seconds / repeat);
    }
  }
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const speed = (name: keyof typeof time): number =>
    Number((bytes / 1e6 / median([...time[name]])).toFixed(1));
  const ratio = (name: 'kernel' | 'withUserWords'): number =>
    Number(median(time.nodejieba.map((each, i) => each / (time[name][i] as number))).toFixed(1));
  const result = {
    web,
    bytes,
    rounds,
    megabytesPerSecond: { nodejieba: speed('nodejieba'), kernel: speed('kernel') },
    ratio: ratio('kernel'),
    ratioWithUserWords: ratio('withUserWords'),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

const [rounds = '9', ...webs] = process.argv.slice(2);
for (const web of webs.length > 0 ? webs : ['lohelp', 'zhdocs', 'w3zh']) {
  const path = sharedPath(`webs/${web}.warc.gz`);
  if (path === undefined) process.stderr.write(`skipped: ../shared/webs/${web}.warc.gz is not there\n`);
  else measure(web, sampleOf(path), Number(rounds));
}

/** All benches, by folder and name: `npm run bench -- kernel sparse`. To add one, add its line. */
import type { MakeSubject } from './subject.js';

export type Bench =
  /** Cases for the harness. */
  | { readonly kind: 'subject'; readonly load: () => Promise<{ readonly subject: MakeSubject }> }
  /** Measures by itself, for that many rounds, and answers with what is to be printed and kept. */
  | { readonly kind: 'report'; readonly run: (rounds: number) => Promise<unknown> }
  /** A program of its own, below dist/bench, that prints JSON. */
  | { readonly kind: 'program'; readonly file: string };

const subject = (load: () => Promise<{ readonly subject: MakeSubject }>): Bench => ({
  kind: 'subject',
  load,
});
const report = (run: (rounds: number) => Promise<unknown>): Bench => ({ kind: 'report', run });
const program = (file: string): Bench => ({ kind: 'program', file });

export const BENCHES: Readonly<Record<string, Readonly<Record<string, Bench>>>> = {
  kernel: {
    fingerprint: subject(() => import('./kernel/fingerprint.js')),
    seen: subject(() => import('./kernel/seen.js')),
    pagerank: subject(() => import('./kernel/pagerank.js')),
    simhash: subject(() => import('./kernel/simhash.js')),
    sparse: subject(() => import('./kernel/sparse.js')),
    topic: subject(() => import('./kernel/topic.js')),
    reader: subject(() => import('./kernel/reader.js')),
    'wang-landau': subject(() => import('./kernel/wang-landau.js')),
    words: subject(() => import('./kernel/words.js')),
    segmenter: program('kernel/segmenter.js'),
  },
  room: {
    engine: report(async rounds => (await import('./room/engine.js')).benchEngine(rounds)),
    fetch: program('room/fetch.js'),
    log: program('room/log.js'),
    frontier: program('room/frontier.js'),
    polite: program('room/polite.js'),
    reader: program('room/reader.js'),
    text: program('room/text.js'),
    url: program('room/url.js'),
  },
};

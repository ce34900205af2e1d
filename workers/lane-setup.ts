/** What a lane is made of: plain data and shared memory cross the thread, and become a page reader on its side. */
import { models } from '../models/index.js';
import { type StoredWebHandle, StoredWebReader } from '../src/archive/stored-web.js';
import type { DocumentFrequency, ModelEntry, Scorer } from '../src/contract/model.js';
import type { Segmenter } from '../src/contract/segmenter.js';
import { createFingerprinter } from '../src/kernel/fingerprint.js';
import { type SeenHandle, SeenTable } from '../src/kernel/seen.js';
import { KernelSegmenter } from '../src/kernel/segmenter.js';
import type { SegmenterShare } from '../src/kernel/segmenter-store.js';
import { Simhasher } from '../src/kernel/simhash.js';
import { type FrequencyHandle, FrequencyTable } from '../src/text/frequency-table.js';
import { openNodejieba } from '../src/text/nodejieba.js';
import { PageTerms } from '../src/text/page-terms.js';
import { TermReader } from '../src/text/term-reader.js';
import { PageReader, type PageReaderSetup } from './page-reader.js';

export interface LaneSetup extends PageReaderSetup {
  readonly web: StoredWebHandle;
  readonly mostBodyBytes: number;
  /** The kernel's dictionary, or the user words for nodejieba. */
  readonly segmenter: { readonly kernel: SegmenterShare } | { readonly nodejieba: readonly string[] };
  readonly seen: SeenHandle;
  readonly frequency: FrequencyHandle;
  readonly model: string;
  /** What the model's `prepare` returned. */
  readonly prepared: unknown;
  /** Ids that are never dropped as stop words: those of all topics. */
  readonly kept: Uint32Array;
  /** Ids of the first topic. */
  readonly topicIds: Uint32Array;
}

/** A page reader with what may be changed under it. */
export interface OpenLane {
  readonly reader: PageReader;
  moveSeen(handle: SeenHandle): void;
  renew(handle: FrequencyHandle): void;
}

export function openLane(setup: LaneSetup): OpenLane {
  const segmenter = openSegmenter(setup.segmenter);
  const terms = new TermReader({ segmenter, keep: setup.kept });
  const seen = { table: SeenTable.attach(setup.seen) };
  const frequency = FrequencyTable.attach(setup.frequency);
  const tools = {
    web: StoredWebReader.attach(setup.web, { mostBodyBytes: setup.mostBodyBytes }),
    reader: terms,
    terms: new PageTerms(terms),
    fingerprinter: createFingerprinter(),
    simhasher: new Simhasher(),
    seen,
    topicIds: new Set(setup.topicIds),
  };
  const reader = new PageReader(tools, setup, scorerOf(setup, frequency), frequency.version);
  return {
    reader,
    moveSeen(handle) {
      seen.table = SeenTable.attach(handle);
    },
    renew(handle) {
      const next = FrequencyTable.attach(handle);
      reader.renew(scorerOf(setup, next), next.version);
    },
  };
}

function scorerOf(setup: LaneSetup, frequency: DocumentFrequency): Scorer {
  const model = models.find(entry => entry.name === setup.model) as ModelEntry;
  return model.bind(setup.prepared, frequency);
}

function openSegmenter(choice: LaneSetup['segmenter']): Segmenter {
  return 'kernel' in choice ? new KernelSegmenter(choice.kernel) : openNodejieba({ words: choice.nodejieba });
}

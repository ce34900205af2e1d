/** What a lane is made of: plain data and shared memory cross the thread, and become a reader of pages on its side. */
import { isAbsolute } from 'node:path';
import { models } from '../models/index.js';
import type { PageCapture } from '../src/archive/page-records.js';
import { type StoredWebHandle, StoredWebReader } from '../src/archive/stored-web.js';
import type { ArchiveAnswer } from '../src/contract/archive.js';
import type { DocumentFrequency, ModelEntry, Scorer } from '../src/contract/model.js';
import type { Segmenter, UserWords } from '../src/contract/segmenter.js';
import { createFingerprinter } from '../src/kernel/fingerprint.js';
import { canShareMemory, Kernels } from '../src/kernel/load.js';
import { attachSeenTable, type SeenHandle, type SeenReader } from '../src/kernel/seen.js';
import { KernelSegmenter } from '../src/kernel/segmenter.js';
import type { SegmenterShare } from '../src/kernel/segmenter-store.js';
import { createSimHasher } from '../src/kernel/simhash.js';
import { collect } from '../src/kit/collect.js';
import { moduleDefault } from '../src/kit/require.js';
import { type FrequencyHandle, FrequencyTable } from '../src/text/frequency-table.js';
import { NodejiebaSegmenter } from '../src/text/nodejieba.js';
import { PageTerms } from '../src/text/page-terms.js';
import { TermReader } from '../src/text/term-reader.js';
import { ArchiveDesk, type ArchiveSetup, type Holding } from './archive-desk.js';
import { type LiveHooks, LivePages, type LiveSetup, type LiveTools } from './live-pages.js';
import { captureOfAnswer } from './page-capture.js';
import { PageReader, type PageReaderSetup } from './page-reader.js';
import { StoredPages } from './stored-pages.js';

export interface LaneSetup extends PageReaderSetup {
  /** The stored web; absent where pages are asked for on the live one. */
  readonly web?: StoredWebHandle;
  readonly live?: LiveSetup;
  /** Absent: no page is kept. */
  readonly archive?: ArchiveSetup;
  /** Most bytes of a page's body, unpacked. */
  readonly mostBodyBytes: number;
  /** The kernel's dictionary, or the user words for nodejieba. */
  readonly segmenter: { readonly kernel: SegmenterShare } | { readonly nodejieba: UserWords };
  /** Undefined where threads cannot share memory: then main alone knows what was seen. */
  readonly seen: SeenHandle | undefined;
  readonly frequency: FrequencyHandle;
  /** A name, or the full path of somebody's own module. */
  readonly model: string;
  /** What the model's `prepare` returned. */
  readonly prepared: unknown;
  /** Ids that are never dropped as stop words: those of all topics. */
  readonly kept: Uint32Array;
  /** Ids of the first topic. */
  readonly topicIds: Uint32Array;
}

const NOTHING_SEEN: SeenReader = { find: () => -1, findMany: () => 0 };
/** Stored pages know us by this name. */
const TOKEN = 'dowser';
/** Bytes of a table of known addresses from which its predecessor is worth being collected at once. */
const LARGE_TABLE = 2 ** 24;

/** What a lane does around the reading. */
export interface LaneHooks extends Omit<LiveHooks, 'onPage'> {
  /** Gets the answers of the archive's desk. */
  readonly onArchive?: (answer: ArchiveAnswer) => void;
  /** In place of the one that the setup names; cannot cross threads. */
  readonly model?: ModelEntry | undefined;
}

/** A reader of pages with what may be changed under it: `reader` of a stored web, `live` of the live one. */
export interface OpenLane {
  readonly reader: StoredPages | undefined;
  readonly live: LivePages | undefined;
  /** Where pages wait to be kept; undefined when none is. */
  readonly desk: ArchiveDesk | undefined;
  moveSeen(handle: SeenHandle): void;
  renew(handle: FrequencyHandle): void;
}

/** `number` tells lanes apart, from 1: each has an area of its own in the seen table. */
export function openLane(setup: LaneSetup, number: number, hooks: LaneHooks = {}): OpenLane {
  const { web, live, mostBodyBytes, shape } = setup;
  // Kernels of its own: what words take of their arena goes with the lane.
  const kernels = canShareMemory() ? new Kernels() : undefined;
  const terms = new TermReader({ segmenter: openSegmenter(setup.segmenter), keep: setup.kept, kernels });
  const seen = { table: setup.seen === undefined ? NOTHING_SEEN : attachSeenTable(setup.seen, number) };
  const frequency = FrequencyTable.attach(setup.frequency);
  const links = {
    reader: terms,
    fingerprinter: createFingerprinter(),
    seen,
    topicIds: new Set(setup.topicIds),
  };
  const tools = { ...links, terms: new PageTerms(terms), simHasher: createSimHasher() };
  const judge = { scorer: scorerOf(setup, frequency, hooks.model), version: frequency.version };
  const pages = new PageReader(tools, setup, live?.token ?? TOKEN, judge);
  const desk = openDesk(setup, number, hooks);
  return {
    reader: web && storedPages(StoredWebReader.attach(web, { mostBodyBytes }), pages, setup, desk),
    live: live && livePages(live, { pages, links, shape, mostBodyBytes }, hooks, desk),
    desk,
    moveSeen(handle) {
      seen.table = attachSeenTable(handle, number);
      if (handle.memory.buffer.byteLength > LARGE_TABLE) collect();
    },
    renew(handle) {
      const next = FrequencyTable.attach(handle);
      pages.renew(scorerOf(setup, next, hooks.model), next.version);
    },
  };
}

function openDesk({ archive }: LaneSetup, number: number, { onArchive }: LaneHooks): ArchiveDesk | undefined {
  return archive && new ArchiveDesk(archive, number, answer => onArchive?.(answer));
}

/** A stored page is held by its address alone, and read once more when it is to be kept. */
function storedPages(
  web: StoredWebReader,
  pages: PageReader,
  { archive }: LaneSetup,
  desk: ArchiveDesk | undefined,
): StoredPages {
  if (archive === undefined || desk === undefined) return new StoredPages(web, pages);
  const stored: StoredPages = new StoredPages(web, pages, {
    onPage: (reading, { url }) =>
      desk.hold(reading, () => ({ bytes: 0, capture: () => stored.capture(url, archive.startedAtMs) })),
  });
  return stored;
}

function livePages(
  live: LiveSetup,
  tools: LiveTools,
  hooks: LaneHooks,
  desk: ArchiveDesk | undefined,
): LivePages {
  if (desk === undefined) return new LivePages(live, tools, hooks);
  return new LivePages(live, tools, {
    ...hooks,
    onPage: (reading, answer, { url }) => desk.hold(reading, () => holdingOf(captureOfAnswer(url, answer))),
  });
}

function holdingOf(capture: PageCapture): Holding {
  const { body, headers, requestHead } = capture;
  return {
    bytes: body.buffer.byteLength + headers.length + requestHead.length,
    capture: () => capture,
  };
}

function scorerOf(
  { model: name, prepared }: LaneSetup,
  frequency: DocumentFrequency,
  own: ModelEntry | undefined,
): Scorer {
  const model =
    own ??
    ((isAbsolute(name) ? moduleDefault(name) : models.find(entry => entry.name === name)) as ModelEntry);
  return model.bind(prepared, frequency);
}

function openSegmenter(choice: LaneSetup['segmenter']): Segmenter {
  return 'kernel' in choice ? new KernelSegmenter(choice.kernel) : new NodejiebaSegmenter(choice.nodejieba);
}

/** A web of our own making for whoever tries Dowser, or tests a strategy, without a network. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { usageFault } from '../kit/fault.js';
import { writeIslandWarc } from './island-warc.js';

/** Shipped topic → what the generator calls it. */
export const WEB_TOPICS = { 暴雨灾害: 'rainstorm', 台风灾害: 'typhoon', 'flood-warning': 'flood' } as const;
export type WebTopic = keyof typeof WEB_TOPICS;

export interface BuiltInWebOptions {
  /** Same number, same web. Whole, 0 to 4294967295; default 7. */
  readonly seed?: number;
  /** Pages with a topic, 780 to 2,000,000, default 1,000: eight islands of the asked topic, joined by pages off it. */
  readonly pages?: number;
  /** What the islands are about. Default 暴雨灾害. */
  readonly topic?: WebTopic;
}

export interface BuiltInWeb {
  /** Full path of the WARC file, for `web`. */
  readonly file: string;
  /** The home page of the first island, for `seed`. */
  readonly seed: string;
  /** For `topic`. */
  readonly topic: WebTopic;
  /** Addresses of all pages about the topic: what a crawl should find. For judging only. */
  readonly targets: ReadonlySet<string>;
}

/**
 * Writes a made-up web to `path` (.warc or .warc.gz), its labels beside it. @throws {Fault} exit code 2: a file is there already, another
 * ending, a number outside its range.
 */
export function builtInWeb(path: string, options: BuiltInWebOptions = {}): BuiltInWeb {
  const { seed = 7, pages = 1000, topic = '暴雨灾害' } = options;
  const file = resolve(path);
  if (!/\.warc(\.gz)?$/.test(file))
    throw usageFault('WEB_BAD_FILE', `${path} must end in .warc or .warc.gz.`);
  if (existsSync(file)) throw usageFault('WEB_BAD_FILE', `${path} is there already; give a new file.`);
  if (!Object.hasOwn(WEB_TOPICS, topic))
    throw usageFault(
      'WEB_BAD_TOPIC',
      `topic must be one of ${Object.keys(WEB_TOPICS).join(', ')}, not "${topic}".`,
    );
  const { web } = writeIslandWarc(file, { seed, pages, topic: WEB_TOPICS[topic] });
  const targets = [...web.labels()].filter(([, label]) => label.topic === web.askedTopic).map(([url]) => url);
  return { file, seed: web.seedUrl, topic, targets: new Set(targets) };
}

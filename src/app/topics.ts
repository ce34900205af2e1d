/** Topic files to topics: words become terms, by the same reading that pages get. */
import type { Segmenter, UserWords } from '../contract/segmenter.js';
import type { TopicView } from '../contract/topic.js';
import { KernelSegmenter } from '../kernel/segmenter.js';
import { SegmenterStore } from '../kernel/segmenter-store.js';
import { usageFault } from '../kit/fault.js';
import type { FrequencyTable } from '../text/frequency-table.js';
import { NodejiebaSegmenter } from '../text/nodejieba.js';
import { buildTopic, keptIdsOf, type Topic, userWordsOf } from '../topic/build.js';
import { findTopic } from '../topic/find.js';

export interface Topics {
  readonly views: readonly TopicView[];
  /** Words that the segmenter must not cut. */
  readonly userWords: UserWords;
  /** Ids that are never dropped. */
  readonly kept: Uint32Array;
}

/** @throws {Fault} exit code 2: no such topic, or a file that says nothing or contradicts itself. */
export function loadTopics(
  names: readonly string[],
  segmenter: 'kernel' | 'nodejieba',
  frequency: FrequencyTable,
): Topics {
  const drafts = names.map(findTopic);
  const tools = { segmenter: segmenterFor(segmenter), frequency };
  const topics: Topic[] = drafts.map(draft => buildTopic(draft, tools));
  const seen = new Set<string>();
  for (const { view } of topics) {
    if (seen.has(view.name))
      throw usageFault('TOPIC_TWICE', `--topic: two topics are called "${view.name}"; rename one.`);
    seen.add(view.name);
  }
  return { views: topics.map(topic => topic.view), userWords: userWordsOf(topics), kept: keptIdsOf(topics) };
}

const segmenterFor = (kind: 'kernel' | 'nodejieba'): Segmenter =>
  kind === 'kernel' ? new KernelSegmenter(SegmenterStore.open().share) : new NodejiebaSegmenter();

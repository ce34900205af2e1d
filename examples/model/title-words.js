/**
 * How good is this text? The share of the topic's weight whose terms stand in it; of a page, in its title alone.
 * The module can be named as well: `model: './title-words.js'`, or --model ./title-words.js. Then every lane loads it.
 */
export default {
  name: 'title-words',
  summary: 'Share of the topic that the title names.',
  source: 'an example',
  options: {},
  relevantFrom: () => 0.02,
  /** Once, in the main thread. What it returns is cloned into each lane. */
  prepare: topics => topics.map(({ id, weight }) => new Map(Array.from(id, (term, i) => [term, weight[i]]))),
  /** In a lane: one scorer for pages, anchors and contexts. */
  bind: topics => ({
    score(document, _level, out) {
      const { id } = document.title ?? document.all;
      topics.forEach((weightOf, topic) => {
        let sum = 0;
        let all = 0;
        for (const weight of weightOf.values()) all += weight;
        for (const term of id) sum += weightOf.get(term) ?? 0;
        out[topic] = all === 0 ? 0 : Math.min(1, sum / all);
      });
    },
  }),
};

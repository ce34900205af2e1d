/** `dowser topics`: what comes with Dowser to look for. */
import { padEnd, widthOf, wrap } from '../kit/width.js';
import { findTopic, shippedTopics } from '../topic/find.js';

const NAME_CELLS = 18;
const TEXT_CELLS = 80;

/** Every shipped topic with languages and words, heaviest first. */
export function topicsText(): string {
  return shippedTopics()
    .map(name => {
      const { languages, words, description } = findTopic(name);
      const heaviest = [...words].sort((a, b) => b.weight - a.weight);
      const terms = heaviest
        .map(({ text, weight }) => (weight === 1 ? text : `${text} ${weight}`))
        .join(', ');
      const lines = wrap(`[${languages.join(', ')}] ${terms || description}`, TEXT_CELLS);
      const indent = ' '.repeat(NAME_CELLS);
      const first = widthOf(name) < NAME_CELLS ? padEnd(name, NAME_CELLS) : `${name}\n${indent}`;
      return `${first}${lines.join(`\n${indent}`)}\n`;
    })
    .join('');
}

/** What a person should know of a stored web before the crawl begins: its size, its damage, a seed beside it. */
import { StoredWebReader } from '../archive/stored-web.js';
import type { Message } from '../contract/crawl.js';
import type { Prepared } from './prepare.js';

/** Records that hold no page on purpose are no damage. */
const HARMLESS = 'otherType';

/** Messages for `CrawlHooks.onMessage`, the mildest first. */
export function webMessages({ web, seeds, sample }: Prepared): readonly Message[] {
  if (web === undefined) return [];
  const { records, pages, reasons } = web.summary;
  const messages: Message[] = [
    { level: 'info', text: 'The stored web is open.', details: { records, pages } },
  ];
  const odd = Object.entries(reasons).filter(([reason]) => reason !== HARMLESS);
  if (odd.length > 0)
    messages.push({
      level: 'warn',
      text: 'Some records of the stored web are odd or lost.',
      details: Object.fromEntries(odd),
    });
  const reader = StoredWebReader.attach(web.handle);
  if (seeds.some(seed => reader.get(seed) !== undefined)) return messages;
  const text = `None of the seeds is stored; there are addresses such as ${sample.join(', ')}.`;
  return [...messages, { level: 'warn', text }];
}

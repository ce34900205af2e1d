/**
 * Text of all stored webs against a strict decode, by hand: a page whose bytes are valid UTF-8 must have that text, else
 * one that is valid gb18030 must have that; and the counts of what decided.
 *   node dist/test/fuzz/decode.js [web …]
 */
import { isAscii } from 'node:buffer';
import { decode } from '../../src/parse/charset.js';
import { storedPages, WEBS } from './stored.js';

function strict(charset: string, body: Buffer): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

const asked = process.argv.slice(2);
const all = { same: 0, different: 0, invalid: 0 };
for (const web of asked.length > 0 ? asked : WEBS) {
  const count = new Map<string, number>();
  for (const page of storedPages(web)) {
    const { text, charset, source, confidence } = decode(page.body, page.contentType);
    const wanted = strict('utf-8', page.body) ?? strict('gb18030', page.body);
    const verdict = wanted === undefined ? 'invalid' : wanted === text ? 'same' : 'different';
    all[verdict]++;
    if (verdict === 'different')
      console.log(`${page.url}: ${charset} by ${source}, ${confidence.toFixed(2)}`);
    const key = `${charset} by ${source}${isAscii(page.body) ? ', ASCII' : ''}: ${verdict}`;
    count.set(key, (count.get(key) ?? 0) + 1);
  }
  console.log(web, Object.fromEntries(count));
}
const share = all.same / (all.same + all.different);
console.log(
  `${all.same} of ${all.same + all.different} as strict (${(100 * share).toFixed(3)} %), ${all.invalid} valid in neither`,
);
process.exitCode = share >= 0.999 ? 0 : 1;

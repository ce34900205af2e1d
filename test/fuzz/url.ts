/**
 * Holds the fast path against the slow one on mutated links of stored webs, every fourth on a mutated base.
 * `node dist/test/fuzz/url.js 1000000 [random seed]`; reads every web of ../shared/webs.
 */
import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { randomOf } from '../../src/kit/random.js';
import type { ParsedBase } from '../../src/url/base.js';
import { baseOf, canonical } from '../../src/url/canonical.js';
import { resolveFast, UNSURE } from '../../src/url/fast.js';
import { resolveSlow } from '../../src/url/slow.js';
import { sharedPath } from '../shared.js';
import { mutate } from './url-mutation.js';

interface Link {
  readonly href: string;
  readonly base: ParsedBase;
}

const LINKS_OF_A_WEB = 100_000;

/** Links of a stored web with the address of the page that they stand on, by pattern: good enough to fuzz with. */
async function linksOf(file: string): Promise<Link[]> {
  const link: Link[] = [];
  let base: ParsedBase | undefined;
  let rest = '';
  for await (const chunk of createReadStream(file).pipe(createGunzip())) {
    const text = rest + (chunk as Buffer).toString('utf8');
    for (const found of text.matchAll(/^WARC-Target-URI: (\S+)|\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/gim)) {
      if (found[1] !== undefined) base = baseOf(found[1]);
      else if (base !== undefined)
        link.push({ href: (found[2] ?? found[3] ?? '').replaceAll('&amp;', '&'), base });
    }
    rest = text.slice(Math.max(text.length - 300, text.lastIndexOf('\n')));
    if (link.length >= LINKS_OF_A_WEB) break;
  }
  return link;
}

async function allLinks(): Promise<Link[]> {
  const folder = sharedPath('webs');
  if (folder === undefined) throw new Error('../shared/webs is not there.');
  const webs = readdirSync(folder).filter(name => name.endsWith('.warc.gz'));
  return (await Promise.all(webs.map(name => linksOf(join(folder, name))))).flat();
}

const count = { fast: 0, slow: 0, bad: 0, different: 0 };

function compare(href: string, base: ParsedBase): void {
  const fast = resolveFast(href, base);
  const slow = resolveSlow(href, base);
  if (slow === undefined) count.bad++;
  if (fast === UNSURE) count.slow++;
  else {
    count.fast++;
    if (fast !== slow) report(href, base, `fast ${fast}, slow ${slow}`);
  }
  const name = canonical(href, base);
  const again = name === undefined ? undefined : canonical(name, undefined);
  if (again !== name) report(href, base, `once ${name}, twice ${again}`);
}

function report(href: string, base: ParsedBase, what: string): void {
  if (++count.different <= 20) process.stdout.write(`${JSON.stringify(href)} on ${base.href}: ${what}\n`);
}

const [cases = '1000000', seed = '1'] = process.argv.slice(2);
const random = randomOf(Number(seed));
const link = await allLinks();
for (const one of link) compare(one.href, one.base);
process.stdout.write(`links as found: ${JSON.stringify(count)}\n`);
let different = count.different;
Object.assign(count, { fast: 0, slow: 0, bad: 0, different: 0 });
const hrefs = link.map(one => one.href);
for (let i = 0; i < Number(cases); i++) {
  const { base } = link[random.below(link.length)] as Link;
  const isOddBase = random.below(4) === 0;
  compare(mutate(hrefs, random), isOddBase ? (baseOf(base.href, mutate(hrefs, random)) as ParsedBase) : base);
}
different += count.different;
process.stdout.write(`mutated: ${JSON.stringify(count)}\n`);
process.exitCode = different > 0 ? 1 : 0;

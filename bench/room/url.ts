/**
 * What a link costs the url room, in ns of CPU time: the best of nine rounds over one page's links, cut out of a page's
 * text as the lane does it. `node dist/bench/room/url.js` prints one JSON line.
 */
import { baseOf, canonical } from '../../src/url/canonical.js';
import { registrableDomainOf } from '../../src/url/domain.js';
import { hostOf, wordsOf } from '../../src/url/parts.js';
import { createScope } from '../../src/url/scope.js';
import { resolveSlow } from '../../src/url/slow.js';

const PAGE = 'https://help.example.org/7.4/en-US/text/swriter/main0000.html';
const HREFS = [
  '../../text/swriter/guide/anchor_object.html',
  'https://help.example.org/7.4/zh-CN/text/shared/main0500.html',
  '/index.html',
  'main0100.html?DbPAR=WRITER#x',
  '#top',
  '//cdn.example.org/a/b.html',
  'http://www.example.org',
  'page.html',
  '/s?k=%E4%B8%AD&page=2',
  'https://www.example.org:8443/2024/07/some-long-title-of-an-article.html',
];
const ROUNDS = 9;
const CALLS = 100_000;

function nanoseconds(texts: readonly string[], work: (text: string) => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.cpuUsage();
    for (let i = 0; i < CALLS; i++) work(texts[i % texts.length] as string);
    const used = process.cpuUsage(start);
    best = Math.min(best, ((used.user + used.system) * 1000) / CALLS);
  }
  return Math.round(best);
}

const page = `${'text '.repeat(10_000)}${HREFS.join('"')}`;
const hrefs = HREFS.map(href => page.slice(page.indexOf(href), page.indexOf(href) + href.length));
const base = baseOf(PAGE);
const names = hrefs.map(href => canonical(href, base) as string);
const scope = createScope({ scope: 'domain', seeds: [PAGE] });
const fenced = createScope({ scope: 'any', seeds: [PAGE], exclude: ['\\.(pdf|zip|jpe?g)$'] });

process.stdout.write(
  `${JSON.stringify({
    bench: 'room url',
    unit: 'ns of CPU time a link, best of 9',
    node: process.version,
    newUrl: nanoseconds(hrefs, href => new URL(href, PAGE).href),
    canonical: nanoseconds(hrefs, href => canonical(href, base)),
    slowPath: nanoseconds(hrefs, href => resolveSlow(href, base)),
    wordsOf: nanoseconds(names, wordsOf),
    registrableDomainOf: nanoseconds(names, name => registrableDomainOf(hostOf(name))),
    checkDomain: nanoseconds(names, name => scope.check(name, 'help.example.org', 1)),
    checkOnePattern: nanoseconds(names, name => fenced.check(name, 'help.example.org', 1)),
  })}\n`,
);

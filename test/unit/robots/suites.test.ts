import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { randomOf, seedOf } from '../../../src/kit/random.js';
import { pathAndQuery } from '../../../src/robots/octets.js';
import { type RobotsRules, readRobots } from '../../../src/robots/rules.js';
import { sharedPath } from '../../shared.js';
import { robotsFiles } from './corpus.js';
import { literalMatcher } from './literal.js';
import { piecesOf, samplePaths } from './sample.js';

interface Case {
  readonly test?: string;
  readonly robots: string;
  readonly agent: string;
  readonly url: string;
  readonly allowed: boolean;
}

const allows = ({ robots, agent, url }: Case): boolean =>
  readRobots(Buffer.from(robots), agent).allows(pathAndQuery(url));

const casesOf = (path: string): Case[] => JSON.parse(readFileSync(join(path, 'cases.json'), 'utf8'));

/**
 * What decides the cases whose name says that they go beyond the RFC. Left out by `isBeyond`: index.html standing for
 * its folder, which no clause knows: by §2.2.2 `/x/` is not matched by `/x/index.html`.
 */
const CLAUSE: Readonly<Record<string, string>> = {
  GoogleOnlySystemTest: '§2.2.1: no group matches, no rules apply; §2.2.2: the path of an empty address is /',
  GoogleOnly_AcceptUserAgentUpToFirstSpace: '§2.2.1: the product token holds no blank, so it ends there',
  GoogleOnly_IndexHTMLisDirectory: '§2.2.2: the most specific match, from the first octet of the path',
  GoogleOnly_DocumentationChecks: '§2.2.2 and §2.2.3: longest match, `*`, `$`, case',
};

const isBeyond = ({ test: name, url }: Case): boolean =>
  name === 'GoogleOnly_IndexHTMLisDirectory' && url === 'http://foo.com/allowed-slash/';

test('all cases of google/robotstxt that the RFC decides', t => {
  const path = sharedPath('suites/google-robotstxt');
  if (path === undefined) return t.skip('skipped: ../shared/suites/google-robotstxt is not there');
  const cases = casesOf(path);
  for (const each of cases) {
    const name = each.test as string;
    assert.ok(name.startsWith('ID_') || CLAUSE[name] !== undefined, name);
    if (!isBeyond(each))
      assert.equal(allows(each), each.allowed, `${name} ${CLAUSE[name] ?? ''} ${each.url}`);
  }
  assert.equal(cases.filter(isBeyond).length, 1);
});

test('all cases of google/robotstxt-spec-test', t => {
  const path = sharedPath('suites/google-robotstxt-spec-test');
  if (path === undefined) return t.skip('skipped: ../shared/suites/google-robotstxt-spec-test is not there');
  for (const each of casesOf(path)) assert.equal(allows(each), each.allowed, each.url);
});

/** File, token, then paths: `+` allowed, `-` not. What each file is there for stands in its name or its comments. */
const COMMONS: readonly (readonly [string, string, string])[] = [
  [
    'rfc9309-example-simple-robots',
    'foobot',
    '-/ -/a.gif +/example/page.html +/example/allowed.gif -/example/',
  ],
  ['rfc9309-example-simple-robots', 'barbot', '-/example/page.html +/ +/a.gif +/example/'],
  ['rfc9309-example-simple-robots', 'bazbot', '-/example/page.html +/ +/a.gif'],
  ['rfc9309-example-simple-robots', 'quxbot', '+/ +/example/page.html +/a.gif'],
  [
    'rfc9309-example-simple-robots',
    'anybot',
    '-/a.gif -/example/ +/publications/ +/publications/a.gif +/other',
  ],
  [
    'rfc9309-example-longest-match-robots',
    'foobot',
    '-/example/page/disallowed.gif +/example/page/ +/example/page/x.gif',
  ],
  ['rfc9309-example-rule-group-merging', 'examplebot', '-/foo -/bar -/baz +/'],
  ['rfc9309-example-rule-group-merging', 'bazbot', '+/foo +/bar -/baz'],
  ['rfc9309-example-rule-group-merging', 'anybot', '-/foo -/bar +/baz'],
  ['crawl-delay-group-merging', 'mybot', '-/private/ +/login/ +/'],
  ['crawl-delay-group-merging', 'yourbot', '-/private/ -/login/ +/'],
  ['crawl-delay-group-merging', 'anybot', '+/private/ +/login/'],
  ['extensions-group-merging', 'mybot', '-/private/ -/login/ +/'],
  ['extensions-group-merging', 'yourbot', '-/private/ -/login/'],
  ['extensions-group-merging', 'anybot', '+/llms.txt -/'],
  ['extension-robots', 'mybot', '-/private/ +/secret/ +/admin/'],
  ['extension-robots', 'otherbot', '-/admin/ +/private/'],
  ['merge-rules', 'wget', '+/foo/bar/index.html -/tmp/bar/baz/ +/ckh/bar/foobar'],
  ['merge-rules', 'testy', '-/foo/bar'],
  ['merge-rules', 'anybot', '-/foo/bar -/tmp/bar +/ckh/bar +/'],
  ['precedence-of-rules', 'wget', '+/foo/ +/foo/bar +/index.html -/bar -/ckh/bar'],
  ['precedence-of-rules', 'testy', '-/foo -/foo/a +/foo/bar -/foo/baz +/'],
  ['directive-typos-robots', 'bot1', '-/desallow/ -/dissalow/'],
  ['directive-typos-robots', 'bot2', '-/useragent/'],
  ['directive-typos-robots', 'bot3', '-/useg-agent/'],
  ['directive-typos-robots', 'bot4', '-/useragent-no-colon/'],
  ['format-errors-robots', 'bot1', '-/whitespace-before-colon/ -/no-colon/'],
  ['format-errors-robots', 'bot2', '-/no-colon-useragent/'],
  ['format-errors-robots', 'bot3', '+/whitespace-before-colon -/other'],
  [
    'malformed-path',
    'anybot',
    '-/wiki/Wikipedia_talk:Mediation_Committee/ -/wiki/Wikipedia_talk%3Mediation_Committee/ +/wiki/',
  ],
  ['many-user-agents', 'wget', '-/ -/index.html'],
  ['many-user-agents', 'mysuperlongusernametohideme', '+/index.html'],
  [
    'wildcards',
    'mybot',
    '+/wishlist/universal-wishlist -/wishlist/other -/a/gcrnsts -/gp/registry/wishlist/x/reserve +/dp/B1',
  ],
  ['wildcards', 'googlebot', '-/x/sim/B001132UEE -/rss/people/bob/reviews'],
  ['wildcards', 'etaospider', '-/dp/B1'],
  ['www.flot.com-robots', 'mybot', '-/img/x +/'],
  ['twitter.com-robots', 'googlebot', '-/a/b?c +/a/b -/x/with_friends'],
  ['robots-with-utf8-bom', 'foobot', '-/profile +/profil -/x/output/print'],
  ['robots-with-utf16le-bom', 'foobot', '-/profile +/profil -/x/output/print'],
  ['robots-with-utf16be-bom', 'foobot', '-/profile +/profil -/x/output/print'],
  ['extended-standard-robots', 'bot1', '+/'],
  ['dos-line-endings', 'anybot', '+/'],
];

const DELAY_MS: readonly (readonly [string, string, number | null])[] = [
  ['crawl-delay-group-merging', 'mybot', 10_000],
  ['crawl-delay-group-merging', 'yourbot', null],
  ['crawl-delay-group-merging', 'anybot', 30_000],
  ['dos-line-endings', 'anybot', 1000],
  ['astore.amazon.com-robots', 'mybot', 5000],
  ['twitter.com-robots', 'slurp', 1000],
  ['twitter.com-robots', 'msnbot', 10_000],
  ['twitter.com-robots', 'googlebot', null],
];

const SITEMAPS: readonly (readonly [string, readonly string[]])[] = [
  [
    'sitemap-robots',
    [
      'http://domain.com/sitemap.xml',
      'http://domain.com/dir/my-sitemap.xml',
      'http://domain.com/dir/MixedCased-sitemap.xml',
    ],
  ],
  ['sitemap-robots-dedup', ['http://example.org/sitemap.xml']],
  ['relative-sitemap-robots', ['/sitemap.xml']],
  ['format-errors-robots', ['/sitemap.xml']],
  ['www.flot.com-robots', ['http://flot.com/sitemap_index.xml']],
  ['robots-with-utf8-bom', ['http://www.newsweek.com/sitemap_index.xml']],
];

test('the files of crawler-commons', t => {
  const path = sharedPath('suites/crawler-commons/robots');
  if (path === undefined) return t.skip('skipped: ../shared/suites/crawler-commons is not there');
  const rulesOf = (file: string, token: string): RobotsRules =>
    readRobots(readFileSync(join(path, `${file}.txt`)), token);
  for (const [file, token, table] of COMMONS) {
    const rules = rulesOf(file, token);
    for (const line of table.split(' ')) {
      assert.equal(rules.allows(line.slice(1)), line.startsWith('+'), `${file} ${token} ${line}`);
    }
  }
  for (const [file, token, ms] of DELAY_MS)
    assert.equal(rulesOf(file, token).crawlDelayMs, ms, `${file} ${token}`);
  for (const [file, sitemaps] of SITEMAPS) assert.deepEqual(rulesOf(file, 'x').sitemaps, sitemaps, file);
  assert.equal(rulesOf('wildcards', 'x').sitemaps.length, 8);
});

test('every sixteenth real file is read as the literal matcher reads it', t => {
  const path = sharedPath('suites/robots.jsonl.gz');
  if (path === undefined) return t.skip('skipped: ../shared/suites/robots.jsonl.gz is not there');
  const files = robotsFiles(path).filter((file, i) => i % 16 === 0 && file.bytes.length < 100_000);
  assert.ok(files.length > 200);
  for (const { host, text, bytes } of files) {
    const random = randomOf(seedOf(host));
    const { values } = piecesOf(text);
    const rules = readRobots(bytes, 'dowser');
    const literal = literalMatcher(bytes, 'dowser');
    for (const each of samplePaths(random, values, 20))
      assert.equal(rules.allows(each), literal(each), `${host} ${each}`);
  }
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { packageRoot } from '../../../src/kit/package-root.js';
import { randomOf } from '../../../src/kit/random.js';
import { baseOf, canonical, MAX_URL_LENGTH } from '../../../src/url/canonical.js';
import { resolveFast, UNSURE } from '../../../src/url/fast.js';
import { resolveSlow } from '../../../src/url/slow.js';
import { mutate } from '../../fuzz/url-mutation.js';
import { sharedPath } from '../../shared.js';

interface Row {
  readonly base: string;
  readonly href: string;
  readonly name: string | undefined;
}

const inside = (cell: string): string => JSON.parse(`"${cell}"`);

const golden: Row[] = readFileSync(join(packageRoot, 'test/golden/url.tsv'), 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('# '))
  .map(line => {
    const [base = '', href = '', name = ''] = line.split('\t').map(inside);
    return { base, href, name: name === '-' ? undefined : name };
  });

test('every row of the golden table has its name', () => {
  assert.ok(golden.length > 130);
  for (const { base, href, name } of golden)
    assert.equal(canonical(href, base === '' ? undefined : base), name, JSON.stringify({ base, href }));
});

test('names of the golden table are their own names', () => {
  for (const { name } of golden) if (name !== undefined) assert.equal(canonical(name, undefined), name);
});

test('both paths agree on every row of the golden table', () => {
  for (const { base, href } of golden) {
    const fast = resolveFast(href, baseOf(base));
    if (fast !== UNSURE) assert.equal(fast, resolveSlow(href, baseOf(base)), JSON.stringify({ base, href }));
  }
});

test('links as pages have them take the fast path', () => {
  const base = baseOf('http://example.org/a/b/c.html?q');
  const href = [
    'https://example.org/x?y=1#z',
    '/x',
    'x/y.html',
    '../x',
    './x',
    '?p=2',
    '#top',
    '',
    '//h.org/x',
    'http://h.org',
  ];
  for (const one of href) assert.notEqual(resolveFast(one, base), UNSURE, one);
  assert.equal(resolveFast('mailto:someone@example.org', base), undefined);
});

test('both paths agree on 5,000 mutated links, and a name is its own name', () => {
  const random = randomOf(20);
  const href = golden.map(row => row.href);
  const base = golden.map(row => baseOf(row.base)).filter(one => one !== undefined);
  let compared = 0;
  for (let i = 0; i < 5000; i++) {
    const text = mutate(href, random);
    const from = base[random.below(base.length)];
    const fast = resolveFast(text, from);
    if (fast !== UNSURE) {
      compared++;
      assert.equal(fast, resolveSlow(text, from), JSON.stringify({ base: from?.href, text }));
    }
    const name = canonical(text, from);
    if (name !== undefined) assert.equal(canonical(name, undefined), name);
  }
  assert.ok(compared > 1000, `${compared} took the fast path`);
});

test('any text has a name that is its own name, or none', () => {
  const base = baseOf('http://example.org/a/b');
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.webUrl({ withFragments: true }),
  );
  fc.assert(
    fc.property(text, href => {
      const name = canonical(href, base);
      if (name === undefined) return;
      assert.match(name, /^https?:\/\/[^/@]+\/[!-~]*$/);
      assert.ok(!name.includes('#'));
      assert.equal(canonical(name, undefined), name);
    }),
    { seed: 1, numRuns: 2000 },
  );
});

test('a base element counts when it is an http address, and is resolved against the page', () => {
  const page = 'http://example.org/d/sub/p.html';
  assert.equal(baseOf(page)?.directory, '/d/sub/');
  assert.equal(baseOf(page, '../assets/')?.href, 'http://example.org/d/assets/');
  assert.equal(canonical('late.html', baseOf(page, '../assets/')), 'http://example.org/d/assets/late.html');
  assert.equal(baseOf(page, '//cdn.test')?.href, 'http://cdn.test/');
  for (const broken of ['http://', 'file:///C:/site/', 'javascript:void(0)', 'http://a b/'])
    assert.equal(baseOf(page, broken)?.href, page);
  assert.equal(baseOf('about:blank'), undefined);
  assert.equal(baseOf('about:blank', 'http://example.org/'), undefined);
});

test('a name is at most as long as the limit, and nothing is cut short', () => {
  const stem = 'http://example.org/';
  const longest = stem + 'a'.repeat(MAX_URL_LENGTH - stem.length);
  assert.equal(canonical(longest, undefined), longest);
  assert.equal(canonical(`${longest}b`, undefined), undefined);
  assert.equal(canonical(`${longest}#${'f'.repeat(1_000_000)}`, undefined), longest);
  assert.equal(
    canonical(`http://exämple.org/#${'f'.repeat(1_000_000)}`, undefined),
    'http://xn--exmple-cua.org/',
  );
  assert.equal(canonical(`${stem}x y#${'中'.repeat(1000)}`, undefined), `${stem}x%20y`);
  assert.equal(canonical(stem + '中'.repeat(1000), undefined), undefined);
  assert.equal(canonical(`${stem}${'é/../'.repeat(3_000_000)}`, undefined), undefined);
  assert.equal(canonical(`${stem}${'a/../'.repeat(3_000_000)}`, undefined), undefined);
  assert.equal(canonical(`http://${'中'.repeat(2000)}/`, undefined), undefined);
  assert.equal(canonical(`data:image/png;base64,${'A'.repeat(3_000_000)}`, baseOf(stem)), undefined);
});

interface WptCase {
  readonly input: string;
  readonly base: string | null;
  readonly failure?: true;
  readonly href: string;
  readonly protocol: string;
  readonly host: string;
  readonly pathname: string;
}

/** What WPT expects, put into our terms: http(s) only, without credentials and fragment; an empty query keeps its mark. */
function wanted(one: WptCase): string | undefined {
  if (one.failure === true || !/^https?:$/.test(one.protocol)) return undefined;
  const [beforeHash = ''] = one.href.split('#', 1);
  const question = beforeHash.indexOf('?');
  const query = question < 0 ? '' : beforeHash.slice(question);
  return `${one.protocol}//${one.host}${one.pathname}${query}`;
}

const casesOf = <T>(path: string): T[] =>
  (JSON.parse(readFileSync(path, 'utf8')) as unknown[]).filter(one => typeof one !== 'string') as T[];

test('equals the Web Platform Tests on every case, none excepted', t => {
  const path = sharedPath('suites/wpt-url/urltestdata.json');
  if (path === undefined) return t.skip('skipped: ../shared/suites/wpt-url is not there');
  const cases = casesOf<WptCase>(path);
  assert.ok(cases.length > 500);
  for (const one of cases)
    assert.equal(
      canonical(one.input, one.base ?? undefined),
      wanted(one),
      JSON.stringify([one.input, one.base]),
    );
});

/** Hosts that Node 20 maps by an older table of Unicode than the tests do. */
const OLDER_UNICODE = [
  'look\u180eout.net',
  'look\u206bout.net',
  '\u04c0.com',
  '\ud87e\udc68.com',
  '\u2183.com',
  '\u1e9e.com',
  '\u1e9e.foo.com',
];

test('hosts equal the Web Platform Tests but for the listed ones', t => {
  const path = sharedPath('suites/wpt-url/toascii.json');
  if (path === undefined) return t.skip('skipped: ../shared/suites/wpt-url is not there');
  const different = casesOf<{ input: string; output: string | null }>(path).filter(one => {
    const name = one.output === null ? undefined : `https://${one.output}/x`;
    return canonical(`https://${one.input}/x`, undefined) !== name && !OLDER_UNICODE.includes(one.input);
  });
  assert.deepEqual(different, []);
});

test('resolves as crawler-commons does', t => {
  const path = sharedPath('suites/crawler-commons/url-utils/url-resolve.csv');
  if (path === undefined) return t.skip('skipped: ../shared/suites/crawler-commons is not there');
  const rows = readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'));
  assert.ok(rows.length > 15);
  for (const row of rows) {
    const [href = '', base = '', name = ''] = row
      .split(',')
      .map(cell => cell.trim().replace(/^"(.*)"$/, '$1'));
    // Theirs keeps fragments, credentials and other schemes.
    const ours = name.replace(/#.*/, '').replace('user:pass@', '');
    assert.equal(canonical(href, base), ours.startsWith('file:') ? undefined : ours, row);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathAndQuery } from '../../../src/robots/octets.js';
import { type RobotsRules, readRobots } from '../../../src/robots/rules.js';

const read = (text: string | Uint8Array, token = 'dowser'): RobotsRules =>
  readRobots(typeof text === 'string' ? Buffer.from(text) : text, token);

/** Paths of a robots.txt, `+` allowed and `-` not. */
function check(text: string | Uint8Array, table: string, token = 'dowser'): void {
  const rules = read(text, token);
  for (const line of table.trim().split(/\s+/)) {
    assert.equal(rules.allows(line.slice(1)), line.startsWith('+'), `${line} of ${text.slice(0, 300)}`);
  }
}

const all = (...rules: string[]): string => ['User-agent: *', ...rules, ''].join('\n');

test('the example of RFC 9309 §5.1 is read as the RFC says', () => {
  const text = [
    'User-Agent: *',
    'Disallow: *.gif$',
    'Disallow: /example/',
    'Allow: /publications/',
    '',
    'User-Agent: foobot',
    'Disallow:/',
    'Allow:/example/page.html',
    'Allow:/example/allowed.gif',
    '',
    'User-Agent: barbot',
    'User-Agent: bazbot',
    'Disallow: /example/page.html',
    '',
    'User-Agent: quxbot',
    '',
  ].join('\n');
  check(text, '-/a/b.gif +/a/b.gif?x -/example/x +/publications/x +/other +/publications/x.gif', 'other');
  check(text, '-/x +/example/page.html +/example/allowed.gif -/example/other.gif', 'foobot');
  for (const token of ['barbot', 'bazbot']) check(text, '-/example/page.html +/example/other +/b.gif', token);
  check(text, '+/example/page.html +/a.gif +/', 'quxbot');
});

test('the longest match of RFC 9309 §5.2 wins', () => {
  const text = 'User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n';
  check(text, '-/example/page/disallowed.gif +/example/page/ +/example/page/other.gif', 'foobot');
});

test('groups of one token are merged, as in figure 2 of RFC 9309 §2.2.1', () => {
  const text = [
    'user-agent: ExampleBot\ndisallow: /foo\ndisallow: /bar\n',
    'user-agent: ExampleBot\ndisallow: /baz\n',
    'user-agent: *\ndisallow: /all\n',
  ].join('\n');
  check(text, '-/foo -/bar -/baz +/all', 'examplebot');
});

test('order does not matter and allow wins a tie', () => {
  check(
    all(
      'Disallow: /shop/',
      'Allow: /shop/public/',
      'Disallow: /shop/public/old',
      'Disallow: /tie',
      'Allow: /tie',
    ),
    '-/shop/x +/shop/public/new -/shop/public/old1 +/tie',
  );
});

test('wildcards take anything, and the dollar is the end only at the end', () => {
  check(
    all('Disallow: /fish*.php$', 'Disallow: /a$b', 'Disallow: /*/x/*/y'),
    '-/fish.php -/fish/heads.php +/fish.php5 +/fish.php?x -/a$b -/a$bc +/a -/1/x/2/y -/1/x//yes +/x/y',
  );
  check(
    all('Allow: /$', 'Allow: /*/filter/page=*/$', 'Disallow: /'),
    '+/ +/7/filter/page=5/ -/7/filter/page=5/x -/o',
  );
  check(all('Disallow: /a*$'), '-/a -/abc +/b');
  check(all('Disallow: *'), '-/ -/a');
  check(all('Disallow: /**/b'), '-/a/b -//b +/b');
});

test('escapes: unreserved ones are undone, delimiters stay, letters beyond ASCII are their octets', () => {
  check(
    all('Disallow: /a%2Fb', 'Disallow: /file-%2A.html', 'Disallow: /cash-%24', 'Disallow: /%7Ejoe/'),
    '+/a/b -/a%2fb -/file-*.html +/file-xyz.html -/cash-$ +/cash-x -/~joe/p -/%7ejoe/p',
  );
  check(
    all('Disallow: /büro/', 'Disallow: /%e6%96%87/'),
    '-/büro/1 -/b%C3%BCro/ -/b%c3%bcro/ -/文/ -/%E6%96%87/3 +/buero/',
  );
  check(
    all("Disallow: /it's", 'Disallow: /p|q', 'Disallow: /[x]'),
    "-/it's -/it%27s -/p|q -/p%7Cq -/[x] +/%5Bx%5D",
  );
  check(
    all('Disallow: /50%', 'Disallow: /%zz', 'Disallow: /wiki%3Media'),
    '-/50% -/50%x -/%zz -/wiki%3Media +/wiki:edia',
  );
});

test("the rows of RFC 9309's table of escapes match each other", () => {
  const row = [
    ['/foo/bar?baz=quz', '/foo/bar?baz=quz'],
    ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https%3A%2F%2Ffoo.bar'],
    ['/foo/bar/\u30c4', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz'],
  ] as const;
  for (const spellings of row) {
    for (const rule of spellings) for (const path of spellings) check(all(`Disallow: ${rule}`), `-${path}`);
  }
  check(all('Disallow: /*/x', 'Disallow: /*%2Fy'), '-/a?b=/x -/a?b=%2Fy +/a?b=%2Fx');
});

test('a token is taken whole and without regard to case', () => {
  const text =
    'User-agent: bot\nDisallow: /\n\nUser-agent: dows\nDisallow: /\n\nUser-agent: dowser-images\nDisallow: /\n\n' +
    'User-agent: *\nDisallow: /star/\n';
  check(text, '+/ +/page -/star/x');
  for (const name of ['DOWSER', 'Dowser/1.2', 'dowser bot', 'dowser*', 'Dowser; x']) {
    check(`User-agent: *\nDisallow: /\nUser-agent: ${name}\nDisallow: /own\n`, '+/x -/own');
  }
  check(
    'User-agent: \nDisallow: /a\nUser-agent: *bot\nDisallow: /b\nUser-agent: * # all\nDisallow: /c',
    '+/a +/b -/c',
  );
});

test('an own group without rules means free access, whatever holds for all', () => {
  const rules = read('User-agent: dowser\nDisallow:\n\nUser-agent: *\nDisallow: /\n');
  assert.equal(rules.allows('/x'), true);
  assert.deepEqual([rules.group, rules.ruleCount], ['own', 0]);
  assert.equal(read('User-agent: *\nDisallow: /a').group, 'all');
  assert.equal(read('User-agent: other\nDisallow: /').group, 'none');
});

test('only a user-agent line behind a rule ends a group', () => {
  check(
    'User-agent: dowser\n\n# c\nDisallow: /x\n\n\nDisallow: /y\nUser-agent: *\nDisallow: /z',
    '-/x -/y +/z',
  );
  for (const line of ['Sitemap: http://h.org/s', 'Crawl-delay: 3', 'Host: h', 'Unknown: x', 'junk']) {
    check(`User-agent: dowser\n${line}\nUser-agent: *\nDisallow: /x`, '-/x');
  }
  check('Disallow: /early\nUser-agent: *\nDisallow: /x', '+/early -/x');
});

test('/robots.txt is always allowed', () => {
  check(all('Disallow: /'), '+/robots.txt -/robots.txt?x -/robots.txt.bak -/');
});

test('odd lines, blanks, comments and line ends', () => {
  check(
    '  \tUser-agent : *\n \n:\nDisallow\n  Disallow:/a/#c\n\tDisallow:\t/b/   # closed\nnonsense: : :\nDisallow: /c/ \n',
    '-/a/1 -/b/1 -/c/1 +/d/1',
  );
  check('User-agent: *\rDisallow: /a/\r\nDisallow: /b/\nDisallow: /c/', '-/a/1 -/b/1 -/c/1 +/d/1');
  check('USER-AGENT: *\nDISALLOW: /Private/\ndisAllow: /low/', '-/Private/a +/private/a -/low/x +/LOW/x');
  check('user-agent *\ndisallow /a\nallow /a/b c', '-/a/b');
  check(all('Dissalow: /a', 'Disalow: /b', 'Alow: /a'), '-/a -/b');
  check(all('Disallow: x', 'Disallow: http://h.org/'), '+/x +/');
});

test('byte order marks and UTF-16 are understood', () => {
  const text = all('Disallow: /ü');
  const wide = Buffer.from(`\ufeff${text}`, 'utf16le');
  const table = '-/ü -/%C3%BC +/u';
  check(`\ufeff${text}`, table);
  check(wide, table);
  check(Buffer.from(wide).swap16(), table);
  check(wide.subarray(2), table);
  check(Buffer.from(wide.subarray(2)).swap16(), table);
  check(Buffer.concat([Buffer.from([0xef, 0xbb]), Buffer.from(text)]), table);
});

test('a rule in another charset is compared by its octets', () => {
  check(Buffer.from(all('Disallow: /caf\xe9'), 'latin1'), '-/caf%E9 +/caf%C3%A9');
  check(Buffer.from(all('Disallow: /a\0b'), 'latin1'), '-/a%00b +/a');
});

test('only the first 500 KiB count, and the line that is cut there does not', () => {
  const head = all('Disallow: /early/');
  const pad = (length: number): string => `#${'x'.repeat(length - 2)}\n`;
  const fits = `${head + pad(512_000 - head.length - 15)}Disallow: /end\n`;
  assert.equal(fits.length, 512_000);
  check(fits, '-/early/ -/end');
  assert.equal(read(fits).isTruncated, false);
  const cut = `${head + pad(512_000 - head.length - 13)}Allow: /early/x\n`;
  check(cut, '-/early/x');
  assert.equal(read(cut).isTruncated, true);
  check(Buffer.alloc(40_000_000, '#'), '+/');
});

test('Crawl-delay: fractions, nonsense, and whom it is for', () => {
  const delay = (text: string, token = 'dowser'): number | null => read(text, token).crawlDelayMs;
  assert.equal(delay(all('Crawl-delay: 0.8')), 800);
  assert.equal(delay(all('Crawl-delay: 1,5')), 1500);
  assert.equal(delay(all('Crawl-delay: 10 seconds # please')), 10_000);
  assert.equal(delay(all('Crawl-delay: .5')), 500);
  for (const value of ['', '-5', 'NaN', 'x', 'Infinity'])
    assert.equal(delay(all(`Crawl-delay: ${value}`)), null);
  assert.equal(delay(all(`Crawl-delay: ${'9'.repeat(1000)}`)), 31_536_000_000);
  assert.equal(delay(all('Disallow: /')), null);
  const merged =
    'User-agent: a\nCrawl-delay: 10\nUser-agent: b\nDisallow: /p/\nUser-agent: *\nAllow: /\n\n' +
    'User-agent: b\nDisallow: /l/\n\nUser-agent: *\nCrawl-delay: 30\n';
  assert.deepEqual([delay(merged, 'a'), delay(merged, 'b'), delay(merged, 'c')], [10_000, null, 30_000]);
  check(merged, '-/p/x', 'a');
  check(merged, '-/p/x -/l/x', 'b');
  const row = 'User-agent: a\nCrawl-delay: 5\n\nUser-agent: b\nCrawl-delay: 9\n\nUser-agent: *\nDisallow: /';
  assert.deepEqual([delay(row, 'a'), delay(row, 'b'), delay(row, 'c')], [5000, 9000, null]);
});

test('sitemaps stand anywhere, each once, in their own case', () => {
  const text =
    'sitemap: http://h.org/MixedCase.xml\nUser-agent: x\nSitemap: /rel.xml\nSitemap : http://h.org/MixedCase.xml\n' +
    'http://h.org/dir/my-sitemap.xml\nhttp://h.org/other\nSitemap: http://h.org/ü.xml\n';
  const expected = [
    'http://h.org/MixedCase.xml',
    '/rel.xml',
    'http://h.org/dir/my-sitemap.xml',
    'http://h.org/ü.xml',
  ];
  assert.deepEqual(read(text).sitemaps, expected);
  const many = Array.from({ length: 5000 }, (_, i) => `Sitemap: /s${i}.xml`).join('\n');
  assert.equal(read(many).sitemaps.length, 1000);
  assert.deepEqual(read(`Sitemap: /${'x'.repeat(3000)}`).sitemaps, []);
});

test('refusals of machine learning are recorded and close nothing to us', () => {
  const rules = read(
    'User-agent: gptbot\nUser-agent: CCBot/2.0\nDisallow: /\n\nUser-agent: ClaudeBot\nDisallow: /x\n' +
      'Content-Signal: search=yes,ai-train=no\nContent-Usage: /a train-ai=n\nDisallowAITraining: /\n',
  );
  assert.deepEqual(rules.optOuts, ['GPTBot', 'CCBot', 'ai-train=no', 'train-ai=n', 'DisallowAITraining']);
  assert.equal(rules.allows('/'), true);
});

test('an HTML body and nothing at all mean no rules', () => {
  check('<!doctype html><html><body>Disallow: /</body></html>', '+/');
  check('', '+/ +/x');
});

test('the path of an address is what stands behind the authority', () => {
  const row = [
    ['http://h.org', '/'],
    ['http://h.org?x', '/?x'],
    ['http://h.org/a?b#c', '/a?b'],
    ['http://h.org#/c', '/'],
    ['/a/b', '/a/b'],
    ['', '/'],
    ['http://h.org/a?u=http://o.org/b', '/a?u=http://o.org/b'],
  ] as const;
  for (const [url, path] of row) assert.equal(pathAndQuery(url), path);
});

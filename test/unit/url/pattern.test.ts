import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compilePattern } from '../../../src/url/pattern.js';

const ATOMS = [
  'a',
  'b',
  '/',
  '.',
  '-',
  '\\.',
  '\\d',
  '\\w',
  '\\W',
  '[ab]',
  '[^a/]',
  '[a-c.]',
  '[\\w-]',
  '[\\w-.]',
  '\\b',
  '\\B',
  '^',
  '$',
  '()',
  '\\/',
  '\\x61',
  '\\u0062',
  '[]',
  '[^]',
];

/** Patterns in the syntax that both matchers know. */
const pattern = fc.letrec<{ either: string; row: string; item: string; atom: string }>(tie => ({
  either: fc.array(tie('row'), { minLength: 1, maxLength: 3 }).map(row => row.join('|')),
  row: fc.array(tie('item'), { maxLength: 4 }).map(item => item.join('')),
  item: fc
    .tuple(tie('atom'), fc.constantFrom('', '', '', '*', '+', '?', '*?', '+?', '{2}', '{0,2}', '{1,}'))
    .map(([atom, times]) => (/^(?:\^|\$|\\b|\\B)$/i.test(atom) ? atom : atom + times)),
  atom: fc.oneof(
    { maxDepth: 2 },
    { weight: 5, arbitrary: fc.constantFrom(...ATOMS) },
    { weight: 1, arbitrary: tie('either').map(inside => `(${inside})`) },
    { weight: 1, arbitrary: tie('either').map(inside => `(?:${inside})`) },
  ),
})).either;

test('matches what RegExp matches', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', 'c', '/', '.', '-', '1', ' ', '\n'),
    maxLength: 12,
  });
  let compared = 0;
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 10 }), (source, texts) => {
      let native: RegExp;
      try {
        native = new RegExp(source);
      } catch {
        return;
      }
      const matches = compilePattern(source);
      for (const one of texts) assert.equal(matches(one), native.test(one), JSON.stringify([source, one]));
      compared++;
    }),
    { seed: 3, numRuns: 1500 },
  );
  assert.ok(compared > 1200, `${compared} patterns`);
});

test('patterns as people write them', () => {
  const rows: [string, string, boolean][] = [
    ['^https?://([a-z0-9-]+\\.)*example\\.org/', 'https://a.b.example.org/x', true],
    ['^https?://([a-z0-9-]+\\.)*example\\.org/', 'https://badexample.org/', false],
    ['\\.(pdf|zip|jpe?g)$', 'http://h.org/x.jpg', true],
    ['\\.(pdf|zip|jpe?g)$', 'http://h.org/x.jpg?y', false],
    ['/20\\d{2}/\\d{1,2}/', 'http://h.org/2024/7/x', true],
    ['[?&]page=\\d+', 'http://h.org/?a=1&page=22', true],
    ['/中文/', 'http://h.org/%E4%B8%AD%E6%96%87/', true],
    ['^(?<scheme>https?):', 'http://h.org/', true],
    ['', 'http://h.org/', true],
  ];
  for (const [source, url, wanted] of rows) assert.equal(compilePattern(source)(url), wanted, source);
});

test('no pattern is slow on any address', () => {
  const worst = `${'a'.repeat(1000)}${'b'.repeat(1000)}`;
  for (const source of [
    '(a+)+$',
    '(a|aa)+$',
    'a.*b.*c',
    '.*.*.*.*=.*',
    '(a*)*c',
    '(([a-z])+.)+[A-Z]([a-z])+$',
    'a{0,300}c',
  ])
    assert.equal(compilePattern(source)(worst), false, source);
});

test('patterns that grow without end are refused', () => {
  for (const source of ['((a{99}){99}){99}', '((){99}){99}'.repeat(3), '(((){999}){999}){999}'])
    assert.throws(() => compilePattern(source), /too large/);
});

test('one matcher serves many addresses', () => {
  const matches = compilePattern('x+y$');
  for (let i = 0; i < 1000; i++) assert.equal(matches(`http://h.org/${'x'.repeat(i % 7)}y`), i % 7 > 0);
});

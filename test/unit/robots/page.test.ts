import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PAGE_FLAG } from '../../../src/contract/document.js';
import { type PageDirectives, pageDirectives } from '../../../src/robots/page.js';

const { noindex, nofollow, noarchive } = PAGE_FLAG;
const NOW = Date.UTC(2026, 10, 30);

const directives = (header: readonly string[], meta: readonly string[] = []): PageDirectives =>
  pageDirectives({ meta, header, token: 'Dowser', nowMs: NOW });

test('words of headers and meta elements add up', () => {
  const row: readonly [readonly string[], readonly string[], number][] = [
    [['noindex'], [], noindex],
    [['NOINDEX, NoFollow'], [], noindex | nofollow],
    [['none'], [], noindex | nofollow],
    [['noarchive', 'nofollow'], [], noarchive | nofollow],
    [['nofollow'], ['noindex,follow'], noindex | nofollow],
    [[], ['noodp', 'all', 'index, follow'], 0],
    [['nosnippet, max-snippet: 20, max-image-preview: large, noindex'], [], noindex],
    [[''], [','], 0],
  ];
  for (const [header, meta, flags] of row)
    assert.equal(directives(header, meta).flags, flags, header.join('|'));
});

test('a name scopes the words behind it, up to the next name', () => {
  const row: readonly [string, number][] = [
    ['otherbot: nofollow', 0],
    ['dowser: nofollow', nofollow],
    ['DOWSER : noindex, nofollow', noindex | nofollow],
    ['otherbot: noindex, nofollow, dowser: noarchive', noarchive],
    ['nofollow, otherbot: noindex', nofollow],
    ['robots: noindex', noindex],
    ['dowser-images: noindex', 0],
    ['otherbot: unavailable_after: 1 Jan 2020 00:00:00 GMT', 0],
  ];
  for (const [header, flags] of row) assert.equal(directives([header]).flags, flags, header);
  assert.equal(directives(['otherbot: noindex', 'nofollow']).flags, nofollow);
  assert.ok(!directives(['otherbot: unavailable_after: 1 Jan 2020 00:00:00 GMT']).isUnavailable);
});

test('unavailable_after is a word with a date, in any of the forms of the web', () => {
  const row = [
    'unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow',
    'unavailable_after: Tuesday, 25-Jun-30 15:00:00 PST, nofollow',
    'nofollow, unavailable_after: Tue, 25 Jun 2030 15:00:00 -0800',
    'dowser: unavailable_after: 2030-06-25T23:00:00Z, nofollow',
    'unavailable_after: 2030-06-25T15:00:00-08:00, nofollow',
  ];
  for (const header of row) {
    const { flags, unavailableAfterMs, isUnavailable } = directives([header]);
    assert.deepEqual(
      [flags, unavailableAfterMs, isUnavailable],
      [nofollow, Date.UTC(2030, 5, 25, 23), false],
      header,
    );
  }
  assert.equal(directives(['unavailable_after: 2020-01-01']).isUnavailable, true);
  assert.equal(directives([], ['unavailable_after: 25-Aug-2007 15:00:00 EST']).isUnavailable, true);
  assert.ok(Number.isNaN(directives(['unavailable_after: never, noindex']).unavailableAfterMs));
  assert.equal(directives(['unavailable_after: never, noindex']).flags, noindex);
});

test('refusals of machine learning are recorded', () => {
  assert.deepEqual(directives(['noai, noimageai'], ['noai']).optOuts, ['noai', 'noimageai']);
});

test('any text gives an answer', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), texts => {
      assert.equal(typeof directives(texts, texts).flags, 'number');
    }),
    { seed: 1, numRuns: 200 },
  );
  for (const unit of [':', ',', 'a:', 'mon,', ' ', 'unavailable_after:']) directives([unit.repeat(200_000)]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fault } from '../../../src/kit/fault.js';
import { plannedTrouble, readShares } from '../../../src/serve/trouble-plan.js';
import { TROUBLES } from '../../../src/web/served-web.js';

const urls = Array.from({ length: 4000 }, (_, i) => `http://h${i % 50}.test/${i}.html`);

test('shares are met, by kind, the same for the same seed', () => {
  const shares = readShares('503=0.1,reset=0.05');
  const drawn = urls.map(url => plannedTrouble(shares, 3, url)?.kind);
  const part = (kind: string): number => drawn.filter(one => one === kind).length / urls.length;
  assert.ok(Math.abs(part('503') - 0.1) < 0.02 && Math.abs(part('reset') - 0.05) < 0.02);
  assert.deepEqual(
    urls.map(url => plannedTrouble(shares, 3, url)?.kind),
    drawn,
  );
  assert.notDeepEqual(
    urls.map(url => plannedTrouble(shares, 4, url)?.kind),
    drawn,
  );
});

test('one number gives every kind an equal part; robots.txt and sitemaps are spared', () => {
  const all = readShares('1');
  assert.deepEqual(new Set(urls.map(url => plannedTrouble(all, 1, url)?.kind)), new Set(TROUBLES));
  for (const path of ['robots.txt', 'sitemap.xml', 'sitemap-2.xml.gz'])
    assert.equal(plannedTrouble(all, 1, `http://a.test/${path}`), undefined);
});

for (const text of ['', '2', '0.1.2', '503', '503=x', '404=0.1', 'reset=0.6,500=0.6', '=', 'slow=-1'])
  test(`the shares "${text}" are refused in one sentence`, () => {
    assert.throws(
      () => readShares(text),
      (fault: Fault) => fault.exitCode === 2 && /^--faults [^\n]*[.?]$/.test(fault.message),
    );
  });

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { widthOf } from '../../../src/kit/width.js';
import { openLog } from '../../../src/log/query.js';
import { harvestReport, readHarvest } from '../../../src/report/harvest.js';
import { HarvestCurve } from '../../../src/report/measure.js';
import { plotLines, roundUp } from '../../../src/report/plot.js';
import { J1, j1Pages, pageRow, runRow, writeLog } from '../log/logs.js';

const near = (found: number, wanted: number): void => {
  assert.ok(Math.abs(found - wanted) < 1e-6, `${found} is not ${wanted}`);
};

const curveOf = (name: string, relevance: readonly number[], knownTargets = Number.NaN): HarvestCurve => {
  const curve = new HarvestCurve(name, knownTargets);
  for (const one of relevance) curve.add(one, one >= 0.5, one >= 0.5);
  return curve;
};

test('the numbers of METHODS J.1', () => {
  const point = curveOf('x', J1.relevance, J1.knownTargets).at(5);
  near(point.harvestRate, J1.harvestRate);
  near(point.averageRelevance, J1.averageRelevance);
  near(point.deviation, J1.deviation);
  near(point.targetRecall, J1.targetRecall);
});

test('a curve of nothing, and of pages that were not judged, has no average', () => {
  const curve = new HarvestCurve('x');
  assert.deepEqual(curve.at(10), {
    pages: 0,
    relevant: 0,
    harvestRate: 0,
    averageRelevance: Number.NaN,
    deviation: Number.NaN,
    targets: 0,
    targetRecall: Number.NaN,
  });
  curve.add(Number.NaN, false);
  assert.ok(Number.isNaN(curve.at(1).averageRelevance));
  curve.add(0.5, true);
  assert.equal(curve.at(2).averageRelevance, 0.5);
  assert.equal(curve.at(2).harvestRate, 0.5);
});

test('SQL and TypeScript agree page by page', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'dowser-report-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [relevances = []] = fc.sample(
    fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 4, nil: Number.NaN }), {
      minLength: 200,
      maxLength: 200,
    }),
    { seed: 5, numRuns: 1 },
  );
  const pages = relevances.map((relevance, i) =>
    pageRow(i + 1, { relevance, is_relevant: relevance >= 0.5, is_target: i % 9 === 0 }),
  );
  await writeLog(folder, { pages, runs: [runRow(1, { strategy: 'shark' })] });
  const curve = await readHarvest({ folder, knownTargets: 50 });
  const log = await openLog(folder);
  const rows = await log.all('FROM harvest_curve ORDER BY n');
  log.close();
  assert.equal(curve.name, 'shark');
  assert.equal(rows.length, curve.pages);
  for (const row of rows) {
    const point = curve.at(Number(row['n']));
    assert.equal(Number(row['relevant']), point.relevant);
    assert.equal(Number(row['targets']), point.targets);
    near(Number(row['harvest_rate']), point.harvestRate);
    if (row['average_relevance'] === null) assert.ok(Number.isNaN(point.averageRelevance));
    else {
      near(Number(row['average_relevance']), point.averageRelevance);
      near(Number(row['relevance_deviation']), point.deviation);
    }
  }
});

test('recall counts each known address once', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'dowser-report-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const pages = [...j1Pages(), pageRow(6, { url: 'http://a.example/1', attempt: 2 })];
  await writeLog(folder, { pages });
  const targets = new Set([1, 2, 3, 8, 9].map(n => `http://a.example/${n}`));
  const curve = await readHarvest({ folder, name: 'mine', targets });
  assert.equal(curve.at(6).targets, 3);
  near(curve.at(6).targetRecall, J1.targetRecall);
});

test('a report puts crawls side by side and says where one had ended', () => {
  const long = curveOf(
    'best-first',
    Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? 0.9 : 0.1)),
    400,
  );
  const short = curveOf(
    '暴雨',
    Array.from({ length: 120 }, () => 0),
  );
  const text = harvestReport([long, short], { width: 80 });
  assert.match(text, /\nbest-first +200 +100 +0\.500 +0\.500 +0\.400 +100 +0\.250\n/);
  assert.match(text, /\n暴雨 +120 +0 +0\.000 +0\.000 +0\.000 +0 +-\n/);
  assert.match(text, /\n100 +0\.500 +0\.000\n200 +0\.500 +-\n/);
  assert.match(text, /\n {7}█ best-first\n {7}▒ 暴雨\n/);
  const plain = harvestReport([long], { width: 60, isUnicode: false, steps: [50] });
  assert.match(plain, /^[\x20-\x7e\n]+$/);
  assert.match(plain, /\n50 +0\.500\n/);
});

test('a report of any crawl fits any terminal', () => {
  const relevance = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 300 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('shark', '暴雨灾害', 'x'.repeat(60)), relevance), { maxLength: 4 }),
      fc.integer({ min: 30, max: 140 }),
      (crawls, width) => {
        const curves = crawls.map(([name, values]) => curveOf(name, values, 3));
        for (const line of harvestReport(curves, { width }).split('\n')) {
          assert.ok(widthOf(line) <= width, `${widthOf(line)} > ${width}: ${line}`);
        }
      },
    ),
    { seed: 9, numRuns: 60 },
  );
});

test('a plot draws a straight line through its corners', () => {
  const shape = { width: 40, height: 5, isUnicode: false, xLabel: 'n', yLabel: 'y' };
  const lines = plotLines([{ name: 'up', end: 100, value: x => x / 100 }], shape);
  assert.equal(lines[0], 'y');
  assert.match(lines[1] ?? '', /^ {4}1 \|.*#+$/);
  assert.match(lines[5] ?? '', /^ {4}0 \|#+$/);
  assert.match(lines[7] ?? '', /^ {7}0 +50 +100 {2}n$/);
  assert.deepEqual([0, 0.03, 0.21, 0.5, 0.51, 1, 7, 120].map(roundUp), [1, 0.05, 0.25, 0.5, 1, 1, 10, 200]);
});

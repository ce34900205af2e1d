import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readDate } from '../../../src/kit/date.js';

test('the forms of dates on the web', () => {
  const row: readonly [string, number][] = [
    ['2005-01-01', Date.UTC(2005, 0, 1)],
    ['2005', Date.UTC(2005, 0)],
    ['2005-07', Date.UTC(2005, 6)],
    ['2024-10-19T11:21:53+00:00', Date.UTC(2024, 9, 19, 11, 21, 53)],
    ['2024-10-19T11:21:53Z', Date.UTC(2024, 9, 19, 11, 21, 53)],
    ['2024-10-19t11:21z', Date.UTC(2024, 9, 19, 11, 21)],
    ['2015-05-03T18:51:50+01:00', Date.UTC(2015, 4, 3, 17, 51, 50)],
    ['2015-05-03T18:51:50.1234-0130', Date.UTC(2015, 4, 3, 20, 21, 50)],
    [' 2015-05-03 \n 18:51:50 ', Date.UTC(2015, 4, 3, 18, 51, 50)],
    ['Thu, 05 Jan 2017 12:34:50 GMT', Date.UTC(2017, 0, 5, 12, 34, 50)],
    ['Thu, 05 Jan 17 13:34:52 +0100', Date.UTC(2017, 0, 5, 12, 34, 52)],
    ['05 Jan 2017 13:34:53 +0100', Date.UTC(2017, 0, 5, 12, 34, 53)],
    ['5 Jan 17 13:34', Date.UTC(2017, 0, 5, 13, 34)],
    ['Sunday, 06-Nov-94 08:49:37 GMT', Date.UTC(1994, 10, 6, 8, 49, 37)],
    ['Sun Nov  6 08:49:37 1994', Date.UTC(1994, 10, 6, 8, 49, 37)],
    ['25 Jun 2030 15:00:00 PST', Date.UTC(2030, 5, 25, 23)],
    ['25 August 2030', Date.UTC(2030, 7, 25)],
  ];
  for (const [text, ms] of row) assert.equal(readDate(text), ms, text);
});

test('what is no date is NaN', () => {
  const row = [
    '',
    'never',
    '2005-13-01',
    '2005-02-30',
    '31 Foo 2005',
    '20050101',
    '1',
    '05/01/2017',
    '2005-01-01T25:00',
    '5 Jan 2017 10:00 XYZ',
  ];
  for (const text of row) assert.ok(Number.isNaN(readDate(text)), text);
  assert.ok(Number.isNaN(readDate(' '.repeat(1_000_000))));
});

test('what a clock prints is read back to the second', () => {
  const moment = fc.integer({ min: -2_000_000_000, max: 4_000_000_000 });
  fc.assert(
    fc.property(moment, seconds => {
      const date = new Date(seconds * 1000);
      assert.equal(readDate(date.toISOString()), date.getTime());
      if (date.getUTCFullYear() >= 1000) assert.equal(readDate(date.toUTCString()), date.getTime());
    }),
    { seed: 2, numRuns: 300 },
  );
});

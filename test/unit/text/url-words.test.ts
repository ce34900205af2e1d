import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { shareFound, urlWords } from '../../../src/text/url-words.js';
import { readerWith } from './reader.js';

test('an address is cut at signs and at capitals inside words', () => {
  assert.equal(
    urlWords('https://www.example.org/floodWarning/river-levels_2024.html?area=North'),
    'example org flood Warning river levels 2024 html area North',
  );
});

test('escapes are read, and broken ones are spaces', () => {
  assert.equal(urlWords('http://a.example/%E6%9A%B4%E9%9B%A8'), 'a example 暴雨');
  assert.equal(urlWords('http://a.example/%B1%A9x%zz'), 'a example x zz');
});

test('the share of topic terms in an address', () => {
  const reader = readerWith();
  const topic = reader.list('flood river storm levee', 'en').sort();
  assert.equal(shareFound(topic, reader.list(urlWords('http://a.example/rivers/floods/'), 'en')), 0.5);
  assert.equal(shareFound(new Uint32Array(0), topic), 0);
});

test('any text has words or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), url => {
      assert.equal(typeof urlWords(url), 'string');
    }),
    { numRuns: 200 },
  );
});

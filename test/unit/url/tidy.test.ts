import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tidy } from '../../../src/url/tidy.js';

test('session and campaign parameters go, everything else stays as it is', () => {
  const rows = {
    'http://h.org/a;jsessionid=1A2B.node?x=1': 'http://h.org/a?x=1',
    'http://h.org/a;JSESSIONID=1A2B/b;v=1': 'http://h.org/a/b;v=1',
    'http://h.org/a?PHPSESSID=12&x=1': 'http://h.org/a?x=1',
    'http://h.org/a?x=1&sid=ab&y=2': 'http://h.org/a?x=1&y=2',
    'http://h.org/a?utm_source=x&utm_medium=y': 'http://h.org/a',
    'http://h.org/a?x=1&&y=2&utm_id=': 'http://h.org/a?x=1&&y=2',
    'http://h.org/a?sid=1;x=2': 'http://h.org/a',
  };
  for (const [url, wanted] of Object.entries(rows)) {
    assert.equal(tidy(url), wanted);
    assert.equal(tidy(wanted), wanted);
  }
});

test('names that only look alike stay', () => {
  for (const url of [
    'http://h.org/a?',
    'http://h.org/sid=1?x=2',
    'http://h.org/a?inside=1&sidebar=2&Xutm_source=3',
    'http://h.org/a?x=utm_source',
    'http://sid.h.org/jsessionid',
  ])
    assert.equal(tidy(url), url);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_ROBOTS_REDIRECTS, robotsAnswer } from '../../../src/robots/answer.js';
import { mayAsk, RobotsCache } from '../../../src/robots/cache.js';
import { readRobots } from '../../../src/robots/rules.js';

test('the way of answering decides, RFC 9309 §2.3.1', () => {
  const table = {
    rules: [200, 204, 206],
    open: [300, 304, 400, 401, 403, 404, 410, 451, 499],
    closed: [429, 500, 503, 599, 600, 100, 0, -9, -70],
  };
  for (const [answer, statuses] of Object.entries(table)) {
    for (const status of statuses) assert.equal(robotsAnswer(status), answer, String(status));
  }
  for (const status of [301, 302, 303, 307, 308]) {
    assert.equal(robotsAnswer(status, MOST_ROBOTS_REDIRECTS - 1), 'redirect');
    assert.equal(robotsAnswer(status, MOST_ROBOTS_REDIRECTS), 'open');
  }
});

const rules = readRobots(Buffer.from('User-agent: *\nDisallow: /no'), 'dowser');
const limits = { most: 2, holdMs: 1000, closedHoldMs: 100, staleHoldMs: 5000 };

test('a verdict holds for its time and is then asked for again', () => {
  const cache = new RobotsCache(limits);
  assert.equal(cache.verdict('http://h.org', 0), undefined);
  cache.keep('http://h.org', { answer: 'rules', rules }, 0);
  assert.equal(cache.verdict('http://h.org', 999)?.answer, 'rules');
  assert.equal(cache.verdict('http://h.org', 1000), undefined);
  cache.keep('http://down.org', { answer: 'closed' }, 0);
  assert.equal(cache.verdict('http://down.org', 99)?.answer, 'closed');
  assert.equal(cache.verdict('http://down.org', 100), undefined);
});

test('rules outlive an unreachable site for a while', () => {
  const cache = new RobotsCache(limits);
  cache.keep('http://h.org', { answer: 'rules', rules }, 0);
  assert.equal(cache.keep('http://h.org', { answer: 'closed' }, 2000).answer, 'rules');
  assert.equal(cache.verdict('http://h.org', 2099)?.answer, 'rules');
  assert.equal(cache.verdict('http://h.org', 2100), undefined);
  assert.equal(cache.keep('http://h.org', { answer: 'closed' }, 5000).answer, 'closed');
  assert.equal(cache.keep('http://h.org', { answer: 'open' }, 5100).answer, 'open');
});

test('the origin asked about longest ago makes room', () => {
  const cache = new RobotsCache(limits);
  for (const origin of ['a', 'b']) cache.keep(origin, { answer: 'open' }, 0);
  cache.verdict('a', 1);
  cache.keep('c', { answer: 'open' }, 2);
  assert.deepEqual(
    ['a', 'b', 'c'].map(origin => cache.verdict(origin, 3) !== undefined),
    [true, false, true],
  );
  assert.equal(cache.size, 2);
});

test('a verdict says what may be asked for', () => {
  const closed = { answer: 'closed' } as const;
  assert.deepEqual(
    [mayAsk({ answer: 'open' }, '/no'), mayAsk(closed, '/x'), mayAsk(closed, '/robots.txt')],
    [true, false, true],
  );
  assert.deepEqual(
    [mayAsk({ answer: 'rules', rules }, '/no'), mayAsk({ answer: 'rules', rules }, '/x')],
    [false, true],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RobotsDetail, Visit } from '../../../src/contract/visit.js';
import { endOf, type LiveChoice, linksOf, livePages, visitOf } from '../../web/live-lane.js';
import { answer, rawServer, type Say } from '../../web/raw-server.js';

const PAGE = answer('<p>flood', 'Content-Type: text/html\r\n');
const REDIRECT = (to: string): string => `HTTP/1.1 301 Moved\r\nLocation: ${to}\r\nContent-Length: 0\r\n\r\n`;

/** A site with this robots.txt, asked by a lane that obeys. */
async function siteWith(t: Parameters<typeof livePages>[0], robots: Say, choice: LiveChoice = {}) {
  const server = await rawServer(t, { '/robots.txt': robots, '*': PAGE });
  const pages = livePages(t, { obeysRobots: true, ...choice });
  const ask = (path: string, more: Partial<Visit> = {}) => pages.read(visitOf(server.origin + path, more));
  const askRobots = async (more: Partial<Visit> = {}, path = '/robots.txt') => {
    const reading = await ask(path, { kind: 'robots', origin: server.origin, ...more });
    const detail = JSON.parse(reading.detail) as RobotsDetail;
    return { reading, detail };
  };
  return { server, ask, askRobots };
}

test('a page waits for the robots.txt of its origin, and what that closes is not asked for', async t => {
  const rules = 'User-agent: testbot\nDisallow: /no\nAllow: /no/but\nCrawl-delay: 0.8\n';
  const { server, ask, askRobots } = await siteWith(t, answer(rules));
  assert.equal(endOf(await ask('/yes')), 'needsRobots');
  assert.equal(server.heads.length, 0);
  const { reading, detail } = await askRobots();
  assert.deepEqual([endOf(reading), reading.status, reading.crawlDelayMs], ['Ok', 200, 800]);
  assert.deepEqual(detail, {
    answer: 'rules',
    origin: server.origin,
    group: 'own',
    rules: 2,
    optOuts: [],
    isTruncated: false,
  });
  const ends: string[] = [];
  for (const path of ['/yes', '/no', '/no/but', '/no?x', '/robots.txt']) ends.push(endOf(await ask(path)));
  assert.deepEqual(ends, ['Ok', 'RobotsDenied', 'Ok', 'RobotsDenied', 'Ok']);
  assert.equal(endOf(await ask('/no.xml', { kind: 'sitemap' })), 'RobotsDenied');
  assert.deepEqual(
    server.heads.map(head => head.split(' ')[1]),
    ['/robots.txt', '/yes', '/no/but', '/robots.txt'],
  );
});

const BROKEN = 'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nUser-agent: *\nDisallow:';
const ANSWERS: readonly (readonly [string, Say, string, RobotsDetail['answer'], string])[] = [
  ['404', answer('Disallow: /', '', '404 Not Found'), 'HttpError 404', 'open', 'Ok'],
  ['403 that breaks off', 'HTTP/1.1 403 No\r\nContent-Length: 9\r\n\r\nx', 'HttpError 403', 'open', 'Ok'],
  ['503', answer('', '', '503 Busy'), 'Busy', 'closed', 'RobotsUnreachable'],
  ['429', answer('', '', '429 Slow'), 'Busy', 'closed', 'RobotsUnreachable'],
  ['half a file', BROKEN, 'Incomplete', 'closed', 'RobotsUnreachable'],
  ['no answer', socket => socket.destroy(), 'Reset', 'closed', 'RobotsUnreachable'],
  ['silence', () => undefined, 'HeaderTimeout', 'closed', 'RobotsUnreachable'],
  ['an empty file', answer(''), 'Ok', 'rules', 'Ok'],
  ['a picture', answer('\x89PNG', 'Content-Type: image/png\r\n'), 'Ok', 'rules', 'Ok'],
  ['a redirect to nowhere', REDIRECT('mailto:x@y.test'), 'RedirectFailed', 'open', 'Ok'],
  [
    'a redirect without a place',
    'HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n',
    'RedirectFailed',
    'open',
    'Ok',
  ],
];

for (const [what, say, end, word, pageEnd] of ANSWERS)
  test(`robots.txt: ${what} is ${word}, and a page then ends as ${pageEnd}`, async t => {
    const { ask, askRobots } = await siteWith(t, say, { fetch: { limits: { headMs: 300 } } });
    const { reading, detail } = await askRobots();
    assert.deepEqual([endOf(reading), detail.answer], [end, word]);
    const page = await ask('/');
    assert.deepEqual([endOf(page), page.sends], [pageEnd, pageEnd === 'Ok' ? 1 : 0]);
  });

test('of a file that has no end the first 500 KiB count', async t => {
  const file = `User-agent: *\nDisallow: /no\n${'# filler\n'.repeat(80_000)}Disallow: /\n`;
  const { ask, askRobots } = await siteWith(t, answer(file));
  const { reading, detail } = await askRobots();
  assert.deepEqual([endOf(reading), detail.isTruncated, detail.rules], ['Ok', true, 1]);
  assert.equal(endOf(await ask('/no')), 'RobotsDenied');
  assert.equal(endOf(await ask('/yes')), 'Ok');
});

test('a redirect of robots.txt goes back to main, and what comes at its end counts for the first origin', async t => {
  const { server, ask, askRobots } = await siteWith(t, REDIRECT('/elsewhere'));
  const first = await askRobots();
  assert.deepEqual(
    [endOf(first.reading), first.reading.target, first.detail.answer, first.detail.origin],
    ['Redirected', `${server.origin}/elsewhere`, 'redirect', server.origin],
  );
  assert.equal(endOf(await ask('/')), 'needsRobots');
  const second = await askRobots({ hops: 1 }, '/elsewhere');
  assert.deepEqual([endOf(second.reading), second.detail.answer], ['Ok', 'rules']);
  assert.equal(endOf(await ask('/')), 'Ok');
});

test('after five redirects there is no robots.txt', async t => {
  const { ask, askRobots } = await siteWith(t, REDIRECT('/robots.txt'));
  assert.equal((await askRobots({ hops: 4 })).detail.answer, 'redirect');
  const last = await askRobots({ hops: 5 });
  assert.deepEqual(
    [endOf(last.reading), last.reading.target, last.detail.answer],
    ['RedirectFailed', '', 'open'],
  );
  assert.equal(endOf(await ask('/')), 'Ok');
});

test('rules are for one origin', async t => {
  const { server, ask, askRobots } = await siteWith(t, answer('User-agent: *\nDisallow: /\n'));
  await askRobots({ origin: 'http://other.test' });
  assert.equal(endOf(await ask('/')), 'needsRobots');
  await askRobots();
  assert.equal(endOf(await ask('/')), 'RobotsDenied');
  assert.equal(server.heads.length, 2);
});

test('rules hold while the site cannot be reached, and the row says both', async t => {
  let count = 0;
  const { ask, askRobots } = await siteWith(
    t,
    socket =>
      socket.end(count++ === 0 ? answer('User-agent: *\nDisallow: /no\n') : answer('', '', '500 Oops')),
    { robots: { holdMs: 0, closedHoldMs: 60_000 } },
  );
  await askRobots();
  assert.equal(endOf(await ask('/no')), 'needsRobots');
  const { reading, detail } = await askRobots();
  assert.deepEqual([endOf(reading), detail.answer, detail.rules], ['ServerFault', 'rules', 1]);
  assert.equal(endOf(await ask('/no')), 'RobotsDenied');
  assert.equal(endOf(await ask('/yes')), 'Ok');
});

test('a robots.txt names sitemaps, each once, and who refuses machine learning', async t => {
  const text =
    'Sitemap: /s.xml\nSitemap: http://cdn.test/m.xml#x\nSitemap: /s.xml\nSitemap: mailto:x\nUser-agent: GPTBot\nDisallow: /\n';
  const { server, askRobots } = await siteWith(t, answer(text));
  const { reading, detail } = await askRobots();
  assert.deepEqual(linksOf(reading), [`${server.origin}/s.xml`, 'http://cdn.test/m.xml']);
  assert.deepEqual([reading.linksFound, detail.optOuts, detail.group], [2, ['GPTBot'], 'none']);
});

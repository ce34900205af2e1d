/** The open cases of kind robots, as far as rules decide them: what must be fetched is allowed, what must not is not. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { robotsAnswer } from '../../../src/robots/answer.js';
import { mayAsk, type RobotsVerdict } from '../../../src/robots/cache.js';
import { pathAndQuery } from '../../../src/robots/octets.js';
import { readRobots } from '../../../src/robots/rules.js';
import { canonical } from '../../../src/url/canonical.js';
import { sharedPath } from '../../shared.js';

interface Route {
  readonly host?: string;
  readonly path?: string;
  readonly status?: number;
  readonly body?: string;
  readonly base64?: string;
  readonly repeat?: { readonly before: string };
  readonly hang?: boolean;
  readonly reset?: string;
}

interface Site {
  readonly host: string;
  readonly routes: readonly Route[];
}

function verdictOf({ host, routes }: Site, asked: string): RobotsVerdict {
  const route = routes.find(each => each.path === '/robots.txt' && [asked, '*'].includes(each.host ?? host));
  const isLost = route?.hang === true || route?.reset !== undefined;
  const answer = robotsAnswer(route === undefined ? 404 : isLost ? -1 : (route.status ?? 200));
  if (answer !== 'rules') return { answer: answer === 'redirect' ? 'open' : answer };
  const body = route?.repeat?.before ?? route?.body ?? Buffer.from(route?.base64 ?? '', 'base64');
  return { answer, rules: readRobots(Buffer.from(body as string), 'probebot') };
}

test('the open cases of robots', t => {
  const path = sharedPath('cases/cases');
  if (path === undefined) return t.skip('skipped: ../shared/cases is not there');
  const ids = readdirSync(path).filter(id => id.startsWith('ROB-'));
  assert.ok(ids.length >= 17);
  for (const id of ids) {
    const site = JSON.parse(readFileSync(join(path, id, 'site.json'), 'utf8')) as Site;
    const expect = JSON.parse(readFileSync(join(path, id, 'expect.json'), 'utf8')) as Record<
      string,
      string[] | undefined
    >;
    for (const list of ['mustFetch', 'mustNotFetch']) {
      for (const text of expect[list] ?? []) {
        const url = canonical(text.replaceAll('@@P@@', ''), undefined) as string;
        const verdict = verdictOf(site, new URL(url).hostname);
        assert.equal(mayAsk(verdict, pathAndQuery(url)), list === 'mustFetch', `${id} ${url}`);
      }
    }
  }
});

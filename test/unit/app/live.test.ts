import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fetchOptionsOf, pacesAddresses, politenessOf, userAgentOf } from '../../../src/app/live.js';
import { loadConfig } from '../../../src/app/load.js';
import { prepare } from '../../../src/app/prepare.js';
import { shownConfig } from '../../../src/app/shown-config.js';
import { temporaryFolder } from '../../web/tiny.js';

const folder = temporaryFolder();
const enough = { topics: ['flood-warning'], seeds: ['http://a.test/'], contact: 'you@example.org' };

interface Sources {
  readonly flags?: Record<string, unknown>;
  readonly env?: Record<string, string>;
  /** Text of a configuration file. */
  readonly file?: string;
}

function load({ flags = {}, env = {}, file }: Sources) {
  if (file !== undefined) writeFileSync(join(folder, 'live.yaml'), file);
  const configFile = file === undefined ? undefined : 'live.yaml';
  return loadConfig({ flags: { ...enough, ...flags }, env, configFile, folder });
}

test('seconds may have a fraction or a unit, and become milliseconds', () => {
  const flags = { delayMs: '0.29', perIpDelayMs: '50ms', timeoutMs: '2m', maxCrawlDelayMs: '0' };
  const config = load({ flags, env: { DOWSER_CONNECT_TIMEOUT: '1.5' }, file: 'robots-retry: 0.5' });
  const { delayMs, perIpDelayMs, timeoutMs, connectTimeoutMs, maxCrawlDelayMs, robotsRetryMs } = config;
  assert.deepEqual(
    [delayMs, perIpDelayMs, timeoutMs, connectTimeoutMs, maxCrawlDelayMs, robotsRetryMs],
    [290, 50, 120_000, 1500, 0, 500],
  );
});

test('the user agent names product, version and contact, each once', () => {
  assert.match(
    userAgentOf({ userAgent: undefined, contact: 'a@b.c' }),
    /^Dowser\/\d+\.\d+\.\d+ \(\+a@b\.c\)$/,
  );
  assert.equal(userAgentOf({ userAgent: 'probe/1', contact: 'http://b.c/x' }), 'probe/1 (+http://b.c/x)');
  const whole = 'probe/1 (+http://b.c/x)';
  assert.equal(userAgentOf({ userAgent: whole, contact: 'http://b.c/x' }), whole);
});

test('lists and passwords can be given by variables', () => {
  const env = {
    DOWSER_HEADER: 'X-A: one two\nX-B: three',
    DOWSER_CREDENTIALS: 'a.test=me:p=w https://b.test=you:q',
    DOWSER_CONNECT_TO: 'a.test:80::8080 b.test:80::8081',
    DOWSER_ADAPTIVE_DELAY: 'false',
  };
  const options = fetchOptionsOf(load({ env }));
  assert.deepEqual(options.headers, { 'x-a': 'one two', 'x-b': 'three' });
  assert.deepEqual(options.credentials, { 'a.test': 'me:p=w', 'https://b.test': 'you:q' });
  assert.deepEqual(options.connectTo, ['a.test:80::8080', 'b.test:80::8081']);
  assert.equal(politenessOf(load({ env })).isAdaptive, false);
});

test('addresses are paced only when asked for', () => {
  assert.equal(pacesAddresses(load({})), false);
  assert.equal(politenessOf(load({})).perIpConcurrency, Number.POSITIVE_INFINITY);
  assert.equal(pacesAddresses(load({ flags: { perIpConcurrency: '2' } })), true);
  assert.equal(pacesAddresses(load({ flags: { perIpDelayMs: '0.1' } })), true);
});

test('what the log shows of the settings holds no password', () => {
  const flags = {
    headers: ['Authorization: Bearer s3cret', 'X-Api-Key: s3cret', 'Accept-Language: zh', 's3cret'],
    proxy: 'http://me:s3cret@127.0.0.1:3128',
  };
  const shown = shownConfig(load({ flags, file: 'credentials: {a.test: "me:s3cret"}' }));
  assert.ok(!shown.includes('s3cret'), shown);
  const { headers, credentials, proxy, delayMs } = JSON.parse(shown) as Record<string, unknown>;
  assert.deepEqual(headers, ['Authorization: ***', 'X-Api-Key: ***', 'Accept-Language: zh', ': ***']);
  assert.deepEqual([credentials, proxy], [{ 'a.test': '***' }, 'http://***:***@127.0.0.1:3128/']);
  assert.equal(delayMs, 1000);
});

test('settings of the live web are refused beside a stored one where they were meant for it', () => {
  const webs = ['a.warc'];
  const flags = { webs, contact: undefined };
  assert.throws(() => load({ flags: { webs } }), /--contact does nothing with --web/);
  assert.throws(() => load({ flags: { ...flags, delayMs: '1' } }), /--delay does nothing with --web/);
  const file = 'web: [a.warc]\nrobots: ignore\n';
  assert.throws(
    () => load({ flags: { contact: undefined }, file }),
    /^Error: robots in live\.yaml does nothing|^Fault: robots in live\.yaml does nothing/,
  );
  assert.equal(load({ flags, env: { DOWSER_CONTACT: 'a@b.c' } }).contact, 'a@b.c');
  assert.equal(load({ flags, file: 'robots: ignore' }).robots, 'ignore');
});

const refused: readonly (readonly [string, Sources, RegExp])[] = [
  ['a contact that is none', { flags: { contact: 'me' } }, /^--contact must be a web address or a mail/],
  ['a delay below zero', { flags: { delayMs: '-1' } }, /^--delay must be seconds from 0/],
  ['no time at all', { flags: { timeoutMs: '0' } }, /^--timeout must be seconds above 0/],
  ['a product that robots.txt cannot name', { flags: { userAgent: '1bot/2' } }, /^--user-agent must begin/],
  ['a header without a name', { flags: { headers: ['s3cret'] } }, /^--header must be of the form/],
  ['a header given twice', { flags: { headers: ['a: 1', 'A: 2'] } }, /^--header A is given twice/],
  ['a header of ours', { flags: { headers: ['Host: a'] } }, /The header host is set by the crawler/],
  ['another user agent by header', { flags: { headers: ['user-agent: a'] } }, /write --user-agent/],
  ['a proxy that is none', { flags: { proxy: 'ftp://me:s3cret@a' } }, /^--proxy should be http/],
  ['a certificate file that is not there', { flags: { caFile: 'no.pem' } }, /^--ca .*no\.pem/],
  ['a rule that is none', { flags: { connectTo: ['a:b'] } }, /^--connect-to "a:b" should be/],
  ['a name server that is none', { flags: { dnsServers: ['dns'] } }, /^--dns-server "dns" should be/],
  ['a network that is none', { flags: { allowPrivate: ['10.0.0.0/99'] } }, /^--allow-private/],
  [
    'credentials that are none',
    { file: 'credentials: {a.test: s3cret}' },
    /^The credentials for "a\.test" should be USER:PASSWORD/,
  ],
  ['credentials in a list', { file: 'credentials: [s3cret]' }, /^credentials in live\.yaml must be a map/],
];

for (const [title, sources, sentence] of refused) {
  test(`${title}: refused in one sentence without a password, before the first request`, async () => {
    await assert.rejects(
      async () => await prepare(load(sources)),
      (fault: Error & { exitCode?: number }) => {
        assert.match(fault.message, sentence);
        assert.equal(fault.exitCode, 2);
        assert.ok(!fault.message.includes('s3cret') && !fault.message.includes('\n'), fault.message);
        return true;
      },
    );
  });
}

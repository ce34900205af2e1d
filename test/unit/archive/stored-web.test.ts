import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoredWeb, StoredWebReader } from '../../../src/archive/stored-web.js';
import { sharedPath } from '../../shared.js';
import { tinyWeb } from '../../web/tiny.js';

const canonical = (address: string): string | undefined =>
  /^https?:/.test(address) ? new URL(address).href : undefined;

test('a stored page comes back with status, headers and body, and any other address is not there', async () => {
  const path = tinyWeb({
    'http://a.test/': '<html>hé',
    'http://a.test/old': { status: 301, headers: { Location: '/' } },
  });
  const web = await StoredWeb.open([path], canonical);
  const reader = StoredWebReader.attach(web.handle);
  const home = reader.get('http://a.test/');
  assert.equal(home?.status, 200);
  assert.equal(home?.contentType, 'text/html; charset=utf-8');
  assert.equal(Buffer.from(home?.body ?? []).toString(), '<html>hé');
  assert.equal(home?.file, path);
  assert.equal(reader.get('http://a.test/old')?.headers.get('location'), '/');
  assert.equal(reader.get('http://a.test/none'), undefined);
  assert.deepEqual(web.summary, { records: 3, pages: 2, skipped: 1, reasons: { otherType: 1 } });
  web.close();
});

test('lohelp-opaque holds 7,683 pages', async t => {
  const path = sharedPath('webs/lohelp-opaque.warc.gz');
  if (path === undefined) return t.skip('skipped: ../shared/webs is not there');
  const web = await StoredWeb.open([path], canonical);
  assert.equal(web.summary.pages, 7683);
  const reader = StoredWebReader.attach(web.handle);
  assert.equal(reader.get('http://help.libreoffice.org/p/2277dc3061eca218')?.status, 200);
  web.close();
});

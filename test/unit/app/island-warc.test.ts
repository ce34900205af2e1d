import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeIslandWarc } from '../../../src/app/island-warc.js';
import { StoredWeb, StoredWebReader } from '../../../src/archive/stored-web.js';
import { temporaryFolder } from '../../web/tiny.js';

test('an island web written as WARC answers with the bytes of the one in memory, labels beside it', async () => {
  for (const name of ['island.warc', 'island.warc.gz']) {
    const options = { seed: 5, hosts: 8, pages: 200, islands: 2 };
    const { web, warcPath, labelPath, bytes } = writeIslandWarc(join(temporaryFolder(), name), options);
    const stored = await StoredWeb.open([warcPath], url => url);
    const reader = StoredWebReader.attach(stored.handle);
    const answers = [...web.pages()];
    assert.equal(stored.summary.pages, answers.length);
    assert.deepEqual(stored.summary.reasons, { otherType: 1 });
    for (const { url, status, headers, body } of answers) {
      const got = reader.get(url);
      assert.equal(got?.status, status);
      assert.deepEqual(Buffer.from(got?.body ?? []), body);
      for (const [header, value] of headers) assert.equal(got?.headers.get(header.toLowerCase()), value);
    }
    for (const missing of web.plan.address.missing) assert.equal(reader.get(missing), undefined);
    assert.equal(readFileSync(warcPath).length, bytes);
    const lines = readFileSync(labelPath, 'utf8').trimEnd().split('\n');
    assert.equal(lines.length, 200);
    for (const line of lines) assert.match(line, /^http:\/\/[^\t]+\ttopic:\w+(,island:[12])?$/);
    stored.close();
  }
});

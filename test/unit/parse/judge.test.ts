import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'node:test';
import { packageRoot } from '../../../src/kit/package-root.js';

function ask(...questions: readonly unknown[]): unknown[] {
  const input = `${questions.map(question => JSON.stringify(question)).join('\n')}\n`;
  const { stdout } = spawnSync(process.execPath, [join(packageRoot, 'test', 'judge.mjs')], {
    input,
    encoding: 'utf8',
  });
  return stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
}

test('the door answers charset and page in the shapes that judges expect', () => {
  const gbk = Buffer.from('\xd6\xd0\xb9\xfa\xcc\xec\xc6\xf8', 'latin1');
  const html =
    '<base href="/dir/"><title>T</title><p>go <a href="x#f" rel=nofollow>there</a> <a href="mailto:a">mail</a>';
  const [charset, page, odd] = ask(
    { kind: 'charset', b64: gbk.toString('base64'), contentType: null },
    {
      kind: 'page',
      b64: Buffer.from(html).toString('base64'),
      url: 'http://h.example/a/b',
      contentType: 'text/html',
    },
    { kind: 'page', b64: '', url: 'http://h.example/', contentType: 'image/png' },
  );
  assert.equal((charset as { charset: string }).charset, 'gb18030');
  assert.deepEqual(page, {
    title: 'T',
    text: 'go there mail',
    links: [{ url: 'http://h.example/dir/x', anchor: 'there', nofollow: true }],
  });
  assert.deepEqual(odd, { title: null, text: '', links: [] });
});

/** What docs/ shows is there: pages that it links to, settings of its commands, its strategy. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { strategyOf } from '../../src/app/policy.js';
import { packageRoot } from '../../src/kit/package-root.js';
import { crawlPaper, make } from '../web/paper.js';
import { temporaryFolder } from '../web/tiny.js';

const docs = join(packageRoot, 'docs');
const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter(
  name => name.endsWith('.md') && !name.startsWith('.'),
);
const textOf = (page: string): string => readFileSync(join(docs, page), 'utf8');

test('every link inside the repository leads somewhere', () => {
  for (const page of [
    ...pages,
    '../README.md',
    '../examples/README.md',
    '../ARCHITECTURE.md',
    '../CONTRIBUTING.md',
  ]) {
    for (const [, target] of textOf(page).matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)) {
      if (/^[a-z]+:/.test(target as string)) continue;
      assert.ok(existsSync(join(docs, dirname(page), target as string)), `${page} links to ${target}`);
    }
  }
});

test('the settings that the guide names exist', () => {
  const known = textOf('reference/config.md');
  for (const page of ['tutorial.md', 'library.md', 'questions.md'])
    for (const [, flag] of textOf(page).matchAll(/ `?(--[a-z][a-z-]+)/g))
      assert.ok(
        known.includes(`\`${flag}\``) ||
          /--(help|kind|seed|port|write-config|format|workers)$/.test(flag as string),
        `${page}: ${flag}`,
      );
});

test('the strategy of the tutorial scores links by page and anchor', async () => {
  const [, source] =
    /```js\n(export default \{\n {2}name: 'anchor-first'.*?)```/s.exec(textOf('tutorial.md')) ?? [];
  const path = join(temporaryFolder(), 'anchor-first.mjs');
  writeFileSync(path, source as string);
  const crawl = await crawlPaper({ r: { links: ['a', 'b'] }, a: {}, b: {} }, make(await strategyOf(path)), {
    seeds: ['r'],
  });
  assert.deepEqual([crawl.order.length, crawl.reason], [3, 'frontier empty']);
});

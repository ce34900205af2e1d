/** What README.md shows is what works: its topic, its configuration, its strategy. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadConfig } from '../../src/app/load.js';
import { loadTopics } from '../../src/app/topics.js';
import { packageRoot } from '../../src/kit/package-root.js';
import { loadBackground } from '../../src/text/background.js';
import { runMain } from '../unit/cli/run-main.js';
import { temporaryFolder } from '../web/tiny.js';

const readme = readFileSync(join(packageRoot, 'README.md'), 'utf8');

/** The code block that holds the words. */
function block(language: string, words: string): string {
  const blocks = [...readme.matchAll(/^```(\w*)\n(.*?)^```$/gms)];
  const found = blocks.find(([, name, text]) => name === language && text?.includes(words));
  assert.ok(found, `README.md has no ${language} block with ${words}`);
  return found[2] as string;
}

test('the topic of the README is one', () => {
  const path = join(temporaryFolder(), 'flood.yaml');
  writeFileSync(path, block('yaml', 'flood.yaml'));
  const [topic] = loadTopics([path], 'kernel', loadBackground()).views;
  assert.deepEqual([topic?.name, topic?.terms.length], ['flood warning', 5]);
});

test('the configuration of the README is one', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'crawl.yaml'), block('yaml', 'crawl.yaml'));
  const config = loadConfig({ flags: {}, env: {}, configFile: 'crawl.yaml', folder });
  assert.deepEqual([config.strategy, config.maxPages, config.set], ['shark', 500, { shark: { delta: 0.4 } }]);
});

test('the live crawls of the README are refused by nobody', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'live.yaml'),
    'seed: [http://a.test/]\nconnect-to: ["a.test:80:127.0.0.1:8080"]\n',
  );
  const lines = readme.replaceAll('\\\n', '').split('\n');
  const crawls = lines.filter(line => line.startsWith('npx dowser crawl') && line.includes('--contact'));
  assert.equal(crawls.length, 2);
  for (const line of crawls) {
    const { code, stderr } = await runMain(line.trim().split(/\s+/).slice(2), { folder });
    assert.deepEqual([code, stderr.replace(/^.*pages\/s.*$/gm, '')], [0, ''], line);
  }
});

test('the strategy of the README is the one in examples', () => {
  const source = readFileSync(join(packageRoot, 'examples', 'strategy', 'deepest-first.js'), 'utf8');
  assert.equal(source.replace(/^\/\*\*.*?\*\/\n/s, ''), block('js', 'deepest-first'));
});

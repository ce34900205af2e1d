/** Whatever is typed, the answer is an exit code and one sentence; `FUZZ_RUNS` asks for more of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { settingList } from '../../../src/app/settings.js';
import { endOf, runMain } from './run-main.js';

const runs = Number(process.env['FUZZ_RUNS'] ?? 150);
const flags = settingList.flatMap(([, { flag, also = [] }]) => [flag, ...also]);
const near = fc.constantFrom(
  '1',
  '0',
  '-1',
  '1e9',
  '10MB',
  '2h',
  'zh,en',
  'host',
  'shark',
  'shark.delta=0.4',
  './x.js',
  '',
);
const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...flags) },
  { weight: 4, arbitrary: near },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'crawl',
      'strategies',
      '--',
      '-',
      '--help',
      '--config',
      '__proto__.constructor=1',
      '--set',
    ),
  },
);

test('no command line makes it crash, hang or speak in paragraphs', async () => {
  const startCrawl = async (config: Parameters<typeof endOf>[0]) => endOf(config);
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 12 }), async words => {
      const { code, stderr } = await runMain(['crawl', '--topic', 'a', ...words], { startCrawl });
      assert.ok(code === 0 || code === 2, `${code}: ${stderr}`);
      if (code === 2) assert.match(stderr, /^dowser: [^\n]*[.?!]\n$/);
    }),
    { seed: 5, numRuns: runs },
  );
});

/** DESIGN §3: the import law catches what it forbids. Each planted file breaks it in one way. */
import assert from 'node:assert/strict';
import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../src/kit/package-root.js';
import { temporaryFolder } from '../web/tiny.js';

const SOUND: Readonly<Record<string, string>> = {
  'src/kit/heap.ts': 'export const heap = 1;\n',
  'src/contract/word.ts': `import { heap } from '../kit/heap.js';\nexport type Word = typeof heap;\nexport const word: Word = 1;\n`,
  'src/frontier/store.ts': `import { word } from '../contract/word.js';\nexport const store = word;\n`,
  'src/url/name.ts': `import { word } from '../contract/word.js';\nexport const name = word;\n`,
  'src/strategy/a.ts': `import { word } from '../contract/word.js';\nexport const a = word;\nexport type A = typeof a;\n`,
  'src/app/all.ts': `export { a } from '../strategy/a.js';\nexport { store } from '../frontier/store.js';\nexport { name } from '../url/name.js';\n`,
  'test/own.test.ts': `import '../src/app/all.js';\nexport const fixture = 1;\n`,
};

const PLANTED: readonly (readonly [rule: string, file: string, text: string])[] = [
  [
    'strategy-imports-only-what-it-may',
    'src/strategy/b.ts',
    `import { store } from '../frontier/store.js';\nexport const b = store;\n`,
  ],
  ['strategies-are-strangers', 'src/strategy/c.ts', `import { a } from './a.js';\nexport const c = a;\n`],
  [
    'frontier-imports-only-what-it-may',
    'src/frontier/d.ts',
    `import type { A } from '../strategy/a.js';\nexport const d: A = 1;\n`,
  ],
  [
    'parse-imports-only-what-it-may',
    'src/parse/e.ts',
    `import { name } from '../url/name.js';\nexport const e = name;\n`,
  ],
  [
    'policies-are-pure',
    'src/strategy/f.ts',
    `import { readFileSync } from 'node:fs';\nexport const f = readFileSync;\n`,
  ],
  [
    'tldts-has-one-room',
    'src/text/g.ts',
    `import { getDomain } from 'tldts';\nexport const g = getDomain;\n`,
  ],
  [
    'only-app-and-cli-compose',
    'src/engine/h.ts',
    `import { a } from '../app/all.js';\nexport const h = a;\n`,
  ],
  [
    'nobody-imports-tests',
    'src/app/i.ts',
    `import { fixture } from '../../test/own.test.js';\nexport const i = fixture;\n`,
  ],
];

function house(extra: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [file, text] of Object.entries({ ...SOUND, ...extra })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'tsconfig.json'), '{"compilerOptions":{"module":"nodenext"}}');
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Names of the broken rules. */
function broken(folder: string): string[] {
  const tool = join(packageRoot, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
  const law = join(packageRoot, '.dependency-cruiser.cjs');
  const options: ExecFileSyncOptionsWithStringEncoding = { cwd: folder, encoding: 'utf8' };
  const json = execFileSync(
    process.execPath,
    [tool, '--config', law, '--output-type', 'json', 'src', 'test'],
    options,
  );
  const { summary } = JSON.parse(json) as { summary: { violations: { rule: { name: string } }[] } };
  return summary.violations.map(violation => violation.rule.name);
}

test('a sound house breaks no rule', () => {
  assert.deepEqual(broken(house({})), []);
});

test('every planted violation is caught by the rule that forbids it', () => {
  const planted = Object.fromEntries(PLANTED.map(([, file, text]) => [file, text]));
  const found = new Set(broken(house(planted)));
  for (const [rule, file] of PLANTED) assert.ok(found.has(rule), `${file} was not caught by ${rule}`);
});

/**
 * What `npm pack` takes is what runs elsewhere: all that built code imports or opens, and nothing else. Names alone decide what is
 * taken, so empty files of the same names are packed, which costs a tenth.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../src/kit/package-root.js';
import { temporaryFolder } from '../web/tiny.js';

const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
  readonly bin: Readonly<Record<string, string>>;
  readonly main: string;
  readonly exports: Readonly<Record<'.', { readonly types: string; readonly default: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
};

function packedFiles(): string[] {
  const shadow = temporaryFolder();
  copyFileSync(join(packageRoot, 'package.json'), join(shadow, 'package.json'));
  const names = readdirSync(packageRoot).filter(
    name => !['node_modules', '.git', 'package.json'].includes(name),
  );
  for (const name of names) {
    for (const { path, isFile } of below(name)) {
      if (!isFile) continue;
      mkdirSync(join(shadow, dirname(path)), { recursive: true });
      writeFileSync(join(shadow, path), '');
    }
  }
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const text = execFileSync(npm, ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'], {
    cwd: shadow,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // One npm answers with a list, another with a map by name.
  const [packed] = Object.values(JSON.parse(text) as Record<string, { files: { path: string }[] }>);
  return (packed?.files ?? []).map(({ path }) => path);
}

function below(name: string): { readonly path: string; readonly isFile: boolean }[] {
  try {
    return readdirSync(join(packageRoot, name), { recursive: true, withFileTypes: true }).map(entry => ({
      path: posix.join(posix.relative(packageRoot, entry.parentPath), entry.name),
      isFile: entry.isFile(),
    }));
  } catch {
    return [{ path: name, isFile: true }];
  }
}

const files = new Set(packedFiles());
const code = [...files].filter(path => path.endsWith('.js') && path.startsWith('dist/'));
const textOf = (path: string): string => readFileSync(join(packageRoot, path), 'utf8');

/** What a file imports, loads as a CommonJS package, or starts as a thread. */
const importsOf = (path: string): string[] =>
  [
    ...textOf(path).matchAll(
      /(?:^(?:import|export|\})[^;\n]* from |^import |\bimport\(|requirePackage\(|new URL\((?=.\.))['"]([^'"\n]+)['"]/gm,
    ),
  ].map(([, name]) => name as string);

test('everything that packed code imports is packed or a dependency', () => {
  assert.ok(code.length > 200, `${code.length} files of code`);
  for (const path of code) {
    for (const name of importsOf(path)) {
      const bare = name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/');
      const isThere = name.startsWith('.')
        ? files.has(posix.join(posix.dirname(path), name))
        : name.startsWith('node:') || builtinModules.includes(bare) || bare in manifest.dependencies;
      assert.ok(isThere, `${path} asks for ${name}`);
    }
  }
});

test('kernels, images, frequencies, topics, threads, types and the program are packed', () => {
  const kernels = readdirSync(join(packageRoot, 'dist', 'kernel')).map(name => `dist/kernel/${name}`);
  const topics = readdirSync(join(packageRoot, 'examples', 'topics')).map(name => `examples/topics/${name}`);
  const data = readdirSync(join(packageRoot, 'models', 'data')).map(name => `models/data/${name}`);
  const { types, default: main } = manifest.exports['.'];
  const doors = [types, main, manifest.main, ...Object.values(manifest.bin)].map(path =>
    posix.normalize(path),
  );
  assert.ok(kernels.length > 10 && kernels.includes('dist/kernel/jieba.img'));
  for (const path of [
    ...kernels,
    ...topics,
    ...data,
    ...doors,
    'dist/workers/lane.js',
    'dist/workers/log.js',
    'LICENSE',
  ])
    assert.ok(files.has(path), path);
});

test('no sources, tests, benches or maps are packed', () => {
  const strange = [...files].filter(path =>
    /^(src|test|bench|asm|docs|workers)\/|^dist\/(test|bench|docs)\/|\.map$|tsbuildinfo|(?<!\.d)\.ts$/.test(
      path,
    ),
  );
  assert.deepEqual(strange, []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { outcome } from '../../../src/contract/outcome.js';
import { Fault } from '../../../src/kit/fault.js';
import { hostOf } from '../../../src/url/parts.js';
import { createScope, type ScopeKind, type ScopeOptions } from '../../../src/url/scope.js';

const SEED = 'http://docs.example.co.uk/guide/start.html';

const reasonsOf = (options: Partial<ScopeOptions>, urls: readonly string[], depth = 1): string[] => {
  const scope = createScope({ scope: 'any', seeds: [SEED], ...options });
  return urls.map(url => scope.check(url, hostOf(url), depth).reason);
};

test('each scope takes in more than the one before', () => {
  const url = [
    SEED,
    'https://docs.example.co.uk/guide/start.html',
    'http://docs.example.co.uk/guide/sub/x?y',
    'http://docs.example.co.uk/guide2',
    'http://docs.example.co.uk/',
    'http://docs.example.co.uk:8080/guide/',
    'http://example.co.uk/guide/',
    'http://other.co.uk/',
  ];
  const inside: Record<ScopeKind, number> = { page: 2, prefix: 3, host: 5, domain: 7, any: 8 };
  for (const [kind, count] of Object.entries(inside)) {
    const wanted = url.map((_, i) => (i < count ? '' : 'scope'));
    assert.deepEqual(reasonsOf({ scope: kind as ScopeKind }, url), wanted, kind);
  }
});

test('answers carry the code of the outcome table', () => {
  const scope = createScope({ scope: 'host', seeds: [SEED], maxDepth: 3 });
  const code = (url: string, depth: number) => scope.check(url, hostOf(url), depth).code;
  assert.equal(code(SEED, 3), 0);
  assert.equal(code(SEED, 4), outcome('OutOfScope').code);
  assert.equal(code('http://other.org/', 1), outcome('OutOfScope').code);
  assert.equal(code('http://docs.example.co.uk/a/a/a/a/', 1), outcome('Trap').code);
});

test('exclude wins over include, and both match anywhere', () => {
  const url = ['http://a.org/docs/x', 'http://a.org/docs/x.pdf', 'http://a.org/blog/'];
  assert.deepEqual(reasonsOf({ include: ['/docs/'], exclude: ['\\.pdf$', 'never'] }, url), [
    '',
    'exclude',
    'include',
  ]);
  assert.deepEqual(reasonsOf({ include: ['/docs/', '/blog/$'] }, url), ['', '', '']);
});

test('seeds pass every fence', () => {
  const seed = 'http://a.org/a/a/a/a/a.pdf';
  const options = { seeds: [seed], exclude: ['pdf'], include: ['html'], scope: 'host' } as const;
  assert.deepEqual(reasonsOf(options, [seed], 0), ['']);
  assert.deepEqual(reasonsOf(options, ['http://other.org/'], 0), ['scope']);
});

test('a seed that redirects moves the fence', () => {
  const scope = createScope({ scope: 'host', seeds: ['http://example.org/'] });
  const page = 'https://www.example.org/page';
  assert.equal(scope.check(page, hostOf(page), 1).reason, 'scope');
  scope.addSeed('https://www.example.org/');
  assert.equal(scope.check(page, hostOf(page), 1).reason, '');
});

test('a prefix deeper than directories are looked at still holds its seed', () => {
  const seed = `http://a.org/${Array.from({ length: 40 }, (_, i) => `s${i}`).join('/')}/x`;
  assert.deepEqual(reasonsOf({ scope: 'prefix', seeds: [seed] }, [seed, 'http://a.org/s0/x']), ['', 'scope']);
});

test('a pattern that cannot be used is a fault of configuration', () => {
  for (const pattern of [
    '*.pdf',
    '(',
    ')',
    '[a',
    'a**',
    '(?=x)',
    '(a)\\1',
    'x{3,1}',
    '\\',
    '[z-a]',
    '\\q',
    'a'.repeat(1001),
  ])
    assert.throws(
      () => createScope({ scope: 'any', seeds: [], exclude: [pattern] }),
      (error: unknown) => error instanceof Fault && error.exitCode === 2,
      pattern,
    );
});

test('an address that passes as bytes passes as a string', () => {
  const segment = fc.constantFrom('a', 'b', 'ab', '', 'x?y', '?');
  const host = fc.constantFrom('h.org', 'www.h.org', 'g.net');
  fc.assert(
    fc.property(host, fc.array(segment, { maxLength: 12 }), fc.nat({ max: 3 }), (name, segments, depth) => {
      const url = `http://${name}/${segments.join('/')}`;
      const bytes = Buffer.from(`xx${url}yy`);
      for (const scope of ['page', 'prefix', 'host', 'domain', 'any'] as const) {
        const fence = createScope({ scope, seeds: ['http://h.org/a/b'], maxDepth: 2 });
        const passes = fence.letsPass({ bytes, from: 2, to: bytes.length - 2 }, hostOf(url), depth);
        if (passes) assert.equal(fence.check(url, hostOf(url), depth).code, 0, url);
        const isEasy = scope !== 'page' && scope !== 'prefix' && segments.length < 3;
        if (isEasy) assert.equal(passes, fence.check(url, hostOf(url), depth || 1).code === 0, url);
      }
    }),
    { numRuns: 500 },
  );
  const strict = createScope({ scope: 'any', seeds: [], exclude: ['b'] });
  assert.ok(!strict.letsPass({ bytes: Buffer.from('http://h.org/a'), from: 0, to: 14 }, 'h.org', 1));
});

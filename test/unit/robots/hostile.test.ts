import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomOf } from '../../../src/kit/random.js';
import { spellPath } from '../../../src/robots/octets.js';
import { readRobots } from '../../../src/robots/rules.js';
import { literalMatcher } from './literal.js';
import { piecesOf, samplePaths } from './sample.js';

const SETTINGS = { seed: 9309, numRuns: 400 };

/** Lines of the kinds that matter, with values of few letters so that rules meet. */
const line = fc.oneof(
  fc.constantFrom(
    'User-agent: *',
    'User-agent: dowser',
    'user-agent: other',
    'Crawl-delay: 2',
    '',
    '# c',
    'junk',
    'user-agent',
  ),
  fc
    .tuple(
      fc.constantFrom('Allow: ', 'Disallow: ', 'disallow ', 'DISSALLOW:'),
      fc.string({
        unit: fc.constantFrom('a', '/', '*', '$', '%61', '%2F', '%2a', '?', ':', 'ü', '~', "'", ' '),
      }),
    )
    .map(([name, value]) => name + (value.startsWith('/') ? value : `/${value}`)),
);
const path = fc
  .string({
    unit: fc.constantFrom(
      'a',
      '/',
      '*',
      '$',
      '%61',
      '%2F',
      '?',
      ':',
      '%3A',
      'ü',
      '%C3%BC',
      '~',
      '%7e',
      '%27',
      "'",
    ),
  })
  .map(text => `/${text}`);

test('any file of plausible lines is read as the literal matcher reads it', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 15 }), fc.array(path, { maxLength: 8 }), (lines, paths) => {
      const bytes = Buffer.from(lines.join('\n'));
      const rules = readRobots(bytes, 'dowser');
      const literal = literalMatcher(bytes, 'dowser');
      for (const each of paths) assert.equal(rules.allows(each), literal(each), each);
    }),
    SETTINGS,
  );
});

test('any bytes and any path give an answer', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'binary' }), (bytes, text) => {
      const body = Buffer.concat([Buffer.from('User-agent: *\nDisallow: /'), bytes]);
      assert.equal(typeof readRobots(body, 'dowser').allows(text), 'boolean');
      assert.equal(typeof readRobots(bytes, text).allows(`/${text}`), 'boolean');
    }),
    SETTINGS,
  );
});

test('spelling a spelling again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const once = spellPath(text);
      assert.match(once, /^[\x20-\x7e]*$/);
      assert.equal(spellPath(once), once);
    }),
    SETTINGS,
  );
});

test('files made to be slow are read and asked in the time of ordinary work', () => {
  const most = 512_000;
  const path = `/${'a'.repeat(2000)}`;
  const shape = [
    'Disallow: /*aaaaaaaaaab\n',
    `Disallow: /${'a*'.repeat(3000)}b\n`,
    `Disallow: /${'a'.repeat(900)}*${'a'.repeat(900)}b$\n`,
    '? ? ',
    '???',
    'Disallow: /?\n',
    'Disallow:',
    ' \t',
    'user-agent: *\n',
    '%',
    '\r',
    'a:',
  ];
  for (const each of shape) {
    const body = Buffer.from(`User-agent: *\nDisallow: /${each.repeat(Math.ceil(most / each.length))}`);
    const rules = readRobots(body, 'dowser');
    for (const end of ['', '?', '?/', '/b']) assert.equal(typeof rules.allows(path + end), 'boolean');
  }
  const prefixes = Array.from({ length: 1000 }, (_, i) => `Disallow: /${'a'.repeat(i)}\n`).join('');
  assert.equal(readRobots(Buffer.from(`User-agent: *\n${prefixes}`), 'x').allows(path), false);
});

test('of 20,000 rules the most specific one is found', () => {
  const rules = Array.from(
    { length: 20_000 },
    (_, i) => `${i % 3 === 0 ? 'Allow' : 'Disallow'}: /d${i % 97}/p${i}${i % 5 === 0 ? '*x$' : ''}`,
  );
  const text = `User-agent: *\n${rules.join('\n')}`;
  const { allows } = { allows: readRobots(Buffer.from(text), 'x') };
  const literal = literalMatcher(Buffer.from(text), 'x');
  const random = randomOf(1);
  for (const each of samplePaths(random, piecesOf(text).values, 10))
    assert.equal(allows.allows(each), literal(each), each);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { StatementReader, statementsOf } from '../../../src/log/statement.js';

test('a semicolon ends a statement only in code', () => {
  const cases: [string, string[]][] = [
    ['select 1; select 2;', ['select 1', 'select 2']],
    ["select ';''' ; x", ["select ';'''", 'x']],
    ['select ";""";', ['select ";"""']],
    ['select 1 -- ;\n;', ['select 1 -- ;']],
    ['/* ; /* ; */ ; */ select 1;', ['/* ; /* ; */ ; */ select 1']],
    ['select $$;$$, $a$ ; $$ ; $a$;', ['select $$;$$, $a$ ; $$ ; $a$']],
    ['select $1; $', ['select $1', '$']],
    ["select 'a\nb;\nc';", ["select 'a\nb;\nc'"]],
    [';; ;\n-- nothing\n', []],
    ['/* open', []],
    ["select 'open;", ["select 'open;"]],
  ];
  for (const [text, wanted] of cases) assert.deepEqual(statementsOf(text), wanted, text);
});

test('a statement is open from its first word to its semicolon', () => {
  const reader = new StatementReader();
  assert.equal(reader.isOpen, false);
  assert.deepEqual(reader.push('select'), []);
  assert.equal(reader.isOpen, true);
  assert.deepEqual(reader.push('1;'), ['select\n1']);
  assert.equal(reader.isOpen, false);
  reader.push('/* a comment');
  assert.equal(reader.isOpen, true);
  reader.clear();
  assert.equal(reader.isOpen, false);
});

test('nothing but semicolons and empty statements is lost', () => {
  const piece = fc.constantFrom("'", '"', '--', '/*', '*/', '$$', '$a$', ';', '\n', ' ', 'a', '1');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
      const text = pieces.join('');
      const kept = statementsOf(text).join('').replace(/[;\s]/g, '');
      const all = text.replace(/[;\s]/g, '');
      let at = 0;
      for (const character of kept) {
        at = all.indexOf(character, at) + 1;
        assert.ok(at > 0);
      }
    }),
    { seed: 3, numRuns: 500 },
  );
});

test('a long line costs one pass', () => {
  const line = "select '".padEnd(2_000_000, ';');
  assert.deepEqual(new StatementReader().push(line), []);
  assert.equal(statementsOf('$a'.repeat(500_000)).length, 1);
});

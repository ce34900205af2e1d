/** What a topic file may not say, and the sentence that a person gets for it. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Fault } from '../../../src/kit/fault.js';
import { FrequencyTable } from '../../../src/text/frequency-table.js';
import { buildTopic } from '../../../src/topic/build.js';
import { parseTopic } from '../../../src/topic/find.js';
import { segmenter } from '../text/reader.js';

const tools = { segmenter, frequency: FrequencyTable.create(1, 10, 0) };

const BAD: readonly (readonly [string, string, RegExp])[] = [
  ['an empty file', '', /is empty; write at least words:/],
  ['a list', '- storm\n- flood', /must hold keys, such as name:/],
  ['a text', 'storm and flood', /must hold keys/],
  ['broken YAML', 'words: [storm', /line 1: is not YAML/],
  ['tabs for indenting', 'words:\n\tstorm: 1', /line 2: indent with spaces/],
  ['two documents', 'words: [a]\n---\nwords: [b]', /several documents/],
  ['a word twice', 'words: {storm: 1, storm: 0.5}', /line 1: a key or word stands twice/],
  ['an unknown key near a known one', 'word: [storm]', /has no key "word"\. Did you mean words\?/],
  ['an unknown key far from all', 'colour: blue', /has no key "colour"\. There are name, languages/],
  ['nothing to look for', 'name: storm', /add words:, description: or examples:/],
  ['words and a description', 'words: [storm]\ndescription: about storms', /keep one of them/],
  ['words and a size', 'words: [storm]\nsize: 5', /leave size: out/],
  ['no words', 'words: []', /words: is empty/],
  ['words that are a text', 'words: storm', /words: must be a list, such as \[storm, flood\]/],
  ['a number among the words', 'words: [12]', /12 is a number, not a word/],
  ['an empty word', 'words: [""]', /each word must be a text/],
  ['a list among the words', 'words: [[storm]]', /each word must be a text/],
  ['a weight above 1', 'words: {storm: 2}', /weight of "storm" must be above 0 and at most 1, not 2/],
  ['a weight of 0', 'words: {storm: 0}', /above 0 and at most 1, not 0/],
  ['a negative weight', 'words: {storm: -1}', /above 0 and at most 1, not -1/],
  ['a weight that is no number', 'words: {storm: high}', /not "high"/],
  ['a weight that is not finite', 'words: {storm: .nan}', /weight of "storm" must be/],
  ['a word without a weight', 'words: {storm: }', /"storm" has no weight; write "storm: 1"/],
  ['a very long word', `words: [${'storm'.repeat(30)}]`, /more than 100 characters; is it a description:\?/],
  [
    'too many words',
    `words: [${Array.from({ length: 1001 }, (_, i) => `w${i}`).join()}]`,
    /write at most 1000/,
  ],
  ['two forms of one word', 'words: [flood, floods]', /"flood" and "floods" are the same/],
  ['two spellings of one word', 'words: [Ｂａｓｉｃ, basic]', /are the same/],
  ['a word of signs', 'words: ["!!!"]', /holds no word/],
  ['a word of digits', 'words: ["2024"]', /holds no word/],
  [
    'a Chinese word in an English topic',
    'languages: [en]\nwords: [暴雨]',
    /"暴雨" is not written in en; add zh/,
  ],
  ['a Russian word in a Chinese topic', 'languages: [zh]\nwords: [дождь]', /add ru to languages/],
  ['an unknown language', 'languages: [xx]\nwords: [a]', /"xx" is not a language/],
  ['a country for a language', 'languages: cn\nwords: [暴雨]', /write zh instead of "cn"/],
  ['the name of a language', 'languages: [english]\nwords: [a]', /write en instead of "english"/],
  ['no languages', 'languages: []\nwords: [a]', /languages: is empty/],
  ['a name that is a list', 'name: [a]\nwords: [b]', /name: must be a text/],
  ['a name of two lines', 'name: "a\\nb"\nwords: [b]', /one line/],
  ['a very long name', `name: ${'n'.repeat(81)}\nwords: [b]`, /at most 80/],
  ['a description of nothing', 'description: 的', /hold no word that says anything/],
  ['a description that is a list', 'description: [a]', /description: must be a text/],
  ['a size that is no number', 'description: storm\nsize: many', /whole number from 1 to 1000/],
  ['an example with an unknown key', 'examples: [{path: a.txt}]', /has no key "path"/],
  ['an example with two keys', 'examples: [{text: a, file: b}]', /one of them each/],
  ['an example of another scheme', 'examples: [{url: "ftp://a.example/"}]', /no http\(s\) address/],
  ['an example file that is not there', 'examples: [missing.txt]', /missing\.txt cannot be read/],
  ['an example page without a reader of pages', 'examples: [page.html]', /no plain text; save it as a \.txt/],
  ['an example address without a web', 'examples: ["http://a.example/"]', /not at hand; save it as text/],
];

for (const [what, text, message] of BAD) {
  test(`${what} is refused with a sentence that helps`, () => {
    assert.throws(
      () => buildTopic(parseTopic(text, 'storm.yaml'), tools),
      (fault: unknown) => {
        assert.ok(fault instanceof Fault, String(fault));
        assert.equal(fault.exitCode, 2);
        assert.match(fault.message, /^Topic storm\.yaml/);
        assert.match(fault.message, message);
        return true;
      },
    );
  });
}

test('an alias bomb is refused', () => {
  const lines = Array.from({ length: 12 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]`);
  assert.throws(() => parseTopic(['a0: &a0 [x]', ...lines].join('\n'), 'bomb.yaml'), /Topic bomb\.yaml/);
});

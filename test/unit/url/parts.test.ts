import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonical } from '../../../src/url/canonical.js';
import { registrableDomainOf } from '../../../src/url/domain.js';
import {
  directoriesOf,
  hostnameOf,
  hostOf,
  MAX_DIRECTORIES,
  MAX_URL_WORDS,
  wordsOf,
} from '../../../src/url/parts.js';

test('a host keeps its port, a host name does not', () => {
  assert.equal(hostOf('http://example.org/'), 'example.org');
  assert.equal(hostOf('https://example.org:8443/a//b?c=/d'), 'example.org:8443');
  assert.equal(hostOf('http://[::1]:8080/'), '[::1]:8080');
  assert.equal(hostnameOf('example.org:8443'), 'example.org');
  assert.equal(hostnameOf('[::1]:8080'), '[::1]');
  assert.equal(hostnameOf('[::1]'), '[::1]');
});

test('a registrable domain is what one owner has registered', () => {
  const domain = {
    'a.b.example.co.uk': 'example.co.uk',
    'www.example.org:8080': 'example.org',
    'me.github.io': 'me.github.io',
    'github.io': 'github.io',
    'www.w3school.com.cn': 'w3school.com.cn',
    'a.main.test': 'main.test',
    localhost: 'localhost',
    '127.0.0.1:80': '127.0.0.1',
    '[::1]:80': '[::1]',
    'a.xn--bcher-kva.example': 'xn--bcher-kva.example',
    '...': '...',
  };
  for (const [host, wanted] of Object.entries(domain)) {
    assert.equal(registrableDomainOf(host), wanted);
    assert.equal(registrableDomainOf(host), wanted, 'from the cache');
  }
});

test('directories come longest first and end at the root', () => {
  assert.deepEqual(directoriesOf('http://h.org/a/b/c.html?d=/e/'), [
    'http://h.org/a/b/',
    'http://h.org/a/',
    'http://h.org/',
  ]);
  assert.deepEqual(directoriesOf('http://h.org/'), ['http://h.org/']);
  assert.deepEqual(directoriesOf('http://h.org/?/'), ['http://h.org/']);
  const deep = directoriesOf(`http://h.org/${'a/'.repeat(500)}`);
  assert.equal(deep.length, MAX_DIRECTORIES);
  assert.equal(deep.at(-1), 'http://h.org/');
});

test('words end at marks, humps and acronyms', () => {
  const words = {
    'http://www.example.org/': ['www', 'example', 'org'],
    'http://h.org:8080/some_page-name.html?topicId=42&x': [
      'h',
      'org',
      'some',
      'page',
      'name',
      'html',
      'topic',
      'id',
      '42',
      'x',
    ],
    'http://h.org/HTMLPage/parseURLs/ABC/aB/x2Y': [
      'h',
      'org',
      'html',
      'page',
      'parse',
      'ur',
      'ls',
      'abc',
      'a',
      'b',
      'x2',
      'y',
    ],
    'http://h.org/%E6%9A%B4%E9%9B%A8%E7%81%BE%E5%AE%B3.html': ['h', 'org', '暴雨灾害', 'html'],
    'http://h.org/caf%C3%A9%20cr%C3%A8me': ['h', 'org', 'café', 'crème'],
    'http://h.org/%B1%A9%D3%EA-rain%2Dfall%zz': ['h', 'org', 'rain', 'fall', 'zz'],
    'http://xn--fiqs8s.xn--55qx5d/': ['中国', '公司'],
    'http://h.org/%F0%9F%98%80%E3%80%82': ['h', 'org', '😀'],
  };
  for (const [url, wanted] of Object.entries(words)) assert.deepEqual(wordsOf(url), wanted, url);
});

test('hostile addresses give few words, and every word is lower-case letters and digits', () => {
  assert.equal(wordsOf(`http://h.org/${'a-'.repeat(1000)}`).length, MAX_URL_WORDS);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const url = canonical(`/${text}`, 'http://h.org/');
      if (url === undefined) return;
      for (const word of wordsOf(url)) assert.match(word, /^[^\s!-/:-@[-`{-~]+$/);
      assert.equal(directoriesOf(url).at(-1), 'http://h.org/');
    }),
    { seed: 1, numRuns: 500 },
  );
});

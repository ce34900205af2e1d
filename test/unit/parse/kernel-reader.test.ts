import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kernels } from '../../../src/kernel/load.js';
import { KernelReader } from '../../../src/kernel/reader.js';
import { randomOf } from '../../../src/kit/random.js';
import { decode } from '../../../src/parse/charset.js';
import { createHtmlReader } from '../../../src/parse/html-reader.js';
import { MOST_LINKS } from '../../../src/parse/links.js';
import { readPage } from '../../../src/parse/reader.js';
import { MOST_TEXT } from '../../../src/parse/text-flow.js';
import { mutatedWindow, soup, tokenSoup } from '../../fuzz/mutate.js';
import { storedPages, WEBS } from '../../fuzz/stored.js';
import { tagSoup } from '../../fuzz/tag-soup.js';
import { sharedPath } from '../../shared.js';
import { declinedCount, pageDifference } from './same-page.js';

const SOUPS = 1500;

function isSame(html: string): void {
  assert.equal(pageDifference(html), undefined, html.slice(0, 500));
}

test('the kernel reads soups of tags as parse5 does', () => {
  const random = randomOf(55);
  for (let i = 0; i < SOUPS; i++) {
    isSame(soup(random));
    isSame(tokenSoup(random));
  }
  assert.equal(declinedCount(), 0);
  for (let i = 0; i < SOUPS; i++) isSame(tagSoup(random));
});

test('the kernel reads stored pages and windows of them as parse5 does', t => {
  if (sharedPath('webs') === undefined) return t.skip('skipped: ../shared/webs is not there');
  const random = randomOf(56);
  for (const web of WEBS) {
    for (const page of storedPages(web, 401)) {
      const html = decode(page.body, page.contentType).text;
      isSame(html);
      for (let i = 0; i < 5; i++) isSame(mutatedWindow(html, random));
    }
  }
});

test('the kernel reads what the standard has special rules for', () => {
  const pages = [
    '',
    '\0',
    'a\r\nb\rc<pre>\r\n x</pre><textarea>\n</textarea><listing>\n\ny',
    '<p>x<table><tr><td>y',
    '<!doctype html><p>x<table><tr><td>y',
    '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2//EN"><p>x<table>y',
    '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><p>x<table>y',
    '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd"><p>x<table>y',
    "<!DOCTYPE html SYSTEM 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd'><p>x<table>y",
    '<!DOCTYPE html SYSTEM "about:legacy-compat" junk><p>x<table>y',
    '<!DOCTYPE html PUBLIC>x<p>x<table>y',
    '<!doctype html><table><a href=1>x<tr><td>y</table>z',
    '<table><input type=hidden><input type=text><form><td>x</form>',
    '<b><p>one</b>two<p>three</p></b><i><div>x</i>y</div>',
    '<a href=1>x<div><a href=2>y</a></div>z',
    '<b x=1><b x=1><b x=1><b x=1><p>x<p>y</b></b>z',
    '<frameset><frame src=a><frame src=b><noframes>x</noframes></frameset>y',
    '<p>x<frameset><frame src=a>',
    ' <frameset><frame src=a>x</frameset></html> <!--c--> z',
    '<select><option>a<optgroup><option>b<hr><select>c<input>d',
    '<table><td><select><option>a<tr><td>b',
    '<template><tr><td>x</template>y<template><col><p></template>',
    '<svg><title>t</title><desc><p>x</p></desc><foreignObject><a href=1>y</a></foreignObject><a xlink:href=2 xlink:title=z />',
    '<a href=1><svg><title>label</title><style>s</style></svg></a>',
    '<math><annotation-xml encoding="text/HTML"><p>x</annotation-xml><mi>y<mglyph>z</mi></math>',
    '<svg><![CDATA[x\0y]]></svg><![CDATA[z]]>',
    '<svg><p>x</svg><svg><font color=1>y</svg><svg></p>z</br>',
    '<script><!--<script>x</script>--></script>y<script><!--x</script>z',
    '<title>a &amp; b</titlex></title ><style>x</style/>y<xmp>&amp;<b></xmp>',
    '<plaintext><a href=1>\0</a></plaintext>',
    '<!-->x<!--->y<!--a--!>z<!--a--b-->c<!--',
    '<?x>y</?z>a</>b</ c>d<!x>e<a',
    '&amp;&amp&ampx&notit;&notin;&#x41;&#65&#0;&#128;&#xD800;&#x1F600;&#x110000;&bogus;&;&#;&#x;&NotEqualTilde;',
    '<a href="?a=1&amp=2&copy=3&copy;&lt" title=\'&quot;\' rel="NoFollow,ugc  sponsored">x</a>',
    '<a href=x href=y HREF=z>1</a><a =href=1 / href=2>3</a><a href>4</a><a href=>5</a>',
    '<meta name=Robots content="a  b"><meta name=dowser content=c><meta http-equiv=REFRESH content="3; URL=\'x y\'z">',
    '<meta http-equiv=content-language content=" de "><base href=a><base href=b><link rel=canonical href=c>',
    '<link rel="alternate" type="text/html;x" href=1><link rel="alternate stylesheet" href=2><link rel=next href=3 title=t>',
    '<html lang=en><body lang=de class=x><html xml:lang=fr title=y><body title=z>x',
    '<h1>a<h2>b</h1><h3></h3><a href=1>c</a>',
    '<button><p>x<button>y</button></p>',
    '<ruby>a<rb>b<rt>c<rtc>d<rp>e</ruby>',
    '<dl><dt>a<dd>b<dl><dt>c</dl></dl><ul><li>a<div><li>b<ul></li></ul>c</ul>',
    '&#13;<frameset><frame src=a></frameset>',
    '<svg><a href=1>\0\0</>\0&#0;\0<![CDATA[\0\0]]></a></svg>\0',
    '\0<svg><a href=1>\0',
    '<isindex><image alt=x><keygen><br></br></p>',
    '<a href=1><img alt="  one  two "><input alt=three></a><a href=2 aria-label=l></a>',
    'é中😀 sixteen ascii bytes é and more than sixteen ascii bytes again 中😀',
    'x\u00a0\u3000 y\u2003 z<p>\u2003</p><title>\u2003a\u2003</title>',
  ];
  for (const page of pages) isSame(page);
});

test('what is too much for the kernel is read by parse5', () => {
  const kernel = new KernelReader(new Kernels(), 'dowser');
  const pages = [
    '<div>'.repeat(2000),
    '<a href=x>y</a> '.repeat(MOST_LINKS + 5),
    `<p>${'words '.repeat(MOST_TEXT / 6 + 10)}`,
    'x'.repeat(2_000_001),
    '<template>'.repeat(20),
  ];
  for (const page of pages) assert.equal(kernel.read(page), undefined, page.slice(0, 20));
  assert.equal(kernel.declinedCount, pages.length);
  const read = createHtmlReader('wasm', 'Dowser');
  const page = '<div>'.repeat(500);
  assert.deepEqual(read({ text: page }), readPage(page));
  assert.deepEqual(read({ text: page, utf8: Buffer.from(page) }), readPage(page));
  assert.deepEqual(kernel.read('<p>as before'), readPage('<p>as before'));
});

test('hostile pages cost the kernel no more than their length', () => {
  const many = 30_000;
  const pages = [
    '<a href=1>'.repeat(390) + '<p>'.repeat(many),
    '<b>'.repeat(300) + '</p>'.repeat(many),
    `<a ${'x '.repeat(many)}>`,
    `<a ${'href=1 '.repeat(many)}>`,
    '<'.repeat(many),
    '&'.repeat(many),
    '<!--'.repeat(many),
    '<table>x'.repeat(many),
    '<svg></p>'.repeat(many),
    '</a>'.repeat(many),
    '\0'.repeat(many),
  ];
  for (const page of pages) isSame(page);
});

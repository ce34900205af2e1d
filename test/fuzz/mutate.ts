/** Windows of pages with random edits: the hostile pages that the reader is held against its oracle on. */
import type { Random } from '../../src/kit/random.js';

/** Pieces that move parsers into their odd corners. */
const PIECES = (
  '<a href=x>|</a>|<a href="q\'&amp;&copy" rel=nofollow title=t>|<p>|</p>|<div>|</div>|<table>|<tr>|<td>|</table>|<b>|</b>|' +
  '<i>|<svg>|</svg>|<svg><a xlink:href=s>|<math><mi>|</math>|<foreignObject>|<title>|</title>|<textarea>|</textarea>|' +
  '<script>|</script>|<style>|<!--|-->|--!>|<![CDATA[|]]>|<select><option>|</select>|<template>|</template>|<noscript>|' +
  '</noscript>|<iframe src=f>|</iframe>|<frameset>|<frame src=g title=h>|<h1>|</h1>|<h3 lang=zh>|</h3>|<br>|</br>|<br/>|' +
  '<base href=b>|<meta name=robots content=none>|<meta http-equiv=refresh content="3; url=r">|<link rel=next href=n>|' +
  '<link rel="alternate stylesheet" href=o>|<img alt="im  age">|<area href=ar alt=al>|<body lang=en>|<html lang=zh-CN>|' +
  '<plaintext>|<xmp>|</xmp>|<button>|<object>|<applet>|<marquee>|<form>|<li>|<ul>|</ul>|<pre>\n|<hr>|<nobr>|<font>|</font>|' +
  '&nbsp;|&amp|&#x3000;|&lt;a&gt;|&notit;|&#0;|\u3000|\0|<|>|"|\'|=|/|\n|\f|\r| |中|<中>|</|<?|<!'
).split('|');

function edit(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const length = 1 + random.below(20);
  switch (random.below(5)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length);
    case 1:
      return text.slice(0, at) + text.slice(random.below(text.length + 1)).slice(0, length) + text.slice(at);
    case 2: {
      const from = text.indexOf('<', at);
      const to = text.indexOf('>', from) + 1;
      return from < 0 || to === 0 ? text : text.slice(0, from) + text.slice(to);
    }
    default:
      return text.slice(0, at) + (PIECES[random.below(PIECES.length)] as string) + text.slice(at);
  }
}

/** A window of 4 to 6 KB with 1 to 12 edits. */
export function mutatedWindow(text: string, random: Random): string {
  const length = 4000 + random.below(2000);
  let window = text.slice(random.below(Math.max(1, text.length - length))).slice(0, length);
  for (let edits = 1 + random.below(12); edits > 0; edits--) window = edit(window, random);
  return window;
}

/** Parts of tags, so that whatever may stand in one stands anywhere in it. */
const CRUMBS = (
  '<|</|<!--|-->|--!>|>|/>|/|=|"|\'|`| |  |\n|\r|\r\n|\f|\t|\0|&|&amp;|&amp|&lt|&#10;|&#0;|&nosuch;|&NotEqualTilde;|a|A|b|B|p|P|td|tr|th|' +
  'table|caption|colgroup|col|select|option|svg|math|mi|title|desc|script|style|pre|textarea|listing|template|frameset|' +
  'frame|body|head|html|h1|li|button|form|input type=hidden|x|xy|class|CLASS|href|\u00e9|\u0130|\u212a|中|\ud83d\ude00|\ud83d|' +
  '\ude00|]]>|<![CDATA[|!|?|-|--|1|text|two words|plaintext|noscript|iframe|font color|a href|</p>|<b>|<td>|<table>'
).split('|');

/** Soups of crumbs and of pieces. */
export function tokenSoup(random: Random): string {
  let text = '';
  for (let count = 2 + random.below(80); count > 0; count--) {
    const from = random.below(3) === 0 ? PIECES : CRUMBS;
    text += from[random.below(from.length)] as string;
  }
  return text;
}

/** A soup of pieces and words alone. */
export function soup(random: Random): string {
  let text = '';
  for (let count = 4 + random.below(60); count > 0; count--) {
    text +=
      random.below(3) === 0 ? ` w${random.below(50)} ` : (PIECES[random.below(PIECES.length)] as string);
  }
  return text;
}

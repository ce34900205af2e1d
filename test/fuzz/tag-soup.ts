/** Pages made of every tag that a tree builder has a rule for, opened and closed at random, with the odd things between. */
import type { Random } from '../../src/kit/random.js';

const TAGS = (
  'a address annotation-xml applet area article aside b base basefont bgsound big blockquote body br button caption center ' +
  'code col colgroup dd desc details dialog dir div dl dt em embed fieldset figcaption figure font footer foreignobject form ' +
  'frame frameset h1 h2 h6 head header hgroup hr html i iframe image img input keygen label li link listing main malignmark ' +
  'marquee math menu meta mglyph mi mo mn ms mtext nav nobr noembed noframes noscript object ol optgroup option p param ' +
  'plaintext pre rb rp rt rtc ruby s script search section select small source span strike strong style sub summary sup svg ' +
  'table tbody td template textarea tfoot th thead title tr track tt u ul var wbr xmp lineargradient fegaussianblur ' +
  'fecomponenttransfer fespecularlighting x-y abbr'
).split(' ');

const ATTRIBUTES = [
  ' href=1',
  ' href="a b"',
  ' HREF=2 href=3',
  ' xlink:href=4',
  ' src=5',
  ' rel=nofollow',
  ' rel="next alternate"',
  ' type=hidden',
  ' type=text/html',
  ' encoding=text/html',
  ' encoding="application/xhtml+xml"',
  ' color=red',
  ' x=1',
  ' x=2 y=1',
  ' y=1 x=2',
  ' lang=de',
  " xml:lang='fr'",
  ' alt="some  words"',
  ' title=t',
  ' xlink:title=u',
  ' name=robots content=noindex',
  ' http-equiv=refresh content="1;url=z"',
  ' /',
  '/',
  ' =',
  ' "',
  '\n',
];

const BETWEEN = [
  'text',
  ' ',
  '\n',
  ' word word ',
  '\0',
  'a\0b',
  '&amp;',
  '&ampx',
  '&#0;',
  '&#13;',
  '&#32;',
  '<!--c-->',
  '<!x>',
  '<![CDATA[x]]>',
  '<![CDATA[\0]]>',
  '</>',
  '</ x>',
  '<!doctype html>',
  '\r\n',
  '中文',
  '\u00a0',
  '\u3000',
  '-->',
  ']]>',
];

const STARTS = [
  '',
  '',
  '<!doctype html>',
  '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">',
  '<frameset>',
  '<body>',
];

/** Most tags come from a few, so that they meet again. */
export function tagSoup(random: Random): string {
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T;
  const few = Array.from({ length: 2 + random.below(7) }, () => pick(TAGS));
  let html = pick(STARTS);
  for (let i = random.below(60); i >= 0; i--) {
    const tag = random.below(4) === 0 ? pick(TAGS) : pick(few);
    const kind = random.below(10);
    if (kind < 2) html += pick(BETWEEN);
    else if (kind < 5) html += `</${tag}>`;
    else
      html += `<${tag}${random.below(3) === 0 ? pick(ATTRIBUTES) : ''}${random.below(9) === 0 ? pick(ATTRIBUTES) : ''}>`;
  }
  return random.below(9) === 0 ? html.slice(0, random.below(html.length + 1)) : html;
}

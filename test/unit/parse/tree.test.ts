import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { randomOf } from '../../../src/kit/random.js';
import { isKnownTokenizer } from '../../../src/parse/quick-tokenizer.js';
import { tokenSoup } from '../../fuzz/mutate.js';
import { treeDifference } from './same-tree.js';

/** Each has a corner that the short cuts have to leave to parse5, or to take as it does. */
const CORNERS = [
  '',
  '<',
  'a<b<c</d',
  '<!doctype html>\r\n<html>\r<body>\n\r\n text \r x',
  '<p>a \0b\0 c</p>\0 \0d',
  '<p>x&amp y &copy;&nbsp; &#13;&#0;z &unknown; & &;',
  '<a href="a&amp;b&c" title=\'d&lt;\' rel=e&gt x=1>t</a>',
  '<a b="1" B="2" b=3 c = "4" d= e =f g/h / i=j/ k="l"m=n>t',
  '<a ="x" ==y "z \'u <v w\0=1>t</a b=c d/>',
  '<A HREF=X Cl\u00c4SS=y \u212a=z><\u00e4><D\u0130V></A>',
  '<a b="never closed & on <p> and on',
  "<a b='never closed",
  '<a b=never-closed&amp',
  '<a b',
  '<a b=',
  '<br/><br / ><br /><div/>in</div/>',
  '<pre>\n\n x</pre><textarea>\n y &amp; </b></textarea><listing> \nz</listing><pre>  \n</pre>',
  '<title> a <b> &lt; c</titl></title x><script>if (a<b && c<!d) {}<!-- <script>x</script> --></script>',
  '<style>a>b{}</style ><xmp><b>\0</xmp><plaintext>a<b>&amp;\0 c',
  '<table> a <tr> <td> b c </td> d <td>e</table> f g',
  '<table><caption> a b <col> c <colgroup> d </table><select> a b <option> c <select> d',
  '<frameset> a <frame> b </frameset> c <noframes> d </noframes> e',
  '<head> a b</head> <body> c </body> d e </html> f ',
  '<svg> a b <title> c d </title><![CDATA[ e <f> ]]><desc>g h</desc><a xlink:href=i viewbox=j>\0 k</svg>',
  '<math><mi> a b <mglyph> c </mi><annotation-xml encoding="text/html"><p> d e </math>',
  '<template> a b <td> c d </template><b><p> x y </b> z </p>',
  '<!----><!--a--b---><!--><!--->c--!><!-- d <!-- e --!- --> f <!x> <?y?> </1> </>',
  `<a ${Array.from({ length: 70 }, (_, i) => `x${i % 66}=${i} `).join('')}>t`,
  `<${'n'.repeat(100)} ${'m'.repeat(100)}=1></${'N'.repeat(100)}>`,
  '\ud800<p \udc00=\ud83d\ude00>\ud83d\ude00 \ud83d<b>\ude00</p>',
];

describe('the tree with short cuts', () => {
  it('knows the parse5 that it was written for', () => {
    assert.equal(isKnownTokenizer(), true);
  });

  for (const html of CORNERS) {
    it(`is parse5's own for ${JSON.stringify(html).slice(0, 60)}`, () => {
      assert.equal(treeDifference(html), undefined);
    });
  }

  it("is parse5's own wherever a text ends", () => {
    for (const html of CORNERS) {
      for (let end = 0; end < Math.min(html.length, 200); end++) {
        assert.equal(treeDifference(html.slice(0, end)), undefined, html.slice(0, end));
      }
    }
  });

  it("is parse5's own for soups of tokens", () => {
    const random = randomOf(54);
    for (let i = 0; i < 600; i++) {
      const html = tokenSoup(random);
      assert.equal(treeDifference(html), undefined, JSON.stringify(html));
    }
  });

  it('is made in a time that grows with the text alone', () => {
    for (const piece of [
      '<a b="&',
      "<a b='c",
      '<a b=c&',
      '<a\0',
      '<a b\0',
      '&amp',
      '<!--<',
      '<x y\ud800=',
      '</',
    ]) {
      assert.ok(treeDifference(piece.repeat(2000)) === undefined, piece);
    }
  });
});

// Builds the tables of the page reader, dist/kernel/reader.img: character references as the `entities` package of parse5
// has them, tags, attribute names and the old document types of quirks mode. Layout: asm/README.md.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, '../dist/kernel/reader.img');
const MAGIC = 0x52445244;
const MASK = (1n << 64n) - 1n;

const fromParse5 = createRequire(createRequire(import.meta.url).resolve('parse5'));
const entities = dirname(fromParse5.resolve('entities/decode'));
const { htmlDecodeData } = await import(join(entities, 'generated/decode-data-html.js'));
const { decodeHTML } = await import(join(entities, 'decode.js'));

const list = text => text.split(' ');

// What an element is to the reader: src/parse/element.ts has the same lists.
const READING = {
  1: list(
    'html head body frameset address article aside blockquote center details dialog dd dir div dl dt fieldset ' +
      'figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol ' +
      'optgroup option p plaintext pre search section select summary ul xmp table caption tbody thead tfoot tr td th',
  ),
  2: list('script style title textarea noscript noframes noembed iframe template'),
  4: list('h1 h2 h3 h4 h5 h6'),
  8: ['br'],
  16: list('img input'),
  32: list('a area frame iframe link'),
  64: list('title base link meta frameset'),
};
// What it is to the tree builder: html.spec.whatwg.org 13.2.4.2, 13.2.6.3, 13.2.6.5; bits in asm/reader/node.ts.
const BUILDING = {
  256: list(
    'address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd ' +
      'details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header ' +
      'hgroup hr html iframe img input li link listing main marquee menu meta nav noembed noframes noscript object ol p ' +
      'param plaintext pre script section select source style summary table tbody td template textarea tfoot th thead ' +
      'title tr track ul wbr xmp',
  ),
  512: list('applet caption html marquee object table td template th'),
  1024: list('dd dt li optgroup option p rb rp rt rtc'),
  2048: list('caption colgroup dd dt li optgroup option p rb rp rt rtc tbody td tfoot th thead tr'),
  4096: list('a b big code em font i nobr s small strike strong tt u'),
  8192: list(
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
      'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
  ),
  16384: list('title foreignobject desc'),
  32768: list('mi mo mn ms mtext annotation-xml'),
};
// Names of SVG that are not in lower case there. Those of more than 16 characters are left to parse5.
const SVG_CASE = list(
  'altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix ' +
    'feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feFlood feFuncA ' +
    'feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight ' +
    'feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient radialGradient textPath',
);
// Names without rules of their own, so common that they are worth a number.
const COMMON = list(
  'abbr acronym audio bdi bdo canvas cite data datalist del dfn ins kbd legend map mark meter output picture progress q ' +
    'samp slot time video g path rect circle line polyline polygon ellipse text tspan use defs symbol mrow mfrac msup msub',
);
const ATTRIBUTES = list(
  'href src rel type alt title aria-label name content http-equiv lang xml:lang xlink:href xlink:title encoding color ' +
    'size face',
);
const QUIRKY_PREFIXES = `+//silmaril//dtd html pro v0r11 19970101//
-//as//dtd html 3.0 aswedit + extensions//
-//advasoft ltd//dtd html 3.0 aswedit + extensions//
-//ietf//dtd html 2.0 level 1//
-//ietf//dtd html 2.0 level 2//
-//ietf//dtd html 2.0 strict level 1//
-//ietf//dtd html 2.0 strict level 2//
-//ietf//dtd html 2.0 strict//
-//ietf//dtd html 2.0//
-//ietf//dtd html 2.1e//
-//ietf//dtd html 3.0//
-//ietf//dtd html 3.2 final//
-//ietf//dtd html 3.2//
-//ietf//dtd html 3//
-//ietf//dtd html level 0//
-//ietf//dtd html level 1//
-//ietf//dtd html level 2//
-//ietf//dtd html level 3//
-//ietf//dtd html strict level 0//
-//ietf//dtd html strict level 1//
-//ietf//dtd html strict level 2//
-//ietf//dtd html strict level 3//
-//ietf//dtd html strict//
-//ietf//dtd html//
-//metrius//dtd metrius presentational//
-//microsoft//dtd internet explorer 2.0 html strict//
-//microsoft//dtd internet explorer 2.0 html//
-//microsoft//dtd internet explorer 2.0 tables//
-//microsoft//dtd internet explorer 3.0 html strict//
-//microsoft//dtd internet explorer 3.0 html//
-//microsoft//dtd internet explorer 3.0 tables//
-//netscape comm. corp.//dtd html//
-//netscape comm. corp.//dtd strict html//
-//o'reilly and associates//dtd html 2.0//
-//o'reilly and associates//dtd html extended 1.0//
-//o'reilly and associates//dtd html extended relaxed 1.0//
-//sq//dtd html 2.0 hotmetal + extensions//
-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//
-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//
-//spyglass//dtd html 2.0 extended//
-//sun microsystems corp.//dtd hotjava html//
-//sun microsystems corp.//dtd hotjava strict html//
-//w3c//dtd html 3 1995-03-24//
-//w3c//dtd html 3.2 draft//
-//w3c//dtd html 3.2 final//
-//w3c//dtd html 3.2//
-//w3c//dtd html 3.2s draft//
-//w3c//dtd html 4.0 frameset//
-//w3c//dtd html 4.0 transitional//
-//w3c//dtd html experimental 19960712//
-//w3c//dtd html experimental 970421//
-//w3c//dtd w3 html//
-//w3o//dtd w3 html 3.0//
-//webtechs//dtd mozilla html 2.0//
-//webtechs//dtd mozilla html//`.split('\n');
// How a public identifier of quirks mode is compared: 0 its start, 1 its start when there is no system identifier, 2 all
// of it; 3 is a system identifier.
const QUIRKY = [
  ...QUIRKY_PREFIXES.map(text => [0, text]),
  [1, '-//w3c//dtd html 4.01 frameset//'],
  [1, '-//w3c//dtd html 4.01 transitional//'],
  [2, '-//w3o//dtd w3 html strict 3.0//en//'],
  [2, '-/w3c/dtd html 4.0 transitional/en'],
  [2, 'html'],
  [3, 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd'],
];

/** FNV-1a, as src/kit/random.ts has it for tag paths. */
const fnv = text =>
  [...text].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 0x01000193), 0x811c9dc5) >>> 0;

/** Names and replacements of all references: the front-coded list of the package, each name asked of its decoder. */
function references() {
  const [data] = htmlDecodeData;
  const number = at => ((data.charCodeAt(at) - 0x30) << 6) | (data.charCodeAt(at + 1) - 0x30);
  const [count, suffixLength] = [number(0), number(2)];
  const found = [];
  for (let i = 0, name = '', at = 6; i < count; i++) {
    const [first, second] = [0, 1].map(k => data.charCodeAt(6 + suffixLength + 2 * i + k) - 0x23);
    name = name.slice(0, first & 31) + data.slice(at, at + (second & 31));
    at += second & 31;
    const value = decodeHTML(`&${name};`);
    if (value.includes(';') && name !== 'semi') throw new Error(`${name} is no reference.`);
    found.push({ name, value, isLegacy: decodeHTML(`&${name}`) === value });
  }
  return found;
}

/** Parts one behind the other, each at a multiple of 8. */
class Image {
  #parts = [];
  #at = 64;

  add(bytes) {
    const at = this.#at;
    this.#parts.push([at, bytes]);
    this.#at += (bytes.length + 7) & ~7;
    return at;
  }

  bytes(header) {
    const all = Buffer.alloc(this.#at);
    all.set(new Uint8Array(Uint32Array.from([MAGIC, all.length, ...header]).buffer));
    for (const [at, bytes] of this.#parts) all.set(bytes, at);
    return all;
  }
}

const REFERENCE_SLOTS = 4096;

/** u16 slots by hash, then 12 bytes an entry, then the names. */
function addReferences(image) {
  const all = references();
  const names = Buffer.from(all.map(({ name }) => name).join(''), 'latin1');
  const slots = new Uint16Array(REFERENCE_SLOTS);
  const entries = Buffer.alloc(12 * (all.length + 1));
  let nameAt = 0;
  all.forEach(({ name, value, isLegacy }, i) => {
    let slot = (fnv(name) ^ (fnv(name) >>> 15)) & (REFERENCE_SLOTS - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (REFERENCE_SLOTS - 1);
    slots[slot] = i + 1;
    const at = 12 * (i + 1);
    entries.writeUInt32LE(nameAt, at);
    entries.writeUInt8(name.length, at + 4);
    entries.writeUInt8(isLegacy ? 1 : 0, at + 5);
    entries.writeUInt16LE(value.charCodeAt(0), at + 6);
    entries.writeUInt16LE(value.length > 1 ? value.charCodeAt(1) : 0, at + 8);
    nameAt += name.length;
  });
  return [image.add(Buffer.from(slots.buffer)), image.add(entries), image.add(names)];
}

/** Slots of 32 bytes: 16 of the name, u32 length, u32 number. The hash is that of asm/reader/name.ts. */
function nameTable(names, slotBits) {
  const table = Buffer.alloc(32 << slotBits);
  names.forEach((name, i) => {
    const bytes = Buffer.alloc(16);
    bytes.write(name, 'latin1');
    const mixed =
      (bytes.readBigUInt64LE(0) ^ ((bytes.readBigUInt64LE(8) * 0x9e3779b97f4a7c15n) & MASK)) *
      0xd6e8feb86659fd93n;
    let slot = Number((mixed & MASK) >> BigInt(64 - slotBits));
    while (table.readUInt32LE(32 * slot + 16) !== 0) slot = (slot + 1) & ((1 << slotBits) - 1);
    bytes.copy(table, 32 * slot);
    table.writeUInt32LE(name.length, 32 * slot + 16);
    table.writeUInt32LE(i + 1, 32 * slot + 20);
  });
  return table;
}

/** Names of tags by number, from 1 on. */
function tagNames() {
  const source = readFileSync(join(here, 'reader/tag.ts'), 'utf8');
  const known = [...source.matchAll(/^export const (\w+): u32 = (\d+);/gm)].slice(1);
  const names = known.map(([, name]) => name.toLowerCase().replaceAll('_', '-'));
  if (known.some(([, , number], i) => Number(number) !== i + 1)) throw new Error('reader/tag.ts has a gap.');
  const inSvg = SVG_CASE.map(name => name.toLowerCase()).filter(name => name.length <= 16);
  return [...new Set([...names, ...inSvg, ...COMMON])];
}

/** 16 bytes a tag: u32 traits, u32 hash of its name, u32 hash of its name in SVG. */
function tagFacts(names) {
  const inSvg = new Map(SVG_CASE.map(name => [name.toLowerCase(), name]));
  const table = Buffer.alloc(16 * (names.length + 1));
  names.forEach((name, i) => {
    const at = 16 * (i + 1);
    const traits = Object.entries({ ...READING, ...BUILDING }).reduce(
      (sum, [bit, tags]) => sum | (tags.includes(name) ? Number(bit) : 0),
      0,
    );
    table.writeUInt32LE(traits, at);
    table.writeUInt32LE(fnv(name), at + 4);
    table.writeUInt32LE(fnv(inSvg.get(name) ?? name), at + 8);
  });
  return table;
}

function doctypes() {
  const parts = QUIRKY.map(([kind, text]) =>
    Buffer.from([kind, text.length, ...Buffer.from(text, 'latin1')]),
  );
  return Buffer.concat([...parts, Buffer.from([0, 0])]);
}

const names = tagNames();
if (names.length > 255 || names.some(name => name.length > 16)) throw new Error('There are too many tags.');
const image = new Image();
const references3 = addReferences(image);
const header = [
  ...references3,
  image.add(nameTable(names, 9)),
  image.add(tagFacts(names)),
  image.add(nameTable(ATTRIBUTES, 6)),
  image.add(doctypes()),
];
mkdirSync(dirname(out), { recursive: true });
const half = `${out}.${process.pid}`;
writeFileSync(half, image.bytes(header));
renameSync(half, out);

/** What is the same on all pages of a host? Script, navigation and footer, made once; the navigation has two forms. */
import { type Random, randomOf } from '../kit/random.js';
import { pick } from './draw.js';
import { ISLAND_FRONT } from './island-roles.js';
import { type HostShape, SECTIONS } from './island-shape.js';
import { commonWords, setWords } from './prose.js';
import type { Vocabulary } from './vocabulary.js';

export interface HostFrame {
  readonly siteName: string;
  /** What comes before the title in the head, and behind it. */
  readonly script: string;
  /** Navigation of pages off the topic: no way leads from it into an island. */
  readonly restNav: string;
  /** Navigation of the island's pages. */
  readonly islandNav: string;
  readonly footer: string;
  /** Class names of the main block, the heading line and the list of links. */
  readonly main: string;
  readonly list: string;
}

const BLOCK = ['main', 'content', 'wrap', 'article', 'box', 'left', 'body-text', 'page'];
const LIST = ['rel', 'links', 'more-list', 'related', 'side', 'items'];
const NAME = ['cfg', 'opt', 'trk', 'ui', 'ads', 'env', 'stat', 'lib'];

/** An address as a page of the host would write it: without the host, when it is its own. */
export function shortAddress(address: string, host: HostShape): string {
  const own = `http://${host.name}`;
  return address.startsWith(`${own}/`) ? address.slice(own.length) : address;
}

function scriptOf(random: Random): string {
  const lines: string[] = [];
  for (let i = 5 + random.below(12); i > 0; i--) {
    const name = `${pick(random, NAME)}${random.below(90)}`;
    const value = random.below(1_000_000);
    lines.push(
      `var ${name}=window.${name}||{};${name}.v=${value};${name}.on=function(a,b){if(a<${value % 97}){return b}for(var i=0;i<a;i++){b=b+"</"+i}return b};`,
    );
  }
  return `<script type="text/javascript">\n${lines.join('\n')}\n</script>`;
}

export function hostFrame(
  host: HostShape,
  parts: { readonly seed: number; readonly vocabulary: Vocabulary; readonly page: readonly string[] },
): HostFrame {
  const { vocabulary, page } = parts;
  const random = randomOf(parts.seed).fork(`frame ${host.name}`);
  const label = (): string => setWords(commonWords(vocabulary, random, 1 + random.below(2)), host.language);
  const siteName = setWords(commonWords(vocabulary, random, 2), host.language);
  const labels = Array.from({ length: SECTIONS + ISLAND_FRONT + 2 }, label);
  const nav = (pages: readonly number[], more: string): string => {
    const [home] = pages;
    const entry = (number: number, i: number): string =>
      `<li><a href="${shortAddress(page[number] as string, host)}">${labels[i]}</a></li>`;
    return `<div id="top"><a class="logo" href="${shortAddress(page[home as number] as string, host)}">${siteName}</a>\n<ul class="nav">\n${pages.map(entry).join('\n')}${more}\n</ul></div>`;
  };
  const rest = Array.from({ length: SECTIONS + 1 }, (_, i) => host.middle + i);
  const island = Array.from({ length: ISLAND_FRONT }, (_, i) => host.first + i);
  const calendar = host.hasCalendar ? `\n<li><a href="/calendar?month=2015-01">${label()}</a></li>` : '';
  return {
    siteName,
    script: scriptOf(random),
    restNav: nav(rest, calendar),
    islandNav: host.island > 0 ? nav([...island, host.middle], '') : '',
    footer: `<div class="foot"><p>&copy; ${2008 + random.below(12)} ${siteName}</p><p>${setWords(commonWords(vocabulary, random, 12), host.language)}</p></div>\n${scriptOf(random)}`,
    main: pick(random, BLOCK),
    list: pick(random, LIST),
  };
}

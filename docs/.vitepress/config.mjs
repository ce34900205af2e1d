// The docs site: the Markdown of docs/ as it stands, with navigation and a search that needs no server. `npm run docs` writes dist/docs.
// Links that leave docs/ (sources, examples, pages of the top level) lead to what is not on the site, and are written as text.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const docs = fileURLToPath(new URL('..', import.meta.url));
const titleOf = path => /^# (.+)$/m.exec(readFileSync(`${docs}${path}`, 'utf8'))?.[1] ?? path;
const pagesOf = folder =>
  readdirSync(`${docs}${folder}`)
    .filter(name => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map(name => ({ text: titleOf(`${folder}/${name}`), link: `/${folder}/${name.slice(0, -3)}` }));

/** Without HTML a comment would be a text. */
function withoutComments(md) {
  md.core.ruler.before('block', 'comments', state => {
    state.src = state.src.replace(/^<!--.*-->$/gm, '');
  });
}

/** A page outside docs/ has no address here: its link becomes its text. */
function withoutOutsideLinks(md) {
  md.core.ruler.push('outside-links', state => {
    for (const block of state.tokens) {
      const open = [];
      for (const token of block.children ?? []) {
        if (token.type === 'link_open') {
          const href = token.attrGet('href') ?? '';
          const isOutside = isOutsideDocs(href, state.env.relativePath ?? '');
          open.push(isOutside);
          if (isOutside) token.hidden = true;
        } else if (token.type === 'link_close' && open.pop()) token.hidden = true;
      }
      if (block.children) block.children = block.children.filter(token => !token.hidden);
    }
  });
}

function isOutsideDocs(href, page) {
  if (/^([a-z]+:|#|\/)/i.test(href)) return false;
  const path = new URL(href, `http://docs/inside/${page}`).pathname;
  return !path.startsWith('/inside/');
}

export default {
  title: 'Dowser',
  description: 'A focused web crawler: give it a topic and seeds, it brings home the pages of that topic.',
  outDir: '../dist/docs',
  cacheDir: '../node_modules/.cache/vitepress',
  cleanUrls: false,
  lastUpdated: false,
  rewrites: { 'decisions/README.md': 'decisions/index.md' },
  // Our pages hold no HTML and no templates: what looks like either is text.
  markdown: { html: false, config: md => [withoutComments, withoutOutsideLinks].forEach(rule => rule(md)) },
  vue: { template: { compilerOptions: { delimiters: ['\u0001', '\u0002'] } } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Tutorial', link: '/tutorial' },
      { text: 'Guide', link: '/how-it-works' },
      { text: 'Reference', link: '/reference/config' },
      { text: 'Decisions', link: '/decisions/' },
    ],
    sidebar: {
      '/decisions/': [{ text: 'Decisions', items: pagesOf('decisions') }],
      '/': [
        {
          text: 'Start',
          items: [
            { text: 'What it is', link: '/' },
            { text: 'Tutorial', link: '/tutorial' },
            { text: 'How it works', link: '/how-it-works' },
          ],
        },
        {
          text: 'Guide',
          items: [
            { text: 'Topics', link: '/topic-file' },
            { text: 'In a program', link: '/library' },
            { text: 'Questions', link: '/questions' },
          ],
        },
        { text: 'Reference', items: pagesOf('reference') },
      ],
    },
  },
};

// The door for outside judges: JSON lines in, one answer line for each, in order. It calls the product's rooms and adds
// nothing. A kind is a line of the table; its module is loaded when the kind is first asked for.
import { createInterface } from 'node:readline';

const built = name => import(new URL(`../dist/src/${name}.js`, import.meta.url).href);

const KINDS = {
  async url({ href, base }) {
    const { canonical } = await built('url/canonical');
    return { url: canonical(href, base ?? undefined) ?? null };
  },
  async charset({ b64, contentType }) {
    const { decode } = await built('parse/charset');
    const { charset, confidence } = decode(Buffer.from(b64, 'base64'), contentType ?? undefined);
    return { charset, confidence };
  },
  async robots({ robots, agent, url }) {
    const [{ canonical }, { pathAndQuery }, { readRobots }] = await Promise.all(
      ['url/canonical', 'robots/octets', 'robots/rules'].map(built),
    );
    const rules = readRobots(Buffer.from(robots), agent);
    return {
      allowed: rules.allows(pathAndQuery(canonical(url) ?? url)),
      crawlDelayMs: rules.crawlDelayMs,
    };
  },
  async sitemap({ b64, url }) {
    const [{ baseOf, canonical }, { SitemapReader }] = await Promise.all(
      ['url/canonical', 'sitemap/reader'].map(built),
    );
    const reader = new SitemapReader(url);
    reader.write(Buffer.from(b64, 'base64'));
    const { loc, base } = await reader.end();
    const parsed = baseOf(base);
    return { locs: loc.map(each => canonical(each, parsed)).filter(each => each !== undefined) };
  },
  async page({ b64, url, contentType }) {
    const [
      { HEADER, LINK, LINK_FLAG, linkAt, sliceAt },
      { decode },
      { readPage, readText },
      { sniff },
      { anchorOf },
    ] = await Promise.all(
      ['contract/document', 'parse/charset', 'parse/reader', 'parse/sniff', 'parse/context'].map(built),
    );
    const { baseOf, canonical } = await built('url/canonical');
    const body = Buffer.from(b64, 'base64');
    const kind = sniff(body, contentType ?? undefined);
    if (kind === 'other') return { title: null, text: '', links: [] };
    const decoded = decode(body, contentType ?? undefined);
    const page = kind === 'text' ? readText(decoded.text) : readPage(decoded.text);
    const { text, values, records } = page;
    const base = baseOf(url, sliceAt(values, records, HEADER.base), decoded.charset);
    const links = Array.from({ length: records[HEADER.linkCount] }, (_, i) => ({
      url: canonical(sliceAt(values, records, linkAt(i) + LINK.href), base),
      anchor: anchorOf(page, i),
      nofollow: (records[linkAt(i) + LINK.flags] & LINK_FLAG.nofollow) !== 0,
    }));
    return {
      title: sliceAt(values, records, HEADER.title) ?? null,
      text,
      links: links.filter(link => link.url !== undefined),
    };
  },
};

async function answer(line) {
  try {
    const question = JSON.parse(line);
    if (!Object.hasOwn(KINDS, question?.kind)) throw new Error(`No kind is called ${question?.kind}.`);
    return await KINDS[question.kind](question);
  } catch (error) {
    return { error: error.message };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const text = `${JSON.stringify(await answer(line))}\n`;
  if (!process.stdout.write(text)) await new Promise(resolve => process.stdout.once('drain', resolve));
}

/** What does an island web hold besides pages? robots.txt, sitemaps, redirects, and a calendar that is a trap. */
import { randomOf } from '../kit/random.js';
import type { IslandPlan } from './island-page.js';
import type { HostShape } from './island-shape.js';

export interface TextAnswer {
  readonly url: string;
  readonly status: number;
  readonly type: string;
  readonly location?: string;
  readonly text: string;
}

/** Months of the calendar that are stored; links lead on beyond them. */
const CALENDAR_MONTHS = 120;
const CALENDAR_START = 2010;
const LISTED_PART = 0.7;

export function* islandExtras(plan: IslandPlan): Generator<TextAnswer> {
  for (const host of plan.shape.hosts) {
    yield robots(host);
    if (host.hasSitemap) yield sitemap(plan, host);
    if (host.hasCalendar) yield* calendar(host);
  }
  for (const [page, old] of plan.address.old.entries())
    if (old !== undefined) yield redirect(old, plan.address.page[page] as string, page % 2 === 0 ? 301 : 302);
}

function robots(host: HostShape): TextAnswer {
  const listed = host.hasSitemap ? `\nSitemap: http://${host.name}/sitemap.xml\n` : '';
  const text = `User-agent: *\nDisallow: /${host.closed}/\n${listed}`;
  return { url: `http://${host.name}/robots.txt`, status: 200, type: 'text/plain', text };
}

/** Some of the host's pages. Islands and the inside of tunnels are left out: a list would be a second way to them. */
function sitemap({ shape, roles, address }: IslandPlan, host: HostShape): TextAnswer {
  const random = randomOf(shape.options.seed).fork(`sitemap ${host.name}`);
  let text =
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n';
  for (let page = host.middle; page < host.end; page++) {
    if (roles.isDark[page] === 1 || roles.isClosed[page] === 1 || random.next() >= LISTED_PART) continue;
    const loc = (address.page[page] as string).replaceAll('&', '&amp;');
    text += `<url><loc>${loc}</loc></url>\n`;
  }
  return {
    url: `http://${host.name}/sitemap.xml`,
    status: 200,
    type: 'application/xml',
    text: `${text}</urlset>\n`,
  };
}

function redirect(url: string, location: string, status: number): TextAnswer {
  const text = `<html><body><a href="${location}">${status}</a></body></html>\n`;
  return { url, status, type: 'text/html', location, text };
}

const monthName = (index: number): string =>
  `${CALENDAR_START + Math.floor(index / 12)}-${String((((index % 12) + 12) % 12) + 1).padStart(2, '0')}`;

/** Months without end, each linking to its neighbours, its year and the years beside. */
function* calendar(host: HostShape): Generator<TextAnswer> {
  for (let index = 0; index < CALENDAR_MONTHS; index++) {
    const near = [index - 12, index - 1, index + 1, index + 12];
    const year = Array.from({ length: 12 }, (_, i) => index - (index % 12) + i);
    const links = [...near, ...year].map(
      i => `<td><a href="/calendar?month=${monthName(i)}">${monthName(i)}</a></td>`,
    );
    const days = Array.from({ length: 28 }, (_, i) => `<td>${i + 1}</td>`);
    const text = `<!DOCTYPE html>\n<html>\n<head><title>${monthName(index)}</title></head>\n<body>\n<table><tr>${links.join('')}</tr>\n<tr>${days.join('')}</tr></table>\n</body>\n</html>\n`;
    yield {
      url: `http://${host.name}/calendar?month=${monthName(index)}`,
      status: 200,
      type: 'text/html',
      text,
    };
  }
}

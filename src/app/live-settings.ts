/** Settings that only a crawl of the live web heeds: how to behave there, and how to get there. */

import { z } from 'zod';
import { amount, list, places, seconds, setting } from './setting.js';

const behave = {
  contact: setting(
    z
      .string()
      .regex(/^(https?:\/\/[\x21-\x7e]+\.[\x21-\x7e]+|[^\s@()<>]+@[^\s@()<>]+\.[^\s@()<>]+)$/)
      .regex(/^[\x21-\x7e]*$/)
      .optional(),
    {
      flag: '--contact',
      value: 'URL|MAIL',
      group: 'How to behave',
      help: 'Where whoever runs a site can complain. It stands in the user agent of every request; no live crawl without one.',
      must: 'a web address or a mail address, such as https://example.org/bot or you@example.org',
      defaultText: 'none: a live crawl needs one',
    },
  ),
  userAgent: setting(
    z
      .string()
      .regex(/^[\x20-\x7e]{1,500}$/)
      .optional(),
    {
      flag: '--user-agent',
      value: 'TEXT',
      group: 'How to behave',
      help: 'Who we say we are; what stands before its first / is also the product token that robots.txt is searched for. The contact is added where it is missing.',
      must: 'a name in plain characters, such as probe/1.0',
      defaultText: 'Dowser/VERSION (+CONTACT)',
    },
  ),
  robots: setting(z.enum(['obey', 'ignore']).default('obey'), {
    flag: '--robots',
    value: 'HOW',
    group: 'How to behave',
    help: 'obey: nothing is asked for that robots.txt does not allow, nor before it was read. ignore: for sites of your own; their sitemaps stay unknown then.',
    must: 'obey or ignore',
  }),
  sitemaps: setting(z.enum(['follow', 'ignore']).default('follow'), {
    flag: '--sitemaps',
    value: 'HOW',
    group: 'How to behave',
    help: 'follow: the pages listed by the sitemaps that robots.txt names are links, too. ignore: no sitemap is asked for.',
    must: 'follow or ignore',
  }),
  delayMs: setting(seconds(0).prefault(1), {
    flag: '--delay',
    value: 'SECONDS',
    group: 'How to behave',
    help: 'Least time between two requests to a host, of whatever kind; 0.2 and 200ms are the same. robots.txt and slow answers can make it longer.',
    must: 'seconds from 0, such as 0.2 or 200ms',
    defaultText: '1',
  }),
  perHostConcurrency: setting(amount(1, 1000).default(1), {
    flag: '--per-host-concurrency',
    value: 'N',
    group: 'How to behave',
    help: 'Most requests under way at one host.',
    must: 'a whole number from 1 to 1000',
  }),
  perIpDelayMs: setting(seconds(0).prefault(0), {
    flag: '--per-ip-delay',
    value: 'SECONDS',
    group: 'How to behave',
    help: 'Least time between two requests to an IP address, however many hosts live there.',
    must: 'seconds from 0, such as 0.2 or 200ms',
    defaultText: '0',
  }),
  perIpConcurrency: setting(amount(0, 100_000).default(0), {
    flag: '--per-ip-concurrency',
    value: 'N',
    group: 'How to behave',
    help: 'Most requests under way at one IP address; 0 sets no limit.',
    must: 'a whole number from 0 to 100000',
  }),
  adaptsDelay: setting(z.boolean().default(true), {
    flag: '--adaptive-delay',
    group: 'How to behave',
    help: 'Slow answers make the delay longer: five times the time to answer, at most a minute. Refusals (429, 503) always do.',
    must: 'true or false',
  }),
  maxCrawlDelayMs: setting(seconds(0).prefault(30), {
    flag: '--max-crawl-delay',
    value: 'SECONDS',
    group: 'How to behave',
    help: 'Most that a Crawl-delay of robots.txt is granted.',
    must: 'seconds from 0, such as 30 or 1m',
    defaultText: '30',
  }),
  maxRetryAfterMs: setting(seconds(0).prefault(600), {
    flag: '--max-retry-after',
    value: 'SECONDS',
    group: 'How to behave',
    help: 'Most that a Retry-After is granted.',
    must: 'seconds from 0, such as 600 or 10m',
    defaultText: '600',
  }),
  robotsRetryMs: setting(seconds(1).prefault(60), {
    flag: '--robots-retry',
    value: 'SECONDS',
    group: 'How to behave',
    help: 'A robots.txt that could not be read closes its site; after this time, and after twice it, it is asked for again.',
    must: 'seconds above 0, such as 60 or 10m',
    defaultText: '60',
  }),
  retries: setting(amount(0, 100).optional(), {
    flag: '--retries',
    value: 'N',
    group: 'How to behave',
    help: 'Ask for a page at most this many times more after a failure that may pass. Each outcome has a number of its own, see docs/reference/outcomes.md; this can only lower it.',
    must: 'a whole number from 0 to 100',
    defaultText: 'what the outcome says',
  }),
};

const connect = {
  concurrency: setting(amount(1, 10_000).default(64), {
    flag: '--concurrency',
    value: 'N',
    group: 'How to connect',
    help: 'Most requests under way at once, over all hosts.',
    must: 'a whole number from 1 to 10000',
  }),
  timeoutMs: setting(seconds(1).prefault(30), {
    flag: '--timeout',
    value: 'SECONDS',
    group: 'How to connect',
    help: 'Most time for a whole request, from the name to the last byte. Its head must come in two thirds of it.',
    must: 'seconds above 0, such as 30 or 500ms',
    defaultText: '30',
  }),
  connectTimeoutMs: setting(seconds(1).prefault(10), {
    flag: '--connect-timeout',
    value: 'SECONDS',
    group: 'How to connect',
    help: 'Most time for a name, and then for a connection, TLS included.',
    must: 'seconds above 0, such as 10 or 500ms',
    defaultText: '10',
  }),
  headers: setting(list().default([]), {
    flag: '--header',
    value: "'NAME: VALUE'",
    group: 'How to connect',
    help: 'Send this header with every request, to every host. Repeatable.',
    must: "of the form 'NAME: VALUE'",
    isSecret: true,
    isLines: true,
  }),
  cookies: setting(z.boolean().default(false), {
    flag: '--cookies',
    group: 'How to connect',
    help: 'Keep the cookies of each host and send them back to it, until the crawl ends.',
    must: 'true or false',
  }),
  credentials: setting(places().default({}), {
    flag: '--credentials',
    group: 'How to connect',
    help: 'Basic authentication by host or origin: credentials: {https://example.org: USER:PASSWORD}. In the variable: PLACE=USER:PASSWORD. Never logged.',
    must: 'a map of hosts or origins to USER:PASSWORD',
    isSecret: true,
    hasNoFlag: true,
  }),
  proxy: setting(z.string().min(1).optional(), {
    flag: '--proxy',
    value: 'URL',
    group: 'How to connect',
    help: 'Send every request through this proxy, http or https, with user:password@ if needed. It then looks up the names.',
    must: 'of the form http://HOST:PORT',
    defaultText: 'none',
    isSecret: true,
  }),
  caFile: setting(z.string().min(1).optional(), {
    flag: '--ca',
    value: 'FILE',
    group: 'How to connect',
    help: 'Authorities of certificates to trust beside the usual ones, in PEM. Certificates are always checked.',
    must: 'the path of a PEM file',
    defaultText: 'none',
  }),
  http2: setting(z.boolean().default(false), {
    flag: '--http2',
    group: 'How to connect',
    help: 'Speak HTTP/2 with servers of https that do.',
    must: 'true or false',
  }),
  connectTo: setting(list().default([]), {
    flag: '--connect-to',
    value: 'HOST:PORT:HOST2:PORT2',
    group: 'How to connect',
    help: 'Connect to HOST2:PORT2 for addresses of HOST:PORT; an empty HOST or PORT means every one, an empty HOST2 or PORT2 the same one. The first rule that fits counts. Repeatable.',
    must: 'of the form HOST:PORT:HOST2:PORT2',
  }),
  dnsServers: setting(list().default([]), {
    flag: '--dns-server',
    value: 'IP:PORT',
    group: 'How to connect',
    help: 'Look up names there instead of in the way of this machine. Repeatable: the next one is asked when one is silent.',
    must: 'an address with a port, such as 9.9.9.9:53',
  }),
  allowPrivate: setting(list().default([]), {
    flag: '--allow-private',
    value: 'NAME|NETWORK',
    group: 'How to connect',
    help: 'Connections to loopback, private and other addresses inside a network are refused, whatever a name resolves to. This makes an exception: a host, *.domain, an address or 10.1.0.0/16. Repeatable.',
    must: 'a host name or a network',
  }),
};

export const liveSettings = { ...behave, ...connect };

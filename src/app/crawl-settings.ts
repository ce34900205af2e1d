/** Settings of a crawl as options of a program. Made from the settings by `npm run reference`. */
export interface CrawlSettings {
  /**
   * A topic that comes with Dowser (see `dowser topics`) or a topic file in YAML. Repeatable: a page then gets a relevance for each, and the first one steers. Must be the name of a shipped topic or the path of a topic file.
   * Default: none.
   */
  readonly topic?: readonly string[] | string | undefined;
  /**
   * How the relevance of a page is judged: a name from `dowser models`, or the path of a module of your own that exports one as its default. Must be the name of a model or the path of a module that begins with ./ or /.
   * Default: vsm.
   */
  readonly model?: string | undefined;
  /**
   * A page counts as relevant from this relevance on. What is usual depends on topic and model: ask the log. Must be a number from 0 to 1.
   * Default: what the model says, see `dowser models`.
   */
  readonly relevanceThreshold?: number | undefined;
  /**
   * Pages in other languages get relevance 0; zh also means zh-CN and zh-TW. Repeatable, or separated by commas. None: pages in every language are judged. Must be a list of language tags such as zh,en.
   * Default: none.
   */
  readonly languages?: readonly string[] | string | undefined;
  /**
   * An address to start from. Repeatable. Must be an http or https address.
   * Default: none.
   */
  readonly seed?: readonly string[] | string | undefined;
  /**
   * A file of addresses to start from, one a line; empty lines and lines that begin with # are skipped. Repeatable. Must be the path of a text file.
   * Default: none.
   */
  readonly seeds?: readonly string[] | string | undefined;
  /**
   * Crawl a stored web instead of the live one: any WARC file. An address that it does not hold answers 404. Repeatable. Must be the path of a WARC file.
   * Default: none.
   */
  readonly web?: readonly string[] | string | undefined;
  /**
   * How far from the seeds a link may lead: page (the seeds alone), prefix (their directories), host (their hosts), domain (their registered domains with every subdomain), any. Must be page, prefix, host, domain or any.
   * Default: any.
   */
  readonly scope?: 'page' | 'prefix' | 'host' | 'domain' | 'any' | undefined;
  /**
   * Follow only addresses in which one of these regular expressions is found (without look-around and back references). Seeds are always followed. Repeatable. Must be a regular expression.
   * Default: none.
   */
  readonly include?: readonly string[] | string | undefined;
  /**
   * Drop sid, jsessionid, phpsessid and utm_… from the addresses of links and redirects, so that a page with many such names is fetched once. Must be true or false.
   * Default: false.
   */
  readonly dropSessionIds?: boolean | undefined;
  /**
   * Never follow addresses in which one of these regular expressions is found; wins over --include. Repeatable. Must be a regular expression.
   * Default: none.
   */
  readonly exclude?: readonly string[] | string | undefined;
  /**
   * Which link is fetched next: a name from `dowser strategies`, or the path of a module of your own that exports one as its default. Must be the name of a strategy or the path of a module that begins with ./ or /.
   * Default: best-first.
   */
  readonly strategy?: string | undefined;
  /**
   * An option of the strategy or model, such as shark.delta=0.4. Repeatable. In a file: set: {shark: {delta: 0.4}}. Must be of the form NAME.OPTION=VALUE.
   * Default: none.
   */
  readonly set?: Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>> | undefined;
  /**
   * Start of every random choice. On a stored web the same seed gives the same crawl. Must be a whole number from 0 to 4294967295.
   * Default: 1.
   */
  readonly randomSeed?: number | undefined;
  /**
   * Fetch exactly this many pages, failed ones and redirects included, unless the links run out before. Must be a whole number from 1.
   * Default: no limit.
   */
  readonly maxPages?: number | undefined;
  /**
   * Stop after this much real time: 500ms, 30s, 15m, 2h. Must be a duration with a unit, such as 500ms, 30s, 15m or 2h.
   * Default: no limit.
   */
  readonly maxTime?: string | undefined;
  /**
   * Stop when this many body bytes have come: 500KB, 10MB, 2GiB. Must be a size from 1 byte, such as 500KB, 10MB or 2GiB.
   * Default: no limit.
   */
  readonly maxBytes?: number | string | undefined;
  /**
   * Slow down near this much memory and pause with exit code 75 at it, files that are only mapped not counted: 800MB, 2GiB. Must be a size from 1 byte, such as 800MB or 2GiB.
   * Default: no limit.
   */
  readonly maxMemory?: number | string | undefined;
  /**
   * Pause with exit code 75 when the directory of the crawl holds this much: 500MB, 20GB. A disk that is nearly full pauses the crawl anyway. Must be a size from 1 byte, such as 500MB or 20GB.
   * Default: no limit.
   */
  readonly maxDisk?: number | string | undefined;
  /**
   * Follow no link that is further than this from a seed; seeds have depth 0. Must be a whole number from 0 to 65535.
   * Default: no limit.
   */
  readonly maxDepth?: number | undefined;
  /**
   * Fetch at most this many pages from one host. Must be a whole number from 1.
   * Default: no limit.
   */
  readonly maxPagesPerHost?: number | undefined;
  /**
   * Where whoever runs a site can complain. It stands in the user agent of every request; no live crawl without one. Must be a web address or a mail address, such as https://example.org/bot or you@example.org.
   * Default: none: a live crawl needs one.
   */
  readonly contact?: string | undefined;
  /**
   * Who we say we are; what stands before its first / is also the product token that robots.txt is searched for. The contact is added where it is missing. Must be a name in plain characters, such as probe/1.0.
   * Default: Dowser/VERSION (+CONTACT).
   */
  readonly userAgent?: string | undefined;
  /**
   * obey: nothing is asked for that robots.txt does not allow, nor before it was read. ignore: for sites of your own; their sitemaps stay unknown then. Must be obey or ignore.
   * Default: obey.
   */
  readonly robots?: 'obey' | 'ignore' | undefined;
  /**
   * follow: the pages listed by the sitemaps that robots.txt names are links, too. ignore: no sitemap is asked for. Must be follow or ignore.
   * Default: follow.
   */
  readonly sitemaps?: 'follow' | 'ignore' | undefined;
  /**
   * Least time between two requests to a host, of whatever kind; 0.2 and 200ms are the same. robots.txt and slow answers can make it longer. Must be seconds from 0, such as 0.2 or 200ms.
   * Default: 1.
   */
  readonly delay?: number | string | undefined;
  /**
   * Most requests under way at one host. Must be a whole number from 1 to 1000.
   * Default: 1.
   */
  readonly perHostConcurrency?: number | undefined;
  /**
   * Least time between two requests to an IP address, however many hosts live there. Must be seconds from 0, such as 0.2 or 200ms.
   * Default: 0.
   */
  readonly perIpDelay?: number | string | undefined;
  /**
   * Most requests under way at one IP address; 0 sets no limit. Must be a whole number from 0 to 100000.
   * Default: 0.
   */
  readonly perIpConcurrency?: number | undefined;
  /**
   * Slow answers make the delay longer: five times the time to answer, at most a minute. Refusals (429, 503) always do. Must be true or false.
   * Default: true.
   */
  readonly adaptiveDelay?: boolean | undefined;
  /**
   * Most that a Crawl-delay of robots.txt is granted. Must be seconds from 0, such as 30 or 1m.
   * Default: 30.
   */
  readonly maxCrawlDelay?: number | string | undefined;
  /**
   * Most that a Retry-After is granted. Must be seconds from 0, such as 600 or 10m.
   * Default: 600.
   */
  readonly maxRetryAfter?: number | string | undefined;
  /**
   * A robots.txt that could not be read closes its site; after this time, and after twice it, it is asked for again. Must be seconds above 0, such as 60 or 10m.
   * Default: 60.
   */
  readonly robotsRetry?: number | string | undefined;
  /**
   * Ask for a page at most this many times more after a failure that may pass. Each outcome has a number of its own, see docs/reference/outcomes.md; this can only lower it. Must be a whole number from 0 to 100.
   * Default: what the outcome says.
   */
  readonly retries?: number | undefined;
  /**
   * Most requests under way at once, over all hosts. Must be a whole number from 1 to 10000.
   * Default: 64.
   */
  readonly concurrency?: number | undefined;
  /**
   * Most time for a whole request, from the name to the last byte. Its head must come in two thirds of it. Must be seconds above 0, such as 30 or 500ms.
   * Default: 30.
   */
  readonly timeout?: number | string | undefined;
  /**
   * Most time for a name, and then for a connection, TLS included. Must be seconds above 0, such as 10 or 500ms.
   * Default: 10.
   */
  readonly connectTimeout?: number | string | undefined;
  /**
   * Send this header with every request, to every host. Repeatable. Must be of the form 'NAME: VALUE'.
   * Default: none.
   */
  readonly header?: readonly string[] | string | undefined;
  /**
   * Keep the cookies of each host and send them back to it, until the crawl ends. Must be true or false.
   * Default: false.
   */
  readonly cookies?: boolean | undefined;
  /**
   * Basic authentication by host or origin: credentials: {https://example.org: USER:PASSWORD}. In the variable: PLACE=USER:PASSWORD. Never logged. Must be a map of hosts or origins to USER:PASSWORD.
   * Default: none.
   */
  readonly credentials?: Readonly<Record<string, string>> | string | undefined;
  /**
   * Send every request through this proxy, http or https, with user:password@ if needed. It then looks up the names. Must be of the form http://HOST:PORT.
   * Default: none.
   */
  readonly proxy?: string | undefined;
  /**
   * Authorities of certificates to trust beside the usual ones, in PEM. Certificates are always checked. Must be the path of a PEM file.
   * Default: none.
   */
  readonly ca?: string | undefined;
  /**
   * Speak HTTP/2 with servers of https that do. Must be true or false.
   * Default: false.
   */
  readonly http2?: boolean | undefined;
  /**
   * Connect to HOST2:PORT2 for addresses of HOST:PORT; an empty HOST or PORT means every one, an empty HOST2 or PORT2 the same one. The first rule that fits counts. Repeatable. Must be of the form HOST:PORT:HOST2:PORT2.
   * Default: none.
   */
  readonly connectTo?: readonly string[] | string | undefined;
  /**
   * Look up names there instead of in the way of this machine. Repeatable: the next one is asked when one is silent. Must be an address with a port, such as 9.9.9.9:53.
   * Default: none.
   */
  readonly dnsServer?: readonly string[] | string | undefined;
  /**
   * Connections to loopback, private and other addresses inside a network are refused, whatever a name resolves to. This makes an exception: a host, *.domain, an address or 10.1.0.0/16. Repeatable. Must be a host name or a network.
   * Default: none.
   */
  readonly allowPrivate?: readonly string[] | string | undefined;
  /**
   * A page whose decoded body is larger ends as TooLarge. Must be a size from 1 byte, such as 500KB or 10MB.
   * Default: 16MB.
   */
  readonly maxBody?: number | string | undefined;
  /**
   * Redirects followed in a row; every hop is a fetch of its own. Must be a whole number from 0 to 100.
   * Default: 10.
   */
  readonly maxRedirects?: number | undefined;
  /**
   * What reads HTML. Both give the same pages; wasm is the fast one, parse5 the reference. Must be wasm or parse5.
   * Default: wasm.
   */
  readonly reader?: 'wasm' | 'parse5' | undefined;
  /**
   * What cuts Chinese into words. Both give the same words; kernel is the fast one, nodejieba the reference. Must be kernel or nodejieba.
   * Default: kernel.
   */
  readonly segmenter?: 'kernel' | 'nodejieba' | undefined;
  /**
   * Where document frequencies come from: a table that ships with Dowser, or the pages of this crawl. Must be background or crawl.
   * Default: background.
   */
  readonly idf?: 'background' | 'crawl' | undefined;
  /**
   * Directory of the log; it must be empty or not there yet. Must be the path of a directory.
   * Default: crawls/TOPIC-STRATEGY-NUMBER.
   */
  readonly out?: string | undefined;
  /**
   * Which pages are written to WARC files in the folder archive: relevant ones, all that answered, or none. Must be relevant, all or none.
   * Default: relevant; none with --web, whose pages are stored already.
   */
  readonly keep?: 'relevant' | 'all' | 'none' | undefined;
  /**
   * Which links get a row in the table `links`. Must be none, admitted or all.
   * Default: admitted.
   */
  readonly links?: 'none' | 'admitted' | 'all' | undefined;
  /**
   * Threads that fetch, read and judge pages; 0 does everything in one thread. On a stored web the crawl is the same with any number. Must be a whole number from 0 to 256.
   * Default: processor cores less one, at least 1.
   */
  readonly workers?: number | undefined;
}

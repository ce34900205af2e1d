/**
 * Cookies, for those who ask for them: a jar per host, so that a cookie never reaches another host, whatever Domain it
 * names. Sessions and consent walls work; tracking across a site's hosts does not. Bounded: hosts, cookies a host, bytes.
 */
import type { CookieJar } from 'tough-cookie';
import { requirePackage } from '../kit/require.js';

const MOST_HOSTS = 5000;
const MOST_COOKIES = 50;
const MOST_COOKIE_LENGTH = 4096;

interface Jar {
  readonly jar: CookieJar;
  /** Lines taken since the cookies were counted. */
  lines: number;
}

export class Cookies {
  readonly #jars = new Map<string, Jar>();
  /** Loaded only for those who want cookies. */
  readonly #package = requirePackage('tough-cookie') as typeof import('tough-cookie');

  /** Value of the Cookie header for an address; empty when there is none. */
  headerFor(host: string, url: string): string {
    const kept = this.#jars.get(host);
    if (kept === undefined) return '';
    try {
      return kept.jar.getCookieStringSync(url);
    } catch {
      return '';
    }
  }

  /** Keeps what Set-Cookie lines say; what makes no sense or belongs to others is dropped. */
  keep(host: string, url: string, lines: readonly string[]): void {
    if (lines.length === 0) return;
    const kept = this.#open(host);
    for (const line of lines.slice(0, MOST_COOKIES)) {
      if (line.length <= MOST_COOKIE_LENGTH) take(kept.jar, line, url);
      kept.lines++;
    }
  }

  #newJar(): Jar {
    return { jar: new this.#package.CookieJar(undefined, { rejectPublicSuffixes: true }), lines: 0 };
  }

  /** The host's jar, moved to the end of the row; a host that keeps inventing cookies starts over. */
  #open(host: string): Jar {
    let kept = this.#jars.get(host) ?? this.#newJar();
    if (kept.lines > MOST_COOKIES) {
      const count = kept.jar.serializeSync()?.cookies.length ?? 0;
      kept = count > MOST_COOKIES ? this.#newJar() : { jar: kept.jar, lines: 0 };
    }
    this.#jars.delete(host);
    this.#jars.set(host, kept);
    const oldest = this.#jars.keys().next();
    if (this.#jars.size > MOST_HOSTS && oldest.done !== true) this.#jars.delete(oldest.value);
    return kept;
  }
}

function take(jar: CookieJar, line: string, url: string): void {
  try {
    jar.setCookieSync(line, url, { ignoreError: true });
  } catch {
    /* An odd line is the server's business. */
  }
}

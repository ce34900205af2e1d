/** Fetchers for tests: loopback allowed, short limits, closed when the test ends. */
import type { TestContext } from 'node:test';
import { outcomeOf } from '../../src/contract/outcome.js';
import type { Answer, FetchRequest } from '../../src/fetch/answer.js';
import { createFetcher, type Fetcher } from '../../src/fetch/fetcher.js';
import type { FetchOptions, Limits } from '../../src/fetch/options.js';
import { LIMITS } from '../../src/fetch/options.js';

export const LOOPBACK = ['127.0.0.0/8', '::1', 'localhost'];
const QUICK: Limits = { ...LIMITS, dnsMs: 1500, connectMs: 1500, headMs: 1500, totalMs: 3000 };

export interface TestFetcher {
  readonly fetcher: Fetcher;
  /** The answer with its outcome's name and its body as text. */
  readonly get: (
    url: string,
    more?: Partial<FetchRequest>,
  ) => Promise<Answer & { readonly name: string; readonly text: string }>;
}

export function testFetcher(t: TestContext, options: Partial<FetchOptions> = {}): TestFetcher {
  const fetcher = createFetcher({
    userAgent: 'test/1.0',
    allowPrivate: LOOPBACK,
    ...options,
    limits: { ...QUICK, ...options.limits },
  });
  t.after(() => fetcher.close());
  return {
    fetcher,
    get: async (url, more) => {
      const found = await fetcher.get({ url, purpose: 'page', ...more });
      const name = outcomeOf(found.outcome).name;
      return { ...found, name, text: Buffer.from(found.body).toString('latin1') };
    },
  };
}

/** Lets the event loop turn, so that undici sees that a connection is free again. */
export const aMoment = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 5));

/** xxHash64 of addresses and words. The twin does the same in halves of 32 bits; C has the bytes in memory already. */
import { createFingerprinter, type Fingerprinter, plainFingerprinter } from '../../src/kernel/fingerprint.js';
import type { MakeSubject, Way } from '../subject.js';

/** Links of a page. */
const PAGE = 50;
/** Characters of an address. */
const LENGTH = 58;

const addresses = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => {
    const start = `http://www.example${i % 50}.org/${(i * 7919).toString(36)}/page-${i}`;
    return start.padEnd(LENGTH, '/section').slice(0, LENGTH);
  });

export const subject: MakeSubject = size => {
  const pages = size === 'full' ? 40 : 1;
  const page = Array.from({ length: pages }, () => addresses(PAGE));
  const words = Array.from({ length: PAGE * pages }, (_, i) => `word${i.toString(36)}`);
  const low = new Uint32Array(PAGE);
  const high = new Uint32Array(PAGE);
  const kernel = createFingerprinter();
  const twin = plainFingerprinter();
  const many = (by: Fingerprinter): Way => {
    return () => {
      for (const texts of page) by.ofMany(texts, low, high);
    };
  };
  const each = (by: Fingerprinter): Way => {
    return () => {
      for (const texts of page) for (const text of texts) by.of(text);
    };
  };
  const terms = (by: Fingerprinter): Way => {
    return () => {
      for (const word of words) by.termIdOf(word);
    };
  };
  const c = { source: 'fingerprint.c', args: [LENGTH] };
  const units = PAGE * pages;
  return {
    unit: 'million texts',
    scale: 1e6,
    cases: [
      {
        name: `${PAGE} addresses of ${LENGTH} characters at once`,
        units,
        target: 1,
        ways: { kernel: many(kernel), twin: many(twin) },
        c,
      },
      {
        name: 'one address after the other',
        units,
        target: 1,
        ways: { kernel: each(kernel), twin: each(twin) },
      },
      {
        name: 'term ids of short words',
        units,
        target: 1,
        ways: { kernel: terms(kernel), twin: terms(twin) },
      },
    ],
  };
};

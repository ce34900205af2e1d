/**
 * Chinese text to words by nodejieba itself: the reference for the kernel (kernel/segmenter.ts), and `--segmenter
 * nodejieba`. Costs 250 MB and one to four seconds in each thread that makes one, and nodejieba never gives them back.
 * A thread has one dictionary: the object made last decides.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Nodejieba from 'nodejieba';
import type { Segmenter, UserWords, Words } from '../contract/segmenter.js';
import { createFingerprinter } from '../kernel/fingerprint.js';
import { requirePackage } from '../kit/require.js';

/** With a constant that its types leave out. */
type Package = typeof Nodejieba & { readonly DEFAULT_USER_DICT: string };

/** Whether it can be loaded here, without its dictionary. @throws what loading throws */
export function tryNodejieba(): void {
  requirePackage('nodejieba');
}

export class NodejiebaSegmenter implements Segmenter {
  readonly #fingerprinter = createFingerprinter();
  readonly #nodejieba = requirePackage('nodejieba') as Package;

  constructor(user: UserWords = {}) {
    load(this.#nodejieba, user.dictionary ?? '');
    for (const word of user.words ?? []) this.#nodejieba.insertWord(word);
  }

  cut(text: string): Words {
    const words = this.#nodejieba.cut(text, true);
    const end = new Int32Array(words.length);
    const hash = new Uint32Array(2 * words.length);
    let at = 0;
    words.forEach((word, i) => {
      at += word.length;
      end[i] = at;
      const { low, high } = this.#fingerprinter.of(word);
      hash[2 * i] = low;
      hash[2 * i + 1] = high;
    });
    return { count: words.length, end, hash };
  }
}

/** nodejieba takes user dictionaries as files only; its own one goes before ours. */
function load(nodejieba: Package, dictionary: string): void {
  if (dictionary === '') {
    nodejieba.load();
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'dowser-'));
  try {
    const file = join(folder, 'user.dict.utf8');
    writeFileSync(file, dictionary);
    nodejieba.load({ userDict: `${nodejieba.DEFAULT_USER_DICT};${file}` });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Chinese text to words by nodejieba itself: the reference for the kernel (kernel/segmenter.ts), and `--segmenter
 * nodejieba`. Costs 250 MB and one to four seconds in each thread that makes one, and nodejieba never gives them back.
 * A thread has one dictionary: the object made last decides.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import nodejieba from 'nodejieba';
import type { Segmenter, UserWords, Words } from '../contract/segmenter.js';
import { createFingerprinter } from '../kernel/fingerprint.js';

/** A constant of nodejieba that its types leave out. */
const ownUserDictionary = (nodejieba as unknown as { readonly DEFAULT_USER_DICT: string }).DEFAULT_USER_DICT;

export class NodejiebaSegmenter implements Segmenter {
  readonly #fingerprinter = createFingerprinter();

  constructor(user: UserWords = {}) {
    load(user.dictionary ?? '');
    for (const word of user.words ?? []) nodejieba.insertWord(word);
  }

  cut(text: string): Words {
    const words = nodejieba.cut(text, true);
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
function load(dictionary: string): void {
  if (dictionary === '') {
    nodejieba.load();
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'dowser-'));
  try {
    const file = join(folder, 'user.dict.utf8');
    writeFileSync(file, dictionary);
    nodejieba.load({ userDict: `${ownUserDictionary};${file}` });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** How texts of a language are read: its rule, and the words that it has met. */
import type { Region } from '../kernel/memory.js';
import type { KernelWords } from '../kernel/words.js';
import type { CollisionWatch } from './collision.js';
import type { Kept } from './id-set.js';
import { WordCache } from './word-cache.js';
import { WordRule } from './word-rule.js';

/** English and what goes with it has most words; a further language gets a smaller cache. */
const FIRST_BITS = 15;
const FURTHER_BITS = 12;
/** Languages whose rules are kept; one more and all are dropped. */
const MOST_RULES = 8;

/** A rule with the words that it has met; caches are made when they are used. */
export class Reading {
  readonly rule: WordRule;
  /** Han runs are read in pairs of characters, and no segmenter is asked. */
  readonly isPaired: boolean;
  readonly #bits: number;
  #cache: WordCache | undefined;
  #region: Region | undefined;

  constructor(rule: WordRule, isPaired: boolean, bits: number) {
    this.rule = rule;
    this.isPaired = isPaired;
    this.#bits = bits;
  }

  get cache(): WordCache {
    this.#cache ??= new WordCache(this.#bits);
    return this.#cache;
  }

  cacheIn(words: KernelWords): Region {
    this.#region ??= words.openCache(this.#bits);
    return this.#region;
  }
}

export class Readings {
  readonly #keep: Kept;
  readonly #watch: CollisionWatch;
  readonly #words: KernelWords | undefined;
  readonly #byLanguage = new Map<string, Reading>();

  constructor(keep: Kept, watch: CollisionWatch, words: KernelWords | undefined) {
    this.#keep = keep;
    this.#watch = watch;
    this.#words = words;
  }

  of(language: string): Reading {
    const known = this.#byLanguage.get(language);
    if (known !== undefined) return known;
    if (this.#byLanguage.size >= MOST_RULES) {
      this.#byLanguage.clear();
      this.#words?.dropCaches();
    }
    const bits = this.#byLanguage.size === 0 ? FIRST_BITS : FURTHER_BITS;
    const isPaired = language === 'ja' || language === 'ko';
    const made = new Reading(new WordRule(language, this.#keep, this.#watch), isPaired, bits);
    this.#byLanguage.set(language, made);
    return made;
  }
}

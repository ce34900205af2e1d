/**
 * Words that say nothing about a topic: the lists of the package `stopword`, extended. English and Chinese always
 * count, since pages mix them; the list of a third language counts in texts of that language.
 */
import type stopword from 'stopword';
import { requirePackage } from '../kit/require.js';
import { normalise } from './character.js';

const lists = requirePackage('stopword') as typeof stopword;

/** Function words that the list of the package lacks. Rests of contractions (don't → don, t) are among them. */
const MORE_ENGLISH = `above across again against along although among anyone around away became become becomes behind
below beside besides beyond cannot couldn didn doesn don done down during either else ever every everything few further
hadn hasn haven hence hers herself however indeed instead isn itself just least less let ll may mine mustn myself
neither nor nothing off often once onto ours ourselves perhaps please quite rather re really shall she shouldn
somebody someone something sometimes somewhat soon thereby therefore thus toward towards until upon us ve via wasn
weren whatever whenever whereas wherever whether whichever whom whose why within without won wouldn yes yet yours
yourself http https www`;

/** Function words of two and more characters; single characters are dropped anyway. */
const MORE_CHINESE = `我们 你们 他们 她们 它们 咱们 自己 大家 什么 怎么 怎样 如何 为何 为什么 这个 那个 这些 那些 这样 那样 这种 那种
这里 那里 哪里 哪些 因为 所以 但是 可是 不过 然而 而且 并且 或者 还是 以及 虽然 如果 假如 要是 只要 只有 除了 除非 无论 不管 尽管 关于
对于 至于 由于 根据 按照 依照 通过 随着 为了 以便 从而 因此 因而 于是 然后 之后 之前 以后 以前 以上 以下 以内 以外 之间 之中 其中 其他
其它 其实 另外 此外 此时 此处 同时 同样 非常 十分 比较 更加 已经 曾经 正在 将要 将会 可以 可能 能够 应该 应当 必须 需要 不能 不会 不是
没有 不要 就是 也是 都是 只是 还有 也有 具有 有的 有些 有关 所有 任何 每个 各种 各个 某些 某个 等等 例如 比如 来自 来说 起来 下来
出来 上面 下面 里面 现在 目前 时候 一个 一些 一种 一样 一般 一下 一直 一定 一旦 即使 即可 并不 并非 而是 不仅 甚至 以及 及其 与其 本身
我們 你們 他們 她們 它們 甚麼 什麼 怎麼 怎樣 為何 為什麼 這個 那個 這些 這樣 那樣 這種 那種 這裡 那裡 哪裡 因為 但是 可是 不過
雖然 無論 不管 儘管 關於 對於 至於 由於 根據 依照 透過 隨著 為了 從而 於是 然後 之後 以後 以內 之間 其實 同時 同樣 比較 已經 曾經 將會
應該 應當 必須 沒有 還是 還有 有關 所有 每個 各種 各個 某個 來自 來說 起來 下來 出來 裡面 現在 時候 一個 一種 一樣 並不 並非 不僅 與其`;

/** Name in the package of the list of a language. */
const LIST_OF: Readonly<Record<string, string>> = {
  ar: 'ara',
  bg: 'bul',
  bn: 'ben',
  ca: 'cat',
  cs: 'ces',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  es: 'spa',
  fa: 'fas',
  fi: 'fin',
  fr: 'fra',
  he: 'heb',
  hi: 'hin',
  hr: 'hrv',
  hu: 'hun',
  hy: 'hye',
  id: 'ind',
  it: 'ita',
  ja: 'jpn',
  ko: 'kor',
  lt: 'lit',
  lv: 'lav',
  mr: 'mar',
  ms: 'msa',
  nl: 'nld',
  no: 'nob',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sk: 'slk',
  sl: 'slv',
  sv: 'swe',
  sw: 'swa',
  th: 'tha',
  tr: 'tur',
  uk: 'ukr',
  ur: 'urd',
  vi: 'vie',
};

/** Languages with a list of their own. */
export const LISTED_LANGUAGES: readonly string[] = Object.keys(LIST_OF);

const split = (text: string): string[] => text.split(/\s+/);
const known = (name: string): readonly string[] => lists[name] ?? [];

/** English function words, in lower case. */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set([...known('eng'), ...split(MORE_ENGLISH)]);
export const CHINESE_STOP_WORDS: ReadonlySet<string> = new Set([...known('zho'), ...split(MORE_CHINESE)]);

/** Stop words of a third language, normalised; empty when there is no list. */
export function stopWordsOf(language: string): ReadonlySet<string> {
  return new Set(known(LIST_OF[language] ?? '').map(normalise));
}

/**
 * Which language is this text in? The script decides where it can; within one script the page's own declaration
 * counts, unless the words of the text speak clearly against it. Answers with a primary tag of BCP 47.
 */
import { LATIN_LANGUAGES, type WordEvidence, weighWords } from './function-words.js';
import { countScripts, SCRIPT_LANGUAGES, type ScriptCount, sampleOf } from './script.js';
import { LISTED_LANGUAGES } from './stop-words.js';

/** The tag of a text whose language cannot be told. */
export const UNDETERMINED = 'und';

/** Tags that pages write and no one registered, or that have a shorter name. */
const ALIASES: Readonly<Record<string, string>> = {
  cn: 'zh',
  tw: 'zh',
  hk: 'zh',
  chi: 'zh',
  zho: 'zh',
  cmn: 'zh',
  jp: 'ja',
  jpn: 'ja',
  kr: 'ko',
  kor: 'ko',
  eng: 'en',
  english: 'en',
  chinese: 'zh',
  iw: 'he',
  in: 'id',
  nb: 'no',
  nn: 'no',
  ua: 'uk',
  gr: 'el',
  cz: 'cs',
};

/** `zh-Hant-TW`, `zh_CN` or `ZH` → `zh`; undefined when it is no tag at all. */
export function primaryTag(declared: string | undefined): string | undefined {
  const first = declared
    ?.trim()
    .split(/[-_,;\s]/, 1)[0]
    ?.toLowerCase();
  if (first === undefined || !/^[a-z]{2,8}$/.test(first)) return undefined;
  const tag = ALIASES[first] ?? first;
  return tag.length <= 3 && tag !== UNDETERMINED ? tag : undefined;
}

/** Fewer weighted characters than this say nothing: the declaration stands. */
const LEAST_TEXT = 12;
/** Japanese mixes kana into Han; Chinese quotes a の now and then. */
const KANA_SHARE = 0.1;
/** A declaration falls when another language has this many times its share of function words. */
const CONTRADICTION = 2;
/** The share that a declared language gets of whose words we know nothing. */
const UNKNOWN_SHARE = 0.1;

function heaviest(count: ScriptCount): string {
  let best = 'latin';
  let weight = -1;
  for (const [script, value] of count.weight) {
    if (value > weight) [best, weight] = [script, value];
  }
  return best;
}

/** Han and kana together make one competitor. */
function mergeKana(count: ScriptCount): ScriptCount {
  const kana = count.weight.get('kana') ?? 0;
  const han = count.weight.get('han') ?? 0;
  if (kana === 0) return count;
  const weight = new Map(count.weight);
  const isJapanese = kana >= KANA_SHARE * (kana + han);
  weight.delete(isJapanese ? 'han' : 'kana');
  weight.set(isJapanese ? 'kana' : 'han', kana + han);
  return { weight, total: count.total };
}

/** Latin words get into texts of every script; a declaration of another one needs this share of it. */
const DECLARED_SHARE = 0.25;

function isBorneOut(tag: string, count: ScriptCount): boolean {
  const script = scriptOfLanguage(tag);
  return script !== 'latin' && (count.weight.get(script) ?? 0) >= DECLARED_SHARE * count.total;
}

/** Letters that only one of the languages of a script has; the first match decides. */
const TELLING: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  cyrillic: [
    [/[ўЎ]/, 'be'],
    [/[їєґЇЄҐ]/, 'uk'],
    [/[ђћЂЋ]/, 'sr'],
    [/[ѓќЃЌ]/, 'mk'],
    [/[ыэёЫЭЁ]/, 'ru'],
    [/ъ/, 'bg'],
  ],
  arabic: [
    [/[ٹڈڑےں]/, 'ur'],
    [/[پچژگ]/, 'fa'],
  ],
};

function languageInScript(script: string, sample: string, declared: string | undefined): string {
  const languages = SCRIPT_LANGUAGES[script] ?? [UNDETERMINED];
  if (declared !== undefined && languages.includes(declared)) return declared;
  const told = TELLING[script]?.find(([letters]) => letters.test(sample));
  return told?.[1] ?? (languages[0] as string);
}

const otherScripts = new Set(Object.values(SCRIPT_LANGUAGES).flat());

/** Languages that can be told or have stop words of their own. */
export const KNOWN_LANGUAGES: readonly string[] = [
  ...new Set([...LATIN_LANGUAGES, ...otherScripts, ...LISTED_LANGUAGES]),
];

const scriptByLanguage = new Map(
  Object.entries(SCRIPT_LANGUAGES)
    .reverse()
    .flatMap(([script, languages]) => languages.map(language => [language, script] as const)),
);

/** The script of a language's words, as `countScripts` names it. */
export const scriptOfLanguage = (language: string): string => scriptByLanguage.get(language) ?? 'latin';

/** What a text shows of its language; each is looked at only when it is needed. */
export interface Evidence {
  scripts(): ScriptCount;
  /** Function words of languages in Latin script. */
  words(): WordEvidence;
  sample(): string;
}

function latinLanguage({ best, share }: WordEvidence, declared: string | undefined): string {
  const isPossible = declared !== undefined && (!otherScripts.has(declared) || declared === 'sr');
  if (!isPossible) return best ?? UNDETERMINED;
  if (best === undefined || best === declared) return declared;
  const own = LATIN_LANGUAGES.indexOf(declared);
  const ownShare = own < 0 ? UNKNOWN_SHARE : (share[own] as number);
  const bestShare = share[LATIN_LANGUAGES.indexOf(best)] as number;
  return bestShare > CONTRADICTION * ownShare ? best : declared;
}

/** The same as `languageOf`, from what somebody else has counted. */
export function languageBy(evidence: Evidence, declared: string | undefined): string {
  const tag = primaryTag(declared);
  const count = mergeKana(evidence.scripts());
  const inScript = (script: string): string => languageInScript(script, evidence.sample(), tag);
  if (count.total < LEAST_TEXT) {
    const script = heaviest(count);
    return script === 'latin' || count.total === 0 ? (tag ?? UNDETERMINED) : inScript(script);
  }
  if (tag !== undefined && isBorneOut(tag, count)) return inScript(scriptOfLanguage(tag));
  const script = heaviest(count);
  return script === 'latin' ? latinLanguage(evidence.words(), tag) : inScript(script);
}

/**
 * Primary tag of the language of a text, `und` when it cannot be told. `declared` is what the page says of itself:
 * a lang attribute or a content-language header.
 */
export function languageOf(text: string, declared?: string): string {
  const sample = sampleOf(text);
  const evidence = {
    scripts: () => countScripts(sample),
    words: () => weighWords(sample),
    sample: () => sample,
  };
  return languageBy(evidence, declared);
}

/** True when Latin words in a text of this language are read as English: English itself and all other scripts. */
export function isEnglishStemmed(language: string): boolean {
  return language === 'en' || language === UNDETERMINED || otherScripts.has(language);
}

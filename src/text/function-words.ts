/**
 * The commonest words of languages in Latin script: their share in a text tells the language. Words that several
 * languages share count for each of them; the others decide. Words of one letter are left out: they are names of
 * variables as often.
 */
import { isLatin } from './script.js';

const LINES: Readonly<Record<string, string>> = {
  en: 'the of and to in is that for with as was on are by this be at from or not have an it which you can',
  de: 'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es werden wird oder',
  fr: 'de la le et les des en un du une que est pour qui dans par plus pas au sur ne se ce vous ou avec',
  es: 'de la que el en los del se las por un para con no una su al lo como más es este',
  it: 'di il la che in per un del non una con si le da della sono dei al come nel gli',
  pt: 'de que do da em um para com não uma os no se na por mais as dos como ou são',
  ca: 'de la el que en les els un per una del amb és no al es dels com',
  ro: 'de și în la cu pe nu din este care un că pentru se mai sau sunt',
  nl: 'de van een het en in is dat op te zijn voor met die niet aan er om ook als door wordt',
  sv: 'och att det som en på är av för med till den har de inte om ett kan eller',
  da: 'og at det er en til på for af med den der de som ikke et har kan eller',
  no: 'og det på som er en til av for at med de har ikke et kan eller fra',
  fi: 'ja on ei se että oli joka hän mutta ovat tai kun myös niin voi kuin',
  pl: 'na do się nie jest to że jak po od za przez dla są lub oraz',
  cs: 'se na je že do to jako za pro by nebo jsou',
  sk: 'sa na je že do to ako za pre by alebo sú',
  hu: 'az és hogy nem is egy ez meg van mint csak volt vagy',
  tr: 've bir bu da de için ile olarak olan en çok daha gibi veya',
  vi: 'và của là có trong được các cho không một với những người khi để này',
  id: 'yang dan di dengan untuk dari pada ini dalam adalah itu tidak ke atau',
};

/** Languages in Latin script that can be told from their words. */
export const LATIN_LANGUAGES: readonly string[] = Object.keys(LINES);

const bitsOf = new Map<string, number>();
/** For each word the languages that have it: bit i is that of LATIN_LANGUAGES[i]. */
export const FUNCTION_WORDS: ReadonlyMap<string, number> = bitsOf;
LATIN_LANGUAGES.forEach((language, bit) => {
  for (const word of (LINES[language] as string).split(' ')) {
    bitsOf.set(word, (bitsOf.get(word) ?? 0) | (1 << bit));
  }
});

/** A sample of a page is enough: reading stops after this many words. */
const MOST_WORDS = 300;
/** Below these, the words of a text say nothing about its language. */
const LEAST_HITS = 4;
const LEAST_SHARE = 0.08;

export interface WordEvidence {
  /** The language with the largest share, or undefined when no share is large enough. */
  readonly best: string | undefined;
  /** Share of function words by language, in the order of LATIN_LANGUAGES. */
  readonly share: Float64Array;
}

/** Calls `visit` with each run of Latin letters, in lower case, until it answers false. */
function eachWord(sample: string, visit: (word: string) => boolean): void {
  const text = sample.toLowerCase();
  for (let i = 0; i < text.length; i++) {
    const start = i;
    while (i < text.length && isLatin(text.charCodeAt(i))) i++;
    if (i > start && !visit(text.slice(start, i))) return;
  }
}

/** `hits`: function words by language among the first `words` words of a text. */
export function evidenceOf(hits: Uint32Array, words: number): WordEvidence {
  let top = 0;
  for (let i = 1; i < LATIN_LANGUAGES.length; i++) {
    if ((hits[i] as number) > (hits[top] as number)) top = i;
  }
  const share = new Float64Array(LATIN_LANGUAGES.length);
  for (let i = 0; i < share.length; i++) share[i] = words === 0 ? 0 : (hits[i] as number) / words;
  const isClear = (hits[top] as number) >= LEAST_HITS && (share[top] as number) >= LEAST_SHARE;
  return { best: isClear ? LATIN_LANGUAGES[top] : undefined, share };
}

/** Reads the words of a sample of text. */
export function weighWords(sample: string): WordEvidence {
  const hits = new Uint32Array(LATIN_LANGUAGES.length);
  let words = 0;
  eachWord(sample, word => {
    words++;
    for (let rest = bitsOf.get(word) ?? 0; rest !== 0; rest &= rest - 1) {
      (hits[31 - Math.clz32(rest & -rest)] as number)++;
    }
    return words < MOST_WORDS;
  });
  return evidenceOf(hits, words);
}

/**
 * Letters of languages written in single-byte charsets, most frequent first, and the charsets that pages in them use.
 * For languages of the Latin script only the letters beyond ASCII. Orders are common knowledge of those languages.
 */
export interface Alphabet {
  readonly languages: string;
  /** Where two charsets read a text alike, the first is taken. */
  readonly charsets: readonly string[];
  /** Lower-case letters, most frequent first. */
  readonly letters: string;
}

const CYRILLIC = ['windows-1251', 'koi8-r', 'iso-8859-5', 'ibm866', 'x-mac-cyrillic', 'ibm855'] as const;
const CENTRAL = ['windows-1250', 'iso-8859-2'] as const;
const WESTERN = ['windows-1252'] as const;

export const LATIN: readonly Alphabet[] = [
  { languages: 'fr', charsets: WESTERN, letters: 'éèàêçîôâùûïëœüÿæ' },
  { languages: 'de', charsets: WESTERN, letters: 'üäößéè' },
  { languages: 'es gl', charsets: WESTERN, letters: 'óíáéñúüç' },
  { languages: 'pt', charsets: WESTERN, letters: 'ãçéáíóêõúàâôü' },
  { languages: 'it', charsets: WESTERN, letters: 'àèòùéìîó' },
  { languages: 'sv fi', charsets: WESTERN, letters: 'äöåéüàç' },
  { languages: 'da no nb nn', charsets: WESTERN, letters: 'åøæéäöèüó' },
  { languages: 'is fo', charsets: WESTERN, letters: 'áðíéæóþöúý' },
  { languages: 'ca', charsets: WESTERN, letters: 'àéèóçíòïúü' },
  { languages: 'en nl', charsets: WESTERN, letters: 'éëïèüöáóêçñäàíôâúî' },
  { languages: 'pl', charsets: CENTRAL, letters: 'łąężśóćńź' },
  { languages: 'cs sk', charsets: CENTRAL, letters: 'íáéěřčžýšůúťňďóľôäĺŕ' },
  { languages: 'hu', charsets: CENTRAL, letters: 'áéöóőíüúű' },
  { languages: 'ro', charsets: CENTRAL, letters: 'ăîâşţé' },
  { languages: 'hr sl bs', charsets: CENTRAL, letters: 'čšžćđé' },
  { languages: 'tr az', charsets: ['windows-1254'], letters: 'ıüşğçöiâîû' },
  { languages: 'lt', charsets: ['windows-1257'], letters: 'ėąšįųčžęū' },
  { languages: 'lv', charsets: ['windows-1257'], letters: 'āīēšņūļģčķž' },
  { languages: 'et', charsets: ['windows-1257'], letters: 'äõüöšž' },
];

export const OTHER: readonly Alphabet[] = [
  { languages: 'ru', charsets: CYRILLIC, letters: 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё' },
  { languages: 'uk', charsets: ['windows-1251', 'koi8-u'], letters: 'оанивіетрслкдумпязьбгчйхцжїєфшющґ' },
  { languages: 'bg mk', charsets: CYRILLIC.slice(0, 3), letters: 'аиоетнрсвлкдпмзгбуъщчцжшйюхьфя' },
  { languages: 'sr', charsets: ['windows-1251'], letters: 'аоиенрстуклпмдвјзбгцчшхћђжњљфџ' },
  {
    languages: 'el',
    charsets: ['windows-1253', 'iso-8859-7'],
    letters: 'αοιετσνηυρπκμλςίόάδγχθέήφβώύξζψωϊϋΐΰ',
  },
  { languages: 'he yi', charsets: ['windows-1255'], letters: 'יהולאתרבמשנדעקחפטגכסצםןזךףץ' },
  {
    languages: 'ar fa ur',
    charsets: ['windows-1256', 'iso-8859-6'],
    letters: 'الينمورتبةعدسفهكقحجشطصخذضزءثغظئأإآؤىپچگ',
  },
  {
    languages: 'th',
    charsets: ['windows-874'],
    letters: 'านรกเงอมลยวสตทดคปบ่้ีัิพหะใไชจแโข์็ึืุูำผซถศธฟษฉญณๆภฐ',
  },
];

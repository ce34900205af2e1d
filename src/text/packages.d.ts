/** Packages of this room that bring no types of their own. */

declare module 'stopword' {
  const lists: Readonly<Record<string, readonly string[]>>;
  export default lists;
}

declare module 'wink-porter2-stemmer' {
  /** Stem of a lower-case English word. */
  export default function stem(word: string): string;
}

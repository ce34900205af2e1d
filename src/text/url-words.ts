/**
 * Which words does an address hold? METHODS B.8 h4: cut at everything that is no letter or digit, and where a small letter
 * meets a capital. What comes out is text for a TermReader.
 */

/** Longer addresses are cut: their tail is data, not words. */
const MOST_UNITS = 2_000;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Broken escapes, or bytes of another charset: what can be read is read.
    return text.replace(/(?:%[0-9a-f]{2})+/gi, ' ');
  }
}

/** Words of host, path and query, parted by spaces. Never throws. */
export function urlWords(url: string): string {
  const bare = url.slice(0, MOST_UNITS).replace(/^[a-z][a-z0-9+.-]*:\/\/(?:www\.)?/i, '');
  return decoded(bare)
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** Share of the topic's terms that are among these; 0 for a topic without terms. */
export function shareFound(topic: Uint32Array, ids: Uint32Array): number {
  if (topic.length === 0 || ids.length === 0) return 0;
  let found = 0;
  for (const id of topic) if (ids.includes(id)) found++;
  return found / topic.length;
}

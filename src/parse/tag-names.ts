/**
 * Names of tags and attributes as one string each, however often they come: a name that is known makes no string, and
 * names that are the same object are compared and looked up at once. Remembers a bounded number of them.
 */

const OTHER = 0;
const PLAIN = 1;
const UPPER = 2;
const END = 3;

const kindOf = new Uint8Array(128).fill(PLAIN);
for (const unit of '\0"\'<') kindOf[unit.charCodeAt(0)] = OTHER;
for (const unit of ' \t\n\f/>=') kindOf[unit.charCodeAt(0)] = END;
kindOf.fill(UPPER, 0x41, 0x5b);

const SLOTS = 1024;
const LONGEST_KEPT = 40;

/** The one copy that the engine keeps of a name; what it was cut from is let go. */
const internal = (name: string): string => Object.keys({ [name]: 0 })[0] as string;

export class TagNames {
  /** Behind the name read last. */
  end = 0;
  readonly #known: string[] = new Array<string>(SLOTS).fill('');

  /**
   * The name at `from`, in lower case; empty when none stands there or when it has characters that need a closer look:
   * quotes, `<`, NUL, any outside ASCII, and the end of the text.
   */
  read(html: string, from: number): string {
    let hash = 0;
    let hasUpper = false;
    let at = from;
    for (; ; at++) {
      const unit = html.charCodeAt(at);
      const kind = unit < 128 ? (kindOf[unit] as number) : OTHER;
      if (kind === OTHER) return '';
      if (kind === END) break;
      if (kind === UPPER) hasUpper = true;
      hash = (Math.imul(hash, 31) + unit) | 0;
    }
    this.end = at;
    const slot = (hash ^ (hash >>> 10)) & (SLOTS - 1);
    const known = this.#known[slot] as string;
    if (!hasUpper && known.length === at - from && html.startsWith(known, from)) return known;
    return this.#meet(slot, hasUpper ? html.slice(from, at).toLowerCase() : html.slice(from, at));
  }

  #meet(slot: number, name: string): string {
    if (name.length > LONGEST_KEPT) return name;
    const kept = internal(name);
    this.#known[slot] = kept;
    return kept;
  }
}

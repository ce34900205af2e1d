/**
 * RFC 9309 word by word and slowly: the judge of the room's matcher. It shares no code with it. What the RFC leaves open
 * is decided as the room's head comments say: misspelled names, a missing colon, 500 KiB, `'`, and the query's data.
 */

interface Rule {
  readonly pattern: string;
  readonly isAnchored: boolean;
  readonly octets: number;
  readonly isAllow: boolean;
}

const AGENT = /^(?:user-agent|useragent|user agent|user_agent|useg-agent|ser-agent|users-agent)$/i;
const DISALLOW = /^(?:disallow|desallow|dissallow|dissalow|disalow|diasllow|disallaw)$/i;
const UNRESERVED = /^[A-Za-z0-9\-._~]$/;
const DELIMITER = /^[:/?#[\]@!&()+,;=]$/;

const hex = (code: number): string => `%${code.toString(16).toUpperCase().padStart(2, '0')}`;

/** One octet after the other. */
function spell(octets: string, isPattern: boolean): string {
  let out = '';
  for (let i = 0; i < octets.length; i++) {
    const each = octets.charAt(i);
    if (each === '%' && /^[0-9a-fA-F]{2}$/.test(octets.slice(i + 1, i + 3))) {
      const code = Number.parseInt(octets.slice(i + 1, i + 3), 16);
      out += UNRESERVED.test(String.fromCharCode(code)) ? String.fromCharCode(code) : hex(code);
      i += 2;
    } else if (UNRESERVED.test(each) || DELIMITER.test(each) || each === '%' || (isPattern && each === '*')) {
      out += each;
    } else {
      out += hex(octets.charCodeAt(i));
    }
  }
  return out;
}

function escapeQuery(text: string): string {
  const question = text.indexOf('?');
  if (question < 0) return text;
  return text.slice(0, question) + text.slice(question).replace(/[/:]/g, each => hex(each.charCodeAt(0)));
}

/** Every place that a pattern can have come to, as a set: a table of pattern by path. */
function matches(pattern: string, path: string, isAnchored: boolean): boolean {
  let reached = new Set([0]);
  for (const each of pattern) {
    const next = new Set<number>();
    if (each === '*') for (let i = Math.min(...reached); i <= path.length; i++) next.add(i);
    else for (const i of reached) if (path[i] === each) next.add(i + 1);
    if (next.size === 0) return false;
    reached = next;
  }
  return isAnchored ? reached.has(path.length) : true;
}

function textOf(bytes: Uint8Array): string {
  let text = Buffer.from(bytes).toString('latin1');
  if (text.startsWith('\xff\xfe') || /^[^\0]\0/.test(text)) {
    text = Buffer.from(new TextDecoder('utf-16le').decode(bytes)).toString('latin1');
  } else if (text.startsWith('\xfe\xff') || /^\0[^\0]/.test(text)) {
    text = Buffer.from(new TextDecoder('utf-16be').decode(bytes)).toString('latin1');
  }
  if (bytes.length > 512_000) text = /^.*[\r\n]/s.exec(text.slice(0, 512_000))?.[0] ?? '';
  return text.replace(/^\xef(?:\xbb\xbf?)?/, '');
}

const strip = (text: string): string => text.replace(/^[ \t]*/, '').replace(/[ \t]*$/, '');

function pairs(bytes: Uint8Array): [string, string][] {
  const found: [string, string][] = [];
  for (const raw of textOf(bytes).split(/\r\n|\r|\n/)) {
    const line = raw.replace(/#.*$/s, '');
    const colon = line.indexOf(':');
    const words = strip(line).split(/[ \t]+/);
    if (colon >= 0) found.push([strip(line.slice(0, colon)), strip(line.slice(colon + 1))]);
    else if (words.length === 2) found.push([words[0] as string, words[1] as string]);
  }
  return found;
}

const product = (value: string): string =>
  /^\*(?![A-Za-z0-9_.-])/.test(value) ? '*' : (/^[A-Za-z0-9_.-]*/.exec(value)?.[0] ?? '').toLowerCase();

function ruleOf(value: string, isAllow: boolean): Rule[] {
  if (!/^[/*]/.test(value)) return [];
  const isAnchored = value.endsWith('$');
  const pattern = spell(isAnchored ? value.slice(0, -1) : value, true);
  return [{ pattern, isAnchored, octets: pattern.length + (isAnchored ? 1 : 0), isAllow }];
}

function rulesFor(bytes: Uint8Array, token: string): Rule[] {
  const groups: { agents: string[]; rules: Rule[]; isClosed: boolean }[] = [];
  for (const [name, value] of pairs(bytes)) {
    const last = groups.at(-1);
    if (AGENT.test(name)) {
      if (last === undefined || last.isClosed)
        groups.push({ agents: [product(value)], rules: [], isClosed: false });
      else last.agents.push(product(value));
    } else if (last !== undefined && (/^allow$/i.test(name) || DISALLOW.test(name))) {
      last.isClosed = true;
      last.rules.push(...ruleOf(value, /^allow$/i.test(name)));
    }
  }
  const own = groups.filter(({ agents }) => product(token) !== '' && agents.includes(product(token)));
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  return chosen.flatMap(({ rules }) => rules);
}

/** A matcher for many paths of one file. */
export function literalMatcher(bytes: Uint8Array, token: string): (path: string) => boolean {
  const rules = rulesFor(bytes, token);
  return path => {
    if (path === '/robots.txt') return true;
    const spelling = spell(Buffer.from(path).toString('latin1'), false);
    let octets = -1;
    let isAllowed = true;
    for (const rule of rules) {
      const isMatch =
        matches(rule.pattern, spelling, rule.isAnchored) ||
        matches(escapeQuery(rule.pattern), escapeQuery(spelling), rule.isAnchored);
      if (!isMatch || rule.octets < octets) continue;
      isAllowed = rule.octets === octets ? isAllowed || rule.isAllow : rule.isAllow;
      octets = rule.octets;
    }
    return isAllowed;
  };
}

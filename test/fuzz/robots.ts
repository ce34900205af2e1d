/**
 * Holds the robots room against the literal matcher and against robots-parser on every real file of the shared corpora,
 * 20 sampled paths each, for our token and for one that the file names. A disagreement with robots-parser is decided by
 * rewriting file and path step by step into what robots-parser reads as the RFC does; the step after which it agrees
 * names the clause. `node dist/test/fuzz/robots.js [files] [paths a file]`.
 */
import { createRequire } from 'node:module';
import { systemClock } from '../../src/kit/clock.js';
import { randomOf, seedOf } from '../../src/kit/random.js';
import { tokenOf } from '../../src/robots/groups.js';
import { type Line, readLines } from '../../src/robots/line.js';
import { spellPath, spellPattern } from '../../src/robots/octets.js';
import { readRobots } from '../../src/robots/rules.js';
import { sharedPath } from '../shared.js';
import { type RobotsFile, robotsFiles } from '../unit/robots/corpus.js';
import { literalMatcher } from '../unit/robots/literal.js';
import { piecesOf, samplePaths } from '../unit/robots/sample.js';

type Parser = (url: string, text: string) => { isAllowed(url: string, agent: string): boolean | undefined };
const robotsParser = createRequire(import.meta.url)('robots-parser') as Parser;
const SITE = 'http://h.org';

function linesOf(bytes: Uint8Array): Line[] {
  const lines: Line[] = [];
  readLines(bytes, line => lines.push(line));
  return lines;
}

const NAME = { agent: 'User-agent', allow: 'Allow', disallow: 'Disallow' } as const;
const utf8 = (octets: string): string => Buffer.from(octets, 'latin1').toString();

/** The lines that rules are made of, as text again. */
function written(lines: readonly Line[], value: (line: Line) => string): string {
  return lines
    .flatMap(line => {
      const name = line.name === undefined ? undefined : NAME[line.name as keyof typeof NAME];
      return name === undefined ? [] : [`${name}: ${value(line)}`];
    })
    .join('\n');
}

/** robots-parser escapes brackets in rules and leaves them in paths. */
const withoutBrackets = (spelling: string): string => spelling.replaceAll('[', '%5B').replaceAll(']', '%5D');

/** robots-parser compares paths as they are spelled, so both sides get our spelling. */
function spelledValue({ name, value }: Line): string {
  if (name === 'agent') return tokenOf(value);
  return withoutBrackets(value.endsWith('$') ? `${spellPattern(value.slice(0, -1))}$` : spellPattern(value));
}

interface Step {
  readonly clause: string;
  text(bytes: Uint8Array): string;
  path(path: string): string;
}

const same = (path: string): string => path;
const STEPS: readonly Step[] = [
  {
    clause: '2.5: only whole lines within 500 KiB',
    text: bytes => utf8(written500(bytes)),
    path: same,
  },
  {
    clause: '2.2.4: other lines never split a group; misspelled names and missing colons (tolerance)',
    text: bytes => written(linesOf(bytes), line => utf8(line.value)),
    path: same,
  },
  {
    clause: '2.2.1: the token alone names the group',
    text: bytes =>
      written(linesOf(bytes), line => (line.name === 'agent' ? tokenOf(line.value) : utf8(line.value))),
    path: same,
  },
  {
    clause: '2.2.2: one spelling of escapes',
    text: bytes => written(linesOf(bytes), spelledValue),
    path: path => withoutBrackets(spellPath(path)),
  },
  {
    clause: '2.2.1 and 5.1: a group without rules is a group',
    text: bytes => `${written(linesOf(bytes), spelledValue)}\nDisallow:\n`,
    path: path => withoutBrackets(spellPath(path)),
  },
];

function written500(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1', 0, 512_000);
  return bytes.length > 512_000
    ? text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1)
    : text;
}

function clauseOf(bytes: Uint8Array, token: string, path: string, ours: boolean): string {
  if (path === '/robots.txt') return '2.2.2: /robots.txt is implicitly allowed';
  for (const step of STEPS) {
    const theirs = robotsParser(`${SITE}/robots.txt`, step.text(bytes)).isAllowed(
      SITE + step.path(path),
      token,
    );
    if (theirs === ours) return step.clause;
  }
  return 'not decided';
}

const count = { files: 0, paths: 0, literal: 0, parser: 0, slowest: 0, slowestHost: '' };
const clauses = new Map<string, { count: number; example: string }>();

function ask({ host, text, bytes }: RobotsFile, token: string, paths: number): void {
  const start = systemClock.tick();
  const rules = readRobots(bytes, token);
  const took = systemClock.tick() - start;
  if (took > count.slowest) Object.assign(count, { slowest: took, slowestHost: host });
  const literal = literalMatcher(bytes, token);
  const parser = robotsParser(`${SITE}/robots.txt`, text);
  for (const path of samplePaths(randomOf(seedOf(host + token)), piecesOf(text).values, paths)) {
    const ours = rules.allows(path);
    count.paths++;
    if (literal(path) !== ours) {
      count.literal++;
      console.log('literal disagrees', host, token, path);
    }
    // robots-parser resolves addresses itself, so what is asked is what `URL` makes of the path.
    const { pathname, search } = new URL(`${SITE}${path}`);
    const named = rules.allows(pathname + search);
    if (parser.isAllowed(`${SITE}${pathname}${search}`, token) === named) continue;
    count.parser++;
    const clause = clauseOf(bytes, token, pathname + search, named);
    const kept = clauses.get(clause) ?? { count: 0, example: `${host} ${token} ${path}` };
    clauses.set(clause, { ...kept, count: kept.count + 1 });
    if (clause === 'not decided') console.log(clause, host, token, pathname + search, named);
  }
}

const shared = sharedPath('suites/robots.jsonl.gz');
if (shared === undefined) throw new Error('../shared/suites/robots.jsonl.gz is not there.');
const files = robotsFiles(shared).slice(0, Number(process.argv[2] ?? 1e9));
for (const file of files) {
  count.files++;
  const { agents } = piecesOf(file.text);
  const own = agents[randomOf(seedOf(file.host)).below(Math.max(agents.length, 1))];
  ask(file, 'dowser', Number(process.argv[3] ?? 20));
  if (own !== undefined && own !== '*') ask(file, own, Number(process.argv[3] ?? 20));
}
console.log(count);
console.table([...clauses].map(([clause, each]) => ({ clause, ...each })));

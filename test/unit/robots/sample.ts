/** Paths worth asking a robots.txt about: made from its own rules, then changed a little. */
import type { Random } from '../../../src/kit/random.js';

const ENDS = [
  '',
  '',
  '/',
  'x',
  '?a=b',
  '?u=http://h.org/a',
  '?u=http%3A%2F%2Fh.org',
  '.html',
  '/index.php',
  '%7E',
  '~',
];
const FILLERS = ['', 'a', 'a/b', '-', 'x.y', '%2F', '?'];

const pick = <T>(random: Random, from: readonly T[]): T => from[random.below(from.length)] as T;

/** The values of the file's rules and the words of its user-agent lines. */
export function piecesOf(text: string): { values: string[]; agents: string[] } {
  const values = Array.from(
    text.matchAll(/^[ \t]*(?:dis)?allow[ \t]*:[ \t]*([^\s#]+)/gim),
    each => each[1] as string,
  );
  const agents = Array.from(
    text.matchAll(/^[ \t]*user-agent[ \t]*:[ \t]*([\w.-]+)/gim),
    each => each[1] as string,
  );
  return { values, agents };
}

function pathLike(random: Random, value: string): string {
  let path = value.replace(/\$$/, '').replaceAll('*', () => pick(random, FILLERS));
  if (random.next() < 0.2) path = path.slice(0, Math.floor(random.next() * path.length));
  if (random.next() < 0.1) path = path.toUpperCase();
  if (random.next() < 0.1) path = path.replaceAll('_', '%5F').replaceAll('-', '%2d');
  path += pick(random, ENDS);
  return path.startsWith('/') ? path : `/${path}`;
}

export function samplePaths(random: Random, values: readonly string[], count: number): string[] {
  return Array.from({ length: count }, () =>
    values.length === 0 || random.next() < 0.05
      ? pick(random, ['/', '/robots.txt', '/a/b', '/?x', '/index.html'])
      : pathLike(random, pick(random, values)),
  );
}

/** Where a crawl begins: the seeds of the flags and of files, each under its canonical name, none twice. */
import { readFileSync, statSync } from 'node:fs';
import { usageFault } from '../kit/fault.js';
import { canonical } from '../url/canonical.js';
import type { CrawlConfig } from './config.js';

const LARGEST_FILE_BYTES = 1e9;

/** What the person probably meant to write. */
function hintFor(text: string): string {
  const withScheme = canonical(`https://${text}`, undefined);
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[\w.-]+:\d/.test(text);
  return withScheme !== undefined && !hasScheme && /[.:]/.test(text) ? ` Did you mean ${withScheme}?` : '';
}

function nameOf(text: string, from: string): string {
  const name = canonical(text, undefined);
  if (name !== undefined) return name;
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  throw usageFault(
    'CONFIG_BAD_SEED',
    `${from}: ${JSON.stringify(shown)} is not an http or https address.${hintFor(text)}`,
  );
}

function readLines(path: string): string[] {
  try {
    if (statSync(path).size > LARGEST_FILE_BYTES) throw new Error('it is larger than 1 GB');
    return readFileSync(path, 'utf8')
      .replace(/^\uFEFF/, '')
      .split(/\r\n?|\n/);
  } catch (cause) {
    const { message } = cause as Error;
    throw usageFault('CONFIG_NO_SEED', `--seeds ${path} cannot be read: ${message}.`, cause);
  }
}

function seedsOfFile(path: string): string[] {
  const seeds: string[] = [];
  for (const [i, line] of readLines(path).entries()) {
    const text = line.trim();
    if (text !== '' && !text.startsWith('#')) seeds.push(nameOf(text, `${path}, line ${i + 1}`));
  }
  if (seeds.length === 0)
    throw usageFault('CONFIG_NO_SEED', `--seeds ${path} holds no address; write one a line.`);
  return seeds;
}

/** Canonical seeds in the order in which they were given. @throws {Fault} exit code 2 for the first malformed one. */
export function seedsOf(config: Pick<CrawlConfig, 'seeds' | 'seedFiles'>): readonly string[] {
  const named = config.seeds.map(seed => nameOf(seed, '--seed'));
  return [...new Set([...named, ...config.seedFiles.flatMap(seedsOfFile)])];
}

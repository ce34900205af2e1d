/** Which topic is meant by `--topic`: the path of a YAML file, or the name of a topic that comes with Dowser. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import { usageFault } from '../kit/fault.js';
import { didYouMean } from '../kit/nearest.js';
import { packageRoot } from '../kit/package-root.js';
import { draftOf, type TopicDraft } from './draft.js';

const SHIPPED = join(packageRoot, 'examples', 'topics');
const MOST_BYTES = 1 << 20;
const EXTENSIONS = ['.yaml', '.yml', '.json'];

/** Names of the topics that come with Dowser. */
export function shippedTopics(): string[] {
  return readdirSync(SHIPPED)
    .filter(name => name.endsWith('.yaml'))
    .map(name => basename(name, '.yaml'))
    .sort();
}

/** The draft in a text of YAML (JSON is YAML). `source` names it in messages. @throws {Fault} exit code 2. */
export function parseTopic(text: string, source: string, preset = 'topic'): TopicDraft {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const [error] = [...document.errors, ...document.warnings];
  if (error !== undefined) {
    const { line } = lines.linePos(error.pos[0]);
    throw usageFault('TOPIC_NOT_YAML', `Topic ${source}, line ${line}: ${plainMessage(error)}`);
  }
  let content: unknown;
  try {
    content = document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    throw usageFault('TOPIC_NOT_YAML', `Topic ${source}: ${(cause as Error).message}`, cause);
  }
  return draftOf(content, source, preset);
}

/** The YAML library's sentence, or a better one for the faults that people make. */
function plainMessage(error: { readonly code: string; readonly message: string }): string {
  if (error.code === 'DUPLICATE_KEY') return 'a key or word stands twice in the same list; keep one.';
  if (error.code === 'TAB_AS_INDENT') return 'indent with spaces, not with tabs.';
  if (error.code === 'MULTIPLE_DOCS') return 'holds several documents (---); write one file for each topic.';
  return `is not YAML: ${error.message}`;
}

function readText(path: string): string {
  try {
    const { size } = statSync(path);
    if (size > MOST_BYTES) {
      throw usageFault(
        'TOPIC_TOO_LARGE',
        `Topic ${path}: has ${size} bytes; a topic file has at most ${MOST_BYTES}.`,
      );
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (cause) {
    const { code } = cause as { readonly code?: string };
    if (code === 'TOPIC_TOO_LARGE') throw cause;
    if (code === 'ENOENT') {
      throw usageFault('TOPIC_NOT_FOUND', `Topic ${path}: there is no such file.`, cause);
    }
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      throw usageFault('TOPIC_NOT_YAML', `Topic ${path}: is not UTF-8; save it as UTF-8 text.`, cause);
    }
    throw usageFault(
      'TOPIC_UNREADABLE',
      `Topic ${path}: cannot be read (${code ?? 'unknown'}); name a YAML file.`,
      cause,
    );
  }
}

const isPath = (text: string): boolean =>
  /[\\/]/.test(text) || EXTENSIONS.includes(extname(text).toLowerCase());

/** The draft of a topic by path or shipped name. @throws {Fault} exit code 2 with one sentence that helps. */
export function findTopic(nameOrPath: string): TopicDraft {
  if (isPath(nameOrPath)) {
    const preset = basename(nameOrPath, extname(nameOrPath));
    return parseTopic(readText(nameOrPath), nameOrPath, preset);
  }
  const shipped = shippedTopics();
  if (shipped.includes(nameOrPath)) {
    return parseTopic(readText(join(SHIPPED, `${nameOrPath}.yaml`)), nameOrPath, nameOrPath);
  }
  throw usageFault(
    'TOPIC_NOT_FOUND',
    `--topic: no topic is called "${nameOrPath}".${didYouMean(nameOrPath, shipped) || ` There are ${shipped.join(', ')};`} a topic of your own is a file such as ./${nameOrPath}.yaml.`,
  );
}

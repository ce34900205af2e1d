/**
 * The reference pages and the options of a program, made from the code: `node dist/src/app/reference.js` writes them, `--check` fails when one of
 * them is not what the code says.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultsOf, type OptionTable, type OptionValues } from '../contract/option.js';
import { OUTCOMES, type OutcomeLine } from '../contract/outcome.js';
import { packageRoot } from '../kit/package-root.js';
import { logReference } from '../log/reference.js';
import { configJsonSchema, configReference } from './reference-config.js';
import { optionInterface } from './reference-options.js';
import { page, table } from './reference-page.js';
import { models, strategies } from './registry.js';
import { rangeOf } from './set.js';

const CLASSES = {
  ok: 'a page came and was read',
  drop: 'the web said no for good',
  retry: 'worth asking again after a wait',
  host: 'the host is not worth asking for a while',
  denied: 'we decided not to ask; a row with attempt 0',
  counted: 'counted, never a row of `pages`',
} as const;

function againText({ mostRetries, firstWaitMs }: OutcomeLine): string {
  if (mostRetries === 0) return 'never';
  const wait = firstWaitMs === 0 ? 'at once' : `first after ${firstWaitMs} ms, then after twice as long`;
  return `${mostRetries} times, ${wait}`;
}

/** docs/reference/outcomes.md */
export function outcomeReference(): string {
  const classes = table(['class', 'meaning'], Object.entries(CLASSES));
  const rows = OUTCOMES.map(one => [String(one.code), one.name, one.class, againText(one), one.sentence]);
  return page(
    'Outcomes',
    'How the road of an address can end. Codes of HTTP are above zero, ours below; they are never renumbered. An HTTP status\nthat has no line here ends as HttpError, with the status in `pages.status`.',
    [
      `## Classes\n\n${classes}`,
      `## Table\n\n${table(['code', 'name', 'class', 'asked again', 'meaning'], rows)}`,
    ],
  );
}

interface Entry {
  readonly name: string;
  readonly summary: string;
  readonly source: string;
  readonly options: OptionTable;
  relevantFrom?(options: OptionValues<OptionTable>): number;
}

function entryReference(entry: Entry): string {
  const { name, summary, source, options } = entry;
  const from = entry.relevantFrom?.(defaultsOf(options));
  const threshold =
    from === undefined
      ? ''
      : ` A page counts as relevant from ${from} on, unless \`--relevance-threshold\` says otherwise.`;
  const rows = Object.entries(options).map(([key, one]) => [
    `\`${name}.${key}\``,
    String(one.default),
    rangeOf(one),
    one.help,
  ]);
  const list = rows.length === 0 ? 'No options.\n' : table(['option', 'default', 'allowed', 'meaning'], rows);
  return `## ${name}\n\n${summary}${threshold}\n\nSource: ${source}\n\n${list}`;
}

const setExample =
  'Options are set with `--set NAME.OPTION=VALUE`, or in a file with `set: {NAME: {OPTION: VALUE}}`.';

/** By path below the package. */
const files: Readonly<Record<string, () => string>> = {
  'src/app/crawl-settings.ts': optionInterface,
  'docs/reference/config.md': configReference,
  'docs/reference/config.schema.json': configJsonSchema,
  'docs/reference/outcomes.md': outcomeReference,
  'docs/reference/log.md': logReference,
  'docs/reference/strategies.md': () =>
    page(
      'Strategies',
      `Which link is fetched next: \`--strategy NAME\`. ${setExample}`,
      strategies.map(entryReference),
    ),
  'docs/reference/models.md': () =>
    page(
      'Relevance models',
      `How good is a text: \`--model NAME\`. ${setExample}`,
      models.map(entryReference),
    ),
};

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Names of the pages that differ from what the code says. */
export const staleReferences = (): readonly string[] =>
  Object.entries(files)
    .filter(([name, make]) => readOr(join(packageRoot, name)) !== make())
    .map(([name]) => name);

function writeReferences(): void {
  for (const [name, make] of Object.entries(files)) {
    mkdirSync(dirname(join(packageRoot, name)), { recursive: true });
    writeFileSync(join(packageRoot, name), make());
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--check')) {
    const stale = staleReferences();
    if (stale.length > 0) {
      process.stderr.write(`Not what the code says: ${stale.join(', ')}; run npm run reference.\n`);
      process.exitCode = 1;
    }
  } else writeReferences();
}

/**
 * Which pages are the targets? A line of a label file is an address, a tab and labels joined by commas, such as
 * `topic:sbasic,lang:zh`; a target is a line that has all the labels asked for. A file of addresses only needs none.
 */
import { readFileSync } from 'node:fs';
import { usageFault } from '../kit/fault.js';

const MOST_NAMED = 12;

/** @throws {Fault} exit code 2: no such file, or nothing in it has these labels. */
export function readTargets(path: string, wanted: readonly string[]): ReadonlySet<string> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw usageFault('REPORT_LABELS', `--labels: ${path} cannot be read: ${(error as Error).message}.`);
  }
  const targets = new Set<string>();
  const known = new Set<string>();
  for (const line of text.split(/\r?\n/)) {
    const [url = '', labels = ''] = line.split('\t');
    const label = labels === '' ? [] : labels.split(',');
    for (const one of label) if (known.size < MOST_NAMED) known.add(one);
    if (url !== '' && wanted.every(one => label.includes(one))) targets.add(url);
  }
  const named = [...known].sort().join(', ');
  if (wanted.length === 0 && known.size > 0)
    throw usageFault(
      'REPORT_TARGET',
      `Say which labels make a target: --target ${[...known][0]} (there are ${named}).`,
    );
  if (targets.size === 0)
    throw usageFault(
      'REPORT_TARGET',
      `No line of ${path} has ${wanted.join(', ') || 'an address'}${named === '' ? '' : `; there are ${named}`}.`,
    );
  return targets;
}

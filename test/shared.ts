/** Where the shared corpora lie, if they are there: tests that need them skip by name when they are not. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/kit/package-root.js';

/** Full path of a file or folder of the shared corpora, or undefined when it is not on this machine. */
export function sharedPath(name: string): string | undefined {
  const folder = process.env['DOWSER_SHARED'] ?? join(packageRoot, '..', 'shared');
  const path = join(folder, name);
  return existsSync(path) ? path : undefined;
}

/** The version that this package says it has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../kit/package-root.js';

const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
  readonly version: string;
};

export const version = manifest.version;

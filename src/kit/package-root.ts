/** Where the package lies: built kernels and data files are found from here, in the checkout and when installed. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('package.json of dowser was not found above its own files.');
    folder = parent;
  }
  return folder;
}

export const packageRoot = findRoot();
/** Built kernels and dictionary images. */
export const kernelFolder = join(packageRoot, 'dist', 'kernel');

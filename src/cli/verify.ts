/** `dowser verify`: is the crawl in a directory whole? */
import { resolve } from 'node:path';
import { verifyCrawl } from '../app/verify.js';
import type { Io } from './io.js';
import { grouped } from './progress.js';

/** Exit code: 0, 1 when something is wrong, 2 when there is nothing to look at. */
export async function verify(folder: string, { json = false }: { json?: boolean }, io: Io): Promise<number> {
  const found = await verifyCrawl(resolve(io.folder, folder));
  if (json) io.stdout.write(`${JSON.stringify(found)}\n`);
  else {
    const { rows, kept, commits, isTidy, problems } = found;
    const verdict = problems.length === 0 ? 'whole' : `${problems.length} problems`;
    const tail = isTidy ? '' : '; what stands behind the last commit is cut by dowser resume';
    io.stdout.write(
      `${verdict}: ${grouped(rows)} rows and ${grouped(kept)} kept pages in ${grouped(commits)} commits${tail}\n`,
    );
    for (const problem of problems) io.stdout.write(`  ${problem}\n`);
  }
  return found.problems.length === 0 ? 0 : 1;
}

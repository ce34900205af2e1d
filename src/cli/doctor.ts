/** `dowser doctor`: a line for each thing that a crawl needs. */
import { examine } from '../app/doctor.js';
import { padEnd } from '../kit/width.js';
import { showText } from '../log/table.js';
import type { Io } from './io.js';

/** Exit code: 0, 1 when a crawl could not run. */
export async function doctor({ json = false }: { readonly json?: boolean }, io: Io): Promise<number> {
  const list = await examine(io.folder);
  const isWell = list.every(({ verdict }) => verdict !== 'bad');
  if (json) io.stdout.write(`${JSON.stringify({ isWell, checks: list })}\n`);
  else
    for (const { name, verdict, found, advice } of list) {
      const line = `${padEnd(verdict, 6)}${padEnd(name, 15)}${showText(found)}`;
      io.stdout.write(advice === '' ? `${line}\n` : `${line}. ${advice}\n`);
    }
  return isWell ? 0 : 1;
}

/** Does the archive hold exactly the pages that were kept, whole? */
import { type SeenRecord, verifyArchive } from '../archive/verify-archive.js';
import type { SegmentLength } from '../contract/archive.js';
import { realDisk } from '../kit/disk.js';

const PAGES: ReadonlySet<string> = new Set(['response', 'revisit']);

const placeOf = ({ file, offset }: { readonly file: string; readonly offset: number }): string =>
  `${file} at ${offset}`;

/** A page that is kept, as its row says. */
export interface PlacedPage {
  readonly seq: number;
  readonly file: string;
  readonly offset: number;
  readonly url: string | undefined;
}

/** `lengths` of segments, as commits say. Returns what is wrong, a sentence each. */
export async function compareArchive(
  folder: string,
  lengths: readonly SegmentLength[],
  kept: Iterable<PlacedPage>,
): Promise<string[]> {
  const records = new Map<string, string>();
  const see = (record: SeenRecord): void => {
    if (PAGES.has(record.type)) records.set(placeOf(record), record.url);
  };
  const report = await verifyArchive({ disk: realDisk, folder, lengths, see });
  const problems = report.problems.map(problem => `${placeOf(problem)}: ${problem.text}`);
  for (const page of kept) {
    const place = placeOf(page);
    const there = records.get(place);
    const { url } = page;
    if (there === undefined) problems.push(`Row ${page.seq}: there is no page in ${place}.`);
    else if (there !== url) problems.push(`Row ${page.seq}: ${place} holds ${there} and not ${url}.`);
    records.delete(place);
  }
  for (const [place, url] of records) problems.push(`No row tells of ${url} in ${place}.`);
  return problems;
}

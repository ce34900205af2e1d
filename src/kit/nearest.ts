/**
 * Which known name did the person mean? Optimal string alignment distance (Damerau 1964: one insertion, deletion,
 * replacement or swap of neighbours = 1), for messages only.
 */

/** Texts longer than this are never meant as a name. */
const LONGEST = 64;

function distance(a: string, b: string): number {
  const width = b.length + 1;
  const cell = new Uint8Array((a.length + 1) * width);
  for (let i = 0; i <= a.length; i++) cell[i * width] = i;
  for (let j = 0; j <= b.length; j++) cell[j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const at = i * width + j;
      const isSame = a[i - 1] === b[j - 1];
      let best = Math.min(
        (cell[at - 1] as number) + 1,
        (cell[at - width] as number) + 1,
        (cell[at - width - 1] as number) + (isSame ? 0 : 1),
      );
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) best = Math.min(best, (cell[at - 2 * width - 2] as number) + 1);
      cell[at] = best;
    }
  }
  return cell[cell.length - 1] as number;
}

/** How far a slip may go: a third of the name, at least one edit; two letters are too few to guess from. */
const isNear = (edits: number, name: string): boolean =>
  name.length > 2 && edits <= Math.max(1, Math.floor(name.length / 3));

/** The nearest of the known names when it is near enough to be meant, else undefined. Case is ignored. */
export function nearestOf(name: string, known: Iterable<string>): string | undefined {
  if (name.length > LONGEST) return undefined;
  const asked = name.toLowerCase();
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const one of known) {
    if (one.length > LONGEST) continue;
    const isStart = asked.length >= 3 && one.toLowerCase().startsWith(asked);
    const edits = isStart ? 1 : distance(asked, one.toLowerCase());
    if (edits < least && isNear(edits, one)) {
      best = one;
      least = edits;
    }
  }
  return best;
}

/** ` Did you mean NAME?` with its leading space, or nothing. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const nearest = nearestOf(name, known);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}

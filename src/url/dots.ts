/** Dot segments of a path, as the path state of the WHATWG URL standard removes them. */

/** `path` begins with a slash and has no escaped dots. Nothing climbs above the root; linear time. */
export function removeDots(path: string): string {
  const segment = path.split('/');
  const kept: string[] = [];
  // The first entry is the empty text before the leading slash.
  for (let i = 1; i < segment.length; i++) {
    const text = segment[i] as string;
    const isUp = text === '..';
    if (isUp) kept.pop();
    if (isUp || text === '.') {
      if (i === segment.length - 1) kept.push('');
    } else kept.push(text);
  }
  return `/${kept.join('/')}`;
}

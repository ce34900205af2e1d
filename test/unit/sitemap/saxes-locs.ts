/** The `loc` of a well-formed urlset or index by a validating parser, saxes: the judge of our scanner. */
import { SaxesParser } from 'saxes';

export function saxesLocs(text: string): string[] {
  const parser = new SaxesParser({ xmlns: true });
  const locs: string[] = [];
  let rootUri: string | undefined;
  let loc: string | undefined;
  parser.on('opentag', tag => {
    rootUri ??= tag.uri;
    if (tag.local === 'loc' && tag.uri === rootUri) loc = '';
  });
  const take = (piece: string): void => {
    if (loc !== undefined) loc += piece;
  };
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('closetag', tag => {
    if (tag.local !== 'loc' || loc === undefined) return;
    locs.push(loc.trim());
    loc = undefined;
  });
  parser.write(text).close();
  return locs;
}

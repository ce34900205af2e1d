/** The 4,231 real robots.txt files of the shared corpora, as bytes. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export interface RobotsFile {
  readonly host: string;
  readonly text: string;
  readonly bytes: Buffer;
}

export function robotsFiles(path: string): RobotsFile[] {
  const lines = gunzipSync(readFileSync(path)).toString().split('\n');
  return lines
    .filter(line => line !== '')
    .map(line => {
      const { host, enc, text } = JSON.parse(line) as { host: string; enc: string; text: string };
      return { host, text, bytes: Buffer.from(text, enc === 'latin-1' ? 'latin1' : 'utf8') };
    });
}

/** The dictionary image as a file: found whole and of this version, or not at all. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Fault } from '../../kit/fault.js';
import { kernelFolder } from '../../kit/package-root.js';
import { CHECKED_FROM, HEADER, HEADER_BYTES, MAGIC, VERSION } from './layout.js';

export const imagePath = join(kernelFolder, 'jieba.img');

/** What is wrong with these bytes as an image; undefined when nothing is. */
export function faultOfImage(image: Uint8Array): string | undefined {
  if (image.length < HEADER_BYTES) return 'cut short';
  const view = new DataView(image.buffer, image.byteOffset, HEADER_BYTES);
  const header = (place: number): number => view.getUint32(4 * place, true);
  if (header(HEADER.magic) !== MAGIC) return 'not a dictionary image';
  if (header(HEADER.version) !== VERSION) return `of version ${header(HEADER.version)}, not ${VERSION}`;
  if (header(HEADER.bytes) !== image.length) return 'of the wrong length';
  if (header(HEADER.checksum) !== crc32(image.subarray(CHECKED_FROM)))
    return 'damaged (its checksum differs)';
  return undefined;
}

/** What a sound image was made of (HEADER.stamp). */
export function stampOfImage(image: Uint8Array): number {
  return new DataView(image.buffer, image.byteOffset).getUint32(4 * HEADER.stamp, true);
}

export function readImage(path: string): Uint8Array {
  let image: Uint8Array;
  try {
    image = readFileSync(path);
  } catch (cause) {
    throw new Fault('SEGMENTER_IMAGE', `${path} cannot be read; run npm run build.`, 70, cause);
  }
  const fault = faultOfImage(image);
  if (fault !== undefined) throw new Fault('SEGMENTER_IMAGE', `${path} is ${fault}; run npm run build.`);
  return image;
}

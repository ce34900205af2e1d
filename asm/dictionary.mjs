// Builds the dictionary image dist/kernel/jieba.img from the files that nodejieba ships, unless it is there already.
// Runs after tsc: the builder is src/kernel/dictionary/.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const builder = join(dist, 'src/kernel/dictionary');
const { buildImage } = await import(join(builder, 'build.js'));
const { faultOfImage, imagePath, stampOfImage } = await import(join(builder, 'file.js'));

const dictionaries = join(
  dirname(createRequire(import.meta.url).resolve('nodejieba')),
  'submodules/cppjieba/dict',
);
const SOURCE = ['jieba.dict.utf8', 'hmm_model.utf8', 'user.dict.utf8'].map(name => join(dictionaries, name));
const PROGRAM = ['build.js', 'double-array.js', 'layout.js', 'source.js'].map(name => join(builder, name));

const stamp = [...SOURCE, ...PROGRAM].reduce((sum, file) => crc32(readFileSync(file), sum), 0);

function isUpToDate() {
  try {
    const image = readFileSync(imagePath);
    return faultOfImage(image) === undefined && stampOfImage(image) === stamp;
  } catch {
    return false;
  }
}

if (!isUpToDate()) {
  const [dictionary, model, user] = SOURCE.map(file => readFileSync(file, 'utf8'));
  const image = buildImage({ dictionary, model, user }, stamp);
  mkdirSync(dirname(imagePath), { recursive: true });
  const half = `${imagePath}.${process.pid}`;
  writeFileSync(half, image);
  renameSync(half, imagePath);
}

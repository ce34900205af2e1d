/** Writes a log until it is killed: pages with three links each; says a number once pages up to it are on disk. */
import { openSink } from '../../../src/log/sink.js';
import { linkRow, pageRow } from './logs.js';

const [folder = '', most = '1e9'] = process.argv.slice(2);
const sink = await openSink({ folder });
try {
  for (let seq = 1; seq <= Number(most); seq++) {
    sink.page(pageRow(seq, { title: `title ${seq} `.repeat(20) }));
    for (let position = 0; position < 3; position++) sink.link(linkRow(seq, position));
    if (sink.isFull) await sink.drained();
    if (seq % 500 === 0) {
      await sink.flush();
      process.stdout.write(`${seq}\n`);
    }
  }
  await sink.close();
} catch (error) {
  const { code, exitCode, message } = error as { code?: string; exitCode?: number; message: string };
  process.stdout.write(`fault ${code} ${message.replaceAll('\n', ' ')}\n`);
  process.exitCode = exitCode ?? 70;
}

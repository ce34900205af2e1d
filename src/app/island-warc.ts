/** How does an island web become a file that can be crawled? As WARC, with its labels in a table beside it. */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { responseRecord, WarcFile, warcinfoRecord } from '../archive/write-warc.js';
import { IslandWeb } from '../web/island.js';
import type { IslandOptions } from '../web/island-shape.js';

/** Date of every record: a made-up web has none, and the same web has to give the same file. */
const DATE_MS = Date.UTC(2020, 0, 1);

export interface WrittenWeb {
  readonly web: IslandWeb;
  readonly warcPath: string;
  /** `url TAB topic:NAME[,island:N]` a line; for judging only, no crawl may read it. */
  readonly labelPath: string;
  /** Bytes of the WARC file. */
  readonly bytes: number;
}

/** Writes the web to `path` (packed when it ends in .gz) and its labels to the same name with `.labels.tsv`. */
export function writeIslandWarc(path: string, options: IslandOptions): WrittenWeb {
  const web = IslandWeb.create(options);
  const file = new WarcFile(path);
  try {
    const { seed, hosts, pages, topics, islands, topic } = web.plan.shape.options;
    const size = `seed ${seed}, ${hosts} hosts, ${pages} pages, ${topics} topics, ${islands} islands of ${topic}`;
    file.write(
      warcinfoRecord(basename(path), DATE_MS, { software: 'dowser', description: `Island web: ${size}` }),
    );
    for (const { url, status, headers, body } of web.pages())
      file.write(responseRecord({ url, status, headers, body, dateMs: DATE_MS }));
  } finally {
    file.close();
  }
  const labelPath = `${path.replace(/\.warc(\.gz)?$/, '')}.labels.tsv`;
  writeFileSync(labelPath, web.labelTable());
  return { web, warcPath: path, labelPath, bytes: file.bytes };
}

/** Small logs for tests: a folder that goes away with the test, rows with the columns that must be there. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { LinkRow, PageRow, RunRow, TableName } from '../../../src/contract/row.js';
import { BatchBuilder } from '../../../src/log/batch.js';
import { LogWriter } from '../../../src/log/writer.js';

export function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'dowser-log-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const pageRow = (seq: number, more: Partial<PageRow> = {}): PageRow => ({
  seq,
  slot: seq,
  url: `http://a.example/${seq}`,
  host: 'a.example',
  depth: 1,
  attempt: 1,
  kind: 'page',
  outcome: 200,
  is_relevant: false,
  fetched_at: seq * 400,
  ...more,
});

export const linkRow = (seq: number, position: number, more: Partial<LinkRow> = {}): LinkRow => ({
  seq,
  position,
  fate: 'admitted',
  ...more,
});

export const runRow = (run: number, more: Partial<RunRow> = {}): RunRow => ({
  run,
  started_at: 0,
  version: '0.1.0',
  node_version: 'v20',
  config: '{"maxPages":5}',
  random_seed: 1,
  strategy: 'best-first',
  model: 'vsm',
  topic: '暴雨灾害',
  threshold: 0.5,
  window: 1,
  workers: 1,
  seeds: 1,
  ...more,
});

export type RowsByTable = Partial<Record<TableName, readonly object[]>>;

/** Writes the rows to a new or old log of the folder and closes it. */
export async function writeLog(folder: string, rows: RowsByTable): Promise<void> {
  const writer = await LogWriter.open(folder);
  for (const [table, list] of Object.entries(rows)) {
    const builder = new BatchBuilder(table as TableName, 4);
    for (const row of list) builder.push(row as Readonly<Record<string, unknown>>);
    await writer.append([builder.take()]);
  }
  await writer.close();
}

/** METHODS J.1: relevances of five pages and what follows at threshold .5. */
export const J1 = {
  relevance: [0.9, 0.2, 0.8, 0.1, 0.7],
  threshold: 0.5,
  harvestRate: 0.6,
  averageRelevance: 0.54,
  deviation: 0.32619,
  /** 3 of 5 known targets. */
  knownTargets: 5,
  targetRecall: 0.6,
} as const;

export const j1Pages = (): PageRow[] =>
  J1.relevance.map((relevance, i) =>
    pageRow(i + 1, {
      relevance,
      is_relevant: relevance >= J1.threshold,
      is_target: relevance >= J1.threshold,
    }),
  );

/**
 * A crawl that kills itself while it makes a snapshot: `node snapshot-killer.js POINT FOLDER JSON`, where JSON holds flags. It begins the
 * crawl, or goes on with the one in the folder.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type KeepingPorts, startCrawl } from '../../src/app/crawl.js';
import { RHYTHM } from '../../src/app/keeper.js';
import { loadConfig } from '../../src/app/load.js';
import { resumeCrawl } from '../../src/app/resume.js';
import { type AppendFile, type Disk, realDisk } from '../../src/kit/disk.js';

/** Where it ends, in the order in which they are passed. */
export const KILL_POINTS = [
  'the snapshot is half written',
  'the snapshot is written, the journal goes on in the old file',
  'the journal has begun anew, nothing is in it',
  'the snapshot is on disk and has no name',
  'the snapshot has its name, what came before is still there',
  'what came before is half deleted',
] as const;
export type KillPoint = (typeof KILL_POINTS)[number];

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  // The signal may take a moment.
  for (;;);
}

/** The second snapshot, so that there is one before it. */
const NTH = 2;

function killingDisk(point: KillPoint): Disk {
  let snapshots = 0;
  const at = (reached: KillPoint): void => {
    if (snapshots >= NTH && reached === point) die();
  };
  const halfWritten = (file: AppendFile): AppendFile => {
    let blocks = 0;
    return {
      get length() {
        return file.length;
      },
      append: bytes => file.append(bytes),
      appended(bytes) {
        if (++blocks === 4) at('the snapshot is half written');
        return file.appended(bytes);
      },
      read: (from, into) => file.read(from, into),
      sync: () => file.sync(),
      synced: () => file.synced(),
      truncate: length => file.truncate(length),
      close: () => file.close(),
    };
  };
  return {
    ...realDisk,
    create(path) {
      const file = realDisk.create(path);
      if (path.endsWith('journal.part')) at('the snapshot is written, the journal goes on in the old file');
      if (!path.endsWith('snapshot.part')) return file;
      snapshots++;
      return halfWritten(file);
    },
    replace(from, to) {
      const isSnapshot = from.endsWith('snapshot.part');
      if (isSnapshot) at('the snapshot is on disk and has no name');
      realDisk.replace(from, to);
      if (isSnapshot) at('the snapshot has its name, what came before is still there');
      else at('the journal has begun anew, nothing is in it');
    },
    remove(path) {
      realDisk.remove(path);
      if (/snapshot-\d/.test(path)) at('what came before is half deleted');
    },
  };
}

async function main([point, folder, json]: readonly string[]): Promise<void> {
  const ports: KeepingPorts = {
    disk: killingDisk(point as KillPoint),
    rhythm: { ...RHYTHM, mostAnswers: 5, snapshotAnswers: 20, snapshotShare: 0 },
  };
  if (existsSync(join(folder as string, 'crawl.json'))) await resumeCrawl(folder as string, {}, {}, ports);
  else {
    const flags = { ...(JSON.parse(json as string) as object), out: folder };
    const config = loadConfig({ flags, configFile: undefined, env: {}, folder: process.cwd() });
    await startCrawl(config, {}, ports);
  }
}

if (process.argv[1]?.endsWith('snapshot-killer.js')) await main(process.argv.slice(2));

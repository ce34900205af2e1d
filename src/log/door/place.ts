/**
 * Where does the door of a running crawl stand? A socket in a folder of its own that only its user may enter, so that there is no
 * moment at which anybody else could connect. A socket's path holds about 100 bytes: a longer one is reached through
 * the folder's descriptor (/proc), so that nothing lies outside the crawl's directory.
 */
import { chmodSync, closeSync, constants, existsSync, lstatSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'door';
const SOCKET = 'socket';
/** Linux takes 107, macOS 103. */
const MOST_PATH_BYTES = 100;
const OWN_FOLDER = 0o700;
const OWN_SOCKET = 0o600;

export interface DoorPlace {
  /** What to listen on, or to connect to. */
  readonly path: string;
  /** Gives the descriptor back, once it is listened to or connected. */
  release(): void;
}

/** The socket of a crawl's directory. @throws where the folder is none, or the path too long for this system. */
export function findDoor(directory: string): DoorPlace {
  const folder = join(directory, FOLDER);
  const path = join(folder, SOCKET);
  if (Buffer.byteLength(path) <= MOST_PATH_BYTES) return { path, release: () => undefined };
  if (!existsSync('/proc/self/fd')) throw new Error(`${path} is too long for a socket.`);
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  return { path: `/proc/self/fd/${descriptor}/${SOCKET}`, release: () => closeSync(descriptor) };
}

/** Makes the folder, takes away what a dead process left there. Only for whoever holds the log. @throws as the disk does. */
export function makeDoor(directory: string): DoorPlace {
  const folder = join(directory, FOLDER);
  mkdirSync(folder, { recursive: true, mode: OWN_FOLDER });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) throw new Error(`${folder} is not ours.`);
  chmodSync(folder, OWN_FOLDER);
  rmSync(join(folder, SOCKET), { force: true });
  return findDoor(directory);
}

export const closeToOthers = (directory: string): void =>
  chmodSync(join(directory, FOLDER, SOCKET), OWN_SOCKET);

/** False when something of it is left, which is no obstacle to the next crawl. */
export function removeDoor(directory: string): boolean {
  try {
    rmSync(join(directory, FOLDER), { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

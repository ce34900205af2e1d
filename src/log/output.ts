/** Where does text go that comes piece by piece? Waits when the reader is slow, and stops when it has gone. */
import type { Writable } from 'node:stream';

const EVENTS = ['drain', 'error', 'close'] as const;

/** Resolves when there is room again, or when there never will be. */
function room(out: Writable): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      for (const event of EVENTS) out.off(event, done);
      resolve();
    };
    for (const event of EVENTS) out.on(event, done);
  });
}

/** Writes all pieces; resolves to false when the other side closed early (as `head` does), which is no error. */
export async function pour(pieces: AsyncIterable<string | Uint8Array>, out: Writable): Promise<boolean> {
  let error: NodeJS.ErrnoException | undefined;
  const onError = (one: NodeJS.ErrnoException) => {
    error ??= one;
  };
  out.on('error', onError);
  try {
    for await (const piece of pieces) {
      if (error === undefined && !out.write(piece)) await room(out);
      if (error !== undefined || out.destroyed) break;
    }
  } finally {
    // A write may fail after its call: the listener stays a turn longer.
    setImmediate(() => out.off('error', onError));
  }
  if (error !== undefined && error.code !== 'EPIPE') throw error;
  return error === undefined;
}

/** SIGINT and SIGTERM ask the crawl to stop after the pages in flight; a second one ends the process at once. */
import { exitCodeOf, stopReasonOf } from '../contract/crawl.js';
import type { Io } from './io.js';

export interface StopSwitch {
  readonly signal: AbortSignal;
  /** Stops listening. */
  release(): void;
}

/** Listens to the process's signals; `say` gets one sentence when the first one comes. */
export function stopSwitch(io: Io, say: (sentence: string) => void): StopSwitch {
  const controller = new AbortController();
  const release = io.onSignal(name => {
    if (controller.signal.aborted) {
      io.endAtOnce(exitCodeOf(stopReasonOf(controller.signal)));
      return;
    }
    controller.abort(name);
    say('Stopping after the pages in flight; once more ends at once.');
  });
  return { signal: controller.signal, release };
}

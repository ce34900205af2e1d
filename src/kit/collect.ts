/**
 * Asks for the memory of what is no longer used, now. For the rare moment in which a large table was replaced by a larger one: the
 * garbage collector does not see how much memory hangs on the old one, and may leave it for minutes.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collector: (() => void) | undefined;

export function collect(): void {
  if (collector === undefined) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as () => void;
  }
  collector();
}

/**
 * Which kernels may this thread call? An arena, and on it one instance of each kernel, made on first use. Undefined
 * where WebAssembly cannot share memory: every wrapper then makes its plain twin instead.
 */
import { Arena } from './memory.js';
import { instantiate, kernelModule } from './module.js';
import { Scratch } from './scratch.js';

export class Kernels {
  readonly arena = new Arena();
  readonly #made = new Map<string, unknown>();
  readonly #scratch = new Map<string, Scratch>();

  /** The exports of asm/NAME.ts on this arena; `T` states their signatures. Throws KERNEL_MISSING when it is not built. */
  exports<T>(name: string): T {
    let found = this.#made.get(name);
    if (found === undefined) {
      found = instantiate(kernelModule(name), this.arena.memory);
      this.#made.set(name, found);
    }
    return found as T;
  }

  /** Room that all wrappers of this thread share by name. */
  scratch(name: string): Scratch {
    let found = this.#scratch.get(name);
    if (found === undefined) {
      found = new Scratch(this.arena, name);
      this.#scratch.set(name, found);
    }
    return found;
  }
}

let canShare: boolean | undefined;

/** Whether kernels can run here at all. */
export function canShareMemory(): boolean {
  canShare ??= tryToShare();
  return canShare;
}

function tryToShare(): boolean {
  try {
    new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
    return true;
  } catch {
    return false;
  }
}

let own: Kernels | undefined;

/** This thread's kernels; undefined where twins must serve. */
export function threadKernels(): Kernels | undefined {
  if (own === undefined && canShareMemory()) own = new Kernels();
  return own;
}

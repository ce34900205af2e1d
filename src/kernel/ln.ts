/** The natural logarithm of musl (asm/ln.ts says why Math.log will not do). */
import { instantiate, kernelModule } from './module.js';

interface Exports {
  ln(x: number): number;
}

let loaded: Exports | undefined;

export function ln(x: number): number {
  loaded ??= instantiate<Exports>(kernelModule('ln'));
  return loaded.ln(x);
}

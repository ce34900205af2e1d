/** The natural logarithm of musl (asm/ln.ts says why Math.log will not do). */
import { instantiate, kernelModule } from './module.js';

export const ln: (x: number) => number = instantiate<{ ln(x: number): number }>(kernelModule('ln')).ln;

/**
 * Built kernels, compiled once a thread. A module can be sent to another thread, which then need not compile it again;
 * its functions work on the memory with which it is instantiated.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../kit/fault.js';
import { kernelFolder } from '../kit/package-root.js';

const compiled = new Map<string, WebAssembly.Module>();

/** The kernel asm/NAME.ts. */
export function kernelModule(name: string): WebAssembly.Module {
  let module = compiled.get(name);
  if (module === undefined) {
    module = compile(join(kernelFolder, `${name}.wasm`));
    compiled.set(name, module);
  }
  return module;
}

function compile(path: string): WebAssembly.Module {
  try {
    return new WebAssembly.Module(readFileSync(path));
  } catch (cause) {
    throw new Fault('KERNEL_MISSING', `${path} is missing or broken; run npm run build.`, 70, cause);
  }
}

/** The exports of a module on a memory; `T` states their signatures. */
export function instantiate<T>(module: WebAssembly.Module, memory?: WebAssembly.Memory): T {
  const imports = memory === undefined ? {} : { env: { memory } };
  return new WebAssembly.Instance(module, imports).exports as T;
}

/** The small part of the WebAssembly JavaScript interface that the kernels use; the libraries es2023 and node lack it. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }

  interface MemoryDescriptor {
    /** Pages of 64 KB. */
    readonly initial: number;
    readonly maximum?: number;
    readonly shared?: boolean;
  }

  class Memory {
    constructor(descriptor: MemoryDescriptor);
    /** After growth a new, longer object; views of the old one stay valid when the memory is shared. */
    readonly buffer: ArrayBufferLike;
    /** Returns the number of pages before; throws a RangeError beyond the maximum. */
    grow(pages: number): number;
  }

  /** What a trap throws. */
  class RuntimeError extends Error {}

  class Instance {
    constructor(module: Module, imports?: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
}

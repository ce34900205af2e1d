/**
 * Packages in CommonJS, loaded without the scan for names that `import` makes of their source first: it costs 50 ms of
 * `stopword` and 150 ms of DuckDB in every thread (docs/decisions/0095). Types come by `import type`.
 */
import { createRequire } from 'node:module';

/** The exports of a package that this project depends on. */
export const requirePackage: (name: string) => unknown = createRequire(import.meta.url);

/**
 * Packages in CommonJS, loaded without the scan for names that `import` makes of their source first: it costs 50 ms of
 * `stopword` and 150 ms of DuckDB in every thread (docs/decisions/0095). Types come by `import type`.
 */
import { createRequire } from 'node:module';

/** The exports of a package that this project depends on. */
export const requirePackage: (name: string) => unknown = createRequire(import.meta.url);

/**
 * What somebody's own module exports as its default, the same in every thread and without a wait. A module whose top level
 * awaits throws.
 */
export function moduleDefault(path: string): unknown {
  const loaded = requirePackage(path) as { readonly default?: unknown };
  return loaded.default ?? loaded;
}

/** Intervals of relevance, as a Wang–Landau walk and the regions of the frontier count them (METHODS C.2): 50 of width .02. */

export const INTERVALS = 50;

/** 0 to 49 for an energy in [0, 1]; floor(E / .02) is wrong in floating point. */
export const intervalOf = (energy: number): number =>
  Math.max(0, Math.min(INTERVALS - 1, Math.floor(energy * INTERVALS + 1e-9)));

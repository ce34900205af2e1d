// Moves of a Wang–Landau walk (METHODS C.1, C.2) over intervals of energy. Several threads may share one table: ln g is a whole number
// of units, so that additions commute and none is lost. The wrapper src/kernel/wang-landau.ts owns the layout.

// @ts-ignore: decorator
@inline const UNITS: f64 = 1099511627776; // 2^40

// @ts-ignore: decorator
@inline function placeOf(table: usize, interval: u32): usize {
  return table + ((interval as usize) << 4);
}

// @ts-ignore: decorator
@inline function raise(place: usize, step: i64): void {
  atomic.add<i64>(place, step);
  atomic.add<u32>(place, 1, 8);
}

/** A new interval begins with ln g = 0 and `first` visits. */
// @ts-ignore: decorator
@inline function meet(place: usize, first: u32): void {
  if (atomic.load<u32>(place, 12) == 0 && atomic.cmpxchg<u32>(place, 0, 1, 12) == 0) atomic.add<u32>(place, first, 8);
}

/** One move; 1 when the target is accepted: ln g(to) - ln g(from) < need, where need = -ln u. */
// @ts-ignore: decorator
@inline function step(table: usize, from: u32, to: u32, need: f64, lnF: i64, first: u32): u32 {
  const source = placeOf(table, from);
  const target = placeOf(table, to);
  meet(source, first);
  meet(target, first);
  const rise = ((atomic.load<i64>(target) - atomic.load<i64>(source)) as f64) / UNITS;
  const isAccepted = rise < need;
  raise(isAccepted ? target : source, lnF);
  return isAccepted as u32;
}

/** `count` moves one after another: u8 intervals at `from` and `to`, f64 at `need`; u8 answers go to `accepted`. */
export function moves(table: usize, from: usize, to: usize, need: usize, accepted: usize, count: u32, lnF: i64, first: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const at = i as usize;
    store<u8>(accepted + at, step(table, load<u8>(from + at), load<u8>(to + at), load<f64>(need + (at << 3)), lnF, first));
  }
}

/** One move. */
export function move(table: usize, from: u32, to: u32, need: f64, lnF: i64, first: u32): u32 {
  return step(table, from, to, need, lnF, first);
}

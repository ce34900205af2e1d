// The natural logarithm of musl, which rounds the frequencies of jieba's dictionary as the C library under nodejieba
// does; V8's Math.log differs from both in the last bit for about one frequency in a hundred, and equal paths through a
// sentence are decided by last bits. A module with a memory of its own: the tables are static data, which would be
// written into the shared memory of a kernel at every instantiation.

/** Natural logarithm, correctly rounded for every frequency of the dictionary. */
export function ln(x: f64): f64 {
  return Math.log(x);
}

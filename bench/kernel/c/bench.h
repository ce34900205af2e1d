/* What the comparators share: a clock of processor time, random numbers, sorted ids drawn as bench/kernel/vectors.ts does.
 * Each program works for at least argv[1] milliseconds and prints the seconds and the units of work. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static uint64_t state = 88172645463325252ull;

static uint64_t draw(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state * 0x2545f4914f6cdd1dull;
}

static double uniform(void) { return (draw() >> 11) / 9007199254740992.0; }

static uint32_t mix(uint32_t x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}

static int ascending(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* n distinct ids, ascending. */
static void ids(uint32_t *out, int n) {
  for (int have = 0; have < n;) {
    uint32_t id = mix((uint32_t)exp(uniform() * log(5000)));
    int i = 0;
    while (i < have && out[i] != id) i++;
    if (i == have) out[have++] = id;
  }
  qsort(out, n, 4, ascending);
}

static double sink;

/* WORK does `units` of work. */
#define MEASURE(units, WORK)                                             \
  do {                                                                   \
    double limit = atof(argv[1]) / 1000, spent, done = 0, start = now(); \
    do {                                                                 \
      WORK;                                                              \
      done += (units);                                                   \
      spent = now() - start;                                             \
    } while (spent < limit);                                             \
    printf("%.9f %.0f\n", spent, done);                                  \
    if (sink == 0.1234) puts("");                                        \
  } while (0)

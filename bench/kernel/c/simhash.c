/* SimHash of pages: simhash MILLISECONDS TERMS. */
#include "bench.h"

static uint64_t simhash(const uint32_t *id, const double *count, int n) {
  uint32_t sum[64] = {0}, total = 0;
  for (int i = 0; i < n; i++) {
    uint64_t h = id[i] + 0x9e3779b97f4a7c15ull;
    h = (h ^ h >> 33) * 0xc2b2ae3d27d4eb4full;
    h = (h ^ h >> 29) * 0x165667b19e3779f9ull;
    h ^= h >> 32;
    uint32_t w = count[i] < 4095 ? count[i] : 4095;
    total += w;
    for (int b = 0; b < 64; b++) sum[b] += w & -(uint32_t)(h >> b & 1);
  }
  uint64_t out = 0;
  for (int b = 0; b < 64; b++) out |= (uint64_t)(sum[b] > total / 2) << b;
  return out;
}

int main(int argc, char **argv) {
  int n = atoi(argv[argc - 1]), pages = 300;
  uint32_t *id = malloc(4ul * n * pages);
  double *count = malloc(8ul * n * pages);
  for (int k = 0; k < pages; k++) ids(id + k * n, n);
  for (int i = 0; i < n * pages; i++) count[i] = 1 + draw() % 5;
  MEASURE(pages, for (int k = 0; k < pages; k++) sink += simhash(id + k * n, count + k * n, n) & 1);
}

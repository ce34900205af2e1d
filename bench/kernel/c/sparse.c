/* Dot product of two sorted vectors: sparse MILLISECONDS TERMS. */
#include "bench.h"

static double dot(const uint32_t *a, const double *x, const uint32_t *b, const double *y, int n) {
  double sum = 0;
  for (int i = 0, j = 0; i < n && j < n;) {
    uint32_t p = a[i], q = b[j];
    if (p == q) sum += x[i] * y[j];
    i += p <= q;
    j += q <= p;
  }
  return sum;
}

int main(int argc, char **argv) {
  int n = atoi(argv[argc - 1]), count = 1000;
  uint32_t *id = malloc(4ul * n * count);
  double *weight = malloc(8ul * n * count);
  for (int k = 0; k < count; k++) {
    ids(id + k * n, n);
    for (int i = 0; i < n; i++) weight[k * n + i] = uniform();
  }
  int *other = malloc(4 * count);
  for (int k = 0; k < count; k++) other[k] = draw() % count;
  MEASURE(count, for (int k = 0; k < count; k++) sink += dot(id + k * n, weight + k * n, id + other[k] * n, weight + other[k] * n, n));
}

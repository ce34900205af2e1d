/* Rounds of PageRank on a random graph, each node pulling from its linkers: pagerank MILLISECONDS NODES EDGES ROUNDS. */
#include "bench.h"

static uint32_t *first, *row;
static double *rank_, *share, *weight;

static double round_(int n, double base) {
  double largest = 0;
  for (int i = 0; i < n; i++) share[i] = rank_[i] * weight[i];
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (uint32_t e = first[i]; e < first[i + 1]; e++) sum += share[row[e]];
    double now = base + sum, change = now > rank_[i] ? now - rank_[i] : rank_[i] - now;
    if (change > largest) largest = change;
    rank_[i] = now;
  }
  return largest;
}

int main(int argc, char **argv) {
  int n = atoi(argv[argc - 3]), edges = atoi(argv[argc - 2]), rounds = atoi(argv[argc - 1]), out = edges / n;
  first = calloc(n + 2, 4);
  row = malloc(4ul * edges);
  rank_ = malloc(8ul * n);
  share = malloc(8ul * n);
  weight = malloc(8ul * n);
  uint32_t *to = malloc(4ul * edges), *next = malloc(4ul * n);
  for (long e = 0; e < (long)n * out; e++) first[(to[e] = draw() % n) + 1]++;
  for (int i = 0; i < n; i++) first[i + 1] += first[i], next[i] = first[i], rank_[i] = 1, weight[i] = .85 / out;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < out; k++) row[next[to[i * out + k]]++] = i;
  MEASURE((long)n * out * rounds, for (int r = 0; r < rounds; r++) sink += round_(n, .15));
}

/* xxHash64 of addresses in memory: fingerprint MILLISECONDS LENGTH. */
#include "bench.h"

#define P1 0x9e3779b185ebca87ull
#define P2 0xc2b2ae3d27d4eb4full
#define P3 0x165667b19e3779f9ull
#define P4 0x85ebca77c2b2ae63ull
#define P5 0x27d4eb2f165667c5ull

static uint64_t left(uint64_t x, int n) { return x << n | x >> (64 - n); }
static uint64_t feed(uint64_t lane, uint64_t input) { return left(lane + input * P2, 31) * P1; }
static uint64_t word(const uint8_t *p) {
  uint64_t x;
  memcpy(&x, p, 8);
  return x;
}

static uint64_t hash(const uint8_t *p, uint64_t n) {
  const uint8_t *end = p + n;
  uint64_t h = P5;
  if (n >= 32) {
    uint64_t lane[4] = {P1 + P2, P2, 0, -P1};
    for (; p + 32 <= end; p += 32)
      for (int i = 0; i < 4; i++) lane[i] = feed(lane[i], word(p + 8 * i));
    h = left(lane[0], 1) + left(lane[1], 7) + left(lane[2], 12) + left(lane[3], 18);
    for (int i = 0; i < 4; i++) h = (h ^ feed(0, lane[i])) * P1 + P4;
  }
  h += n;
  for (; p + 8 <= end; p += 8) h = left(h ^ feed(0, word(p)), 27) * P1 + P4;
  if (p + 4 <= end) {
    uint32_t x;
    memcpy(&x, p, 4);
    h = left(h ^ x * P1, 23) * P2 + P3;
    p += 4;
  }
  for (; p < end; p++) h = left(h ^ *p * P5, 11) * P1;
  h = (h ^ h >> 33) * P2;
  h = (h ^ h >> 29) * P3;
  return h ^ h >> 32;
}

int main(int argc, char **argv) {
  int n = atoi(argv[argc - 1]), count = 2000;
  uint8_t *text = malloc(n * count);
  for (int i = 0; i < n * count; i++) text[i] = 97 + draw() % 26;
  MEASURE(count, for (int k = 0; k < count; k++) sink += hash(text + k * n, n) & 1);
}

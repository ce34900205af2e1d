/* Looking up keys, 4 of 5 known, in open addressing over entries of 12 bytes, one after the other: seen MILLISECONDS KEYS. */
#include "bench.h"

typedef struct {
  uint32_t low, high, slot;
} Entry;

static Entry *table;
static uint64_t places;

static Entry *place(uint64_t key) {
  uint64_t at = (key * 0x9e3779b97f4a7c15ull >> 32) * places >> 32;
  while (table[at].slot != 0 && !(table[at].low == (uint32_t)key && table[at].high == (uint32_t)(key >> 32)))
    if (++at == places) at = 0;
  return table + at;
}

int main(int argc, char **argv) {
  uint32_t n = atoi(argv[argc - 1]), asked = 200000;
  uint64_t *key = malloc(8ul * n), *ask = malloc(8ul * asked);
  places = n * 1.1 / 0.75;
  table = calloc(places, sizeof(Entry));
  for (uint32_t i = 0; i < n; i++) {
    key[i] = draw();
    *place(key[i]) = (Entry){key[i], key[i] >> 32, i + 1};
  }
  for (uint32_t i = 0; i < asked; i++) ask[i] = i % 5 == 0 ? draw() : key[draw() % n];
  MEASURE(asked, for (uint32_t i = 0; i < asked; i++) sink += place(ask[i])->slot);
}

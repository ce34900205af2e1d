/* Pages against topics of few words, each word looked up in strides of sixteen: topic MILLISECONDS TERMS WORDS TOPICS. */
#include "bench.h"

static double cosine(const uint32_t *id, const double *count, int n, const uint32_t *word, const double *weight,
                     const double *rarity, int words) {
  double dot = 0, squares = 0, own = 0;
  int at = 0;
  for (int i = 0; i < words && at < n; i++) {
    own += weight[i] * weight[i];
    while (at + 16 <= n && id[at + 15] < word[i]) at += 16;
    if (at + 16 <= n) {
      int below = 0;
      for (int k = 0; k < 16; k++) below += id[at + k] < word[i];
      at += below;
    } else {
      while (at < n && id[at] < word[i]) at++;
    }
    if (at < n && id[at] == word[i]) {
      double w = count[at] / 900 * rarity[i];
      dot += weight[i] * w;
      squares += w * w;
    }
  }
  double product = sqrt(own) * sqrt(squares);
  return product > 0 ? dot / product : 0;
}

int main(int argc, char **argv) {
  int n = atoi(argv[2]), words = atoi(argv[3]), topics = atoi(argv[4]), pages = 500;
  (void)argc;
  uint32_t *id = malloc(4ul * n * pages), *word = malloc(4ul * words * topics);
  double *count = malloc(8ul * n * pages), *weight = malloc(8ul * words * topics), *rarity = malloc(8ul * words * topics);
  for (int k = 0; k < pages; k++) ids(id + k * n, n);
  for (int i = 0; i < n * pages; i++) count[i] = 1 + draw() % 5;
  for (int k = 0; k < topics; k++) ids(word + k * words, words);
  for (int i = 0; i < words * topics; i++) weight[i] = 1 - uniform() / 2, rarity[i] = 1 + uniform();
  MEASURE(pages, for (int k = 0; k < pages; k++) for (int t = 0; t < topics; t++)
      sink += cosine(id + k * n, count + k * n, n, word + t * words, weight + t * words, rarity + t * words, words));
}

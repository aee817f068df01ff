// Times simdjson's parser of whole documents: the median of CPU time over several runs.
// g++ -O3 -march=native simdjson_peer.cpp -lsimdjson -o simdjson_peer; simdjson_peer FILE REPETITIONS
#include <simdjson.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

int main(int count, char **words) {
  if (count < 3) return 64;
  simdjson::padded_string text = simdjson::padded_string::load(words[1]);
  simdjson::dom::parser parser;
  std::vector<double> times;
  for (int i = 0; i < atoi(words[2]); i++) {
    timespec before, after;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
    simdjson::dom::element root = parser.parse(text);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
    if (!root.is_object()) return 65;
    times.push_back(after.tv_sec - before.tv_sec + (after.tv_nsec - before.tv_nsec) / 1e9);
  }
  std::sort(times.begin(), times.end());
  double time = times[times.size() / 2];
  printf("simdjson %d.%d.%d decode=%.4fs %.1fMB/s\n", simdjson::SIMDJSON_VERSION_MAJOR,
         simdjson::SIMDJSON_VERSION_MINOR, simdjson::SIMDJSON_VERSION_REVISION, time, text.size() / 1e6 / time);
}

// Swift Testing starts all tests at once, and on few processors they starve each other: of 1,536 on two processors, the first
// result came after 329 s and the last after 391 s; with four at a time, after 7 s and after 175 s. Swift Testing reads the
// bound from the environment when it starts, so it is set before, when the program is loaded. One that is set already stays.

#include <stdlib.h>

#if !defined(_WIN32)
#include <stdio.h>
#include <unistd.h>

__attribute__((constructor)) static void boundTestsAtOnce(void) {
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  char width[24];
  snprintf(width, sizeof width, "%ld", processors < 2 ? 4 : 2 * processors);
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", width, 0);
}
#endif

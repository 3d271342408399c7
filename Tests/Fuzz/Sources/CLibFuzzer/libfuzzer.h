#include <stddef.h>
#include <stdint.h>

/// The loop of libFuzzer; it returns when the run is over. Linked by `-sanitize=fuzzer`.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));

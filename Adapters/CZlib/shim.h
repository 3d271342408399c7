// The system's zlib, which async-http-client needs, too.
#include <zlib.h>

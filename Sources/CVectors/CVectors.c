// All is in the header, so that callers need no call; the package manager wants a source beside it.
#include "CVectors.h"

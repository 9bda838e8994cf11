// Fixed-arity C functions over processes: starting one, and a descriptor that tells its end.
#ifndef QUIVER_CPROCESS_H
#define QUIVER_CPROCESS_H

#include <sys/types.h>

/// Starts a program in a process group of its own, with three streams and no other open file, and with all signals as they
/// come by default. Returns 0, or the error number negated.
///
/// `descriptor` can be read once the process has ended; it is not inherited.
int cprocess_start(const char *_Nonnull program, char *_Nullable const *_Nonnull arguments,
                   char *_Nullable const *_Nonnull environment, int input, int output, int error, pid_t *_Nonnull process,
                   int *_Nonnull descriptor);

/// A pipe that no program inherits: the end that is read does not wait, the end that is written does. Returns 0, or the
/// error number negated.
int cprocess_pipe(int *_Nonnull reader, int *_Nonnull writer);

#endif

// Fixed-arity C functions over processes: starting one, and a descriptor that tells its end.
#ifndef QUIVER_CPROCESS_H
#define QUIVER_CPROCESS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Starts a program with three streams and no other open file, and with all signals as they come by default: with `group` 1
/// in a process group of its own, with 0 in this one's, so that a terminal's Ctrl-C reaches it. Returns 0, or the error number
/// negated.
///
/// `descriptor` can be read once the process has ended; it is not inherited.
int cprocess_start(const char *_Nonnull program, char *_Nullable const *_Nonnull arguments,
                   char *_Nullable const *_Nonnull environment, int input, int output, int error, int group,
                   pid_t *_Nonnull process, int *_Nonnull descriptor);

/// How far a process lets others go first; the numbers are ours.
enum { CPROCESS_NORMAL = 0, CPROCESS_NICE = 1, CPROCESS_IDLE = 2 };

/// Lets a process that was just started, with all threads that it has and will have, go behind other programs: it gets what
/// they leave of processor and disk, or a small share of it. Returns 0, or the error number of the first part that was refused,
/// negated; the others hold.
int cprocess_yield(pid_t process, int scheduling);

/// A pipe that no program inherits: the end that is read does not wait, the end that is written does. Returns 0, or the
/// error number negated.
int cprocess_pipe(int *_Nonnull reader, int *_Nonnull writer);

/// A list of descriptors that are waited for together, kept by the kernel and inherited by no program. Returns its descriptor,
/// or the error number negated.
int cprocess_waits(void);

/// Has the list tell once when a descriptor can be read or its other end is closed, with this mark; one that it has waited for
/// until now is told with the new mark alone. Returns 0, or the error number negated.
int cprocess_wait_for(int list, int descriptor, uint64_t mark);

/// Waits until at least one descriptor of the list can be read. Returns how many marks were written, at most 64, or the error
/// number negated.
int cprocess_wait(int list, uint64_t marks[_Nonnull 64]);

/// A file in memory that holds these bytes and is read from its beginning; inherited by no program. Returns the descriptor,
/// or the error number negated.
int cprocess_input(const void *_Nullable bytes, size_t length);

/// Bounds how many processes a process's user may have for it to start a further one. Root is not bound. Returns 0, or the
/// error number negated.
int cprocess_limit(pid_t process, uint64_t most);

#endif

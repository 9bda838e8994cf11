// Fixed-arity C functions over pairs of Unix sockets, which carry open files beside bytes.
//
// Each returns 0 or a count, else the error number negated.
#ifndef QUIVER_CSOCKETS_H
#define QUIVER_CSOCKETS_H

#include <stddef.h>
#include <sys/types.h>

/// Two connected stream sockets; neither is a standard stream, and neither is inherited by programs.
int csockets_pair(int *_Nonnull first, int *_Nonnull second);
/// Sends bytes, and with the first of them an open file (-1 for none). A count may be smaller than asked.
ssize_t csockets_send(int socket, const void *_Nonnull bytes, size_t count, int descriptor, int waits);
/// Receives bytes, and the open file that came with them (-1 for none). 0 is the end.
ssize_t csockets_receive(int socket, void *_Nonnull bytes, size_t count, int *_Nonnull descriptor);

#endif

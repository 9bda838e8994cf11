// Fixed-arity C functions over pairs of Unix sockets, which carry open files beside bytes, and over the kernel's answers
// about sockets.
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

/// The user of the connected TCP socket of this machine whose own end is the first address and whose other end is the
/// second. Addresses are of `length` 4 (IPv4) or 16 (IPv6) bytes in the network's order, ports in the machine's.
/// -ENOENT where this machine has no such socket, another error where the kernel does not answer such questions.
int csockets_owner(
    size_t length, const void *_Nonnull own, unsigned own_port, const void *_Nonnull other, unsigned other_port,
    uid_t *_Nonnull user);

#endif

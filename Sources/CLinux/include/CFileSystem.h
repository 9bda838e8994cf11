// Fixed-arity C functions over system calls on files that the C library has no plain function for.
//
// Each returns 0 or a descriptor, else the error number negated.
#ifndef QUIVER_CFILESYSTEM_H
#define QUIVER_CFILESYSTEM_H

#include <stdint.h>

// How openat2 resolves a path; the kernel's numbers, which headers of a distribution may not have yet.
#define CFILESYSTEM_NO_MAGICLINKS 0x02
#define CFILESYSTEM_NO_SYMLINKS 0x04
#define CFILESYSTEM_BENEATH 0x08

// What renameat2 does where the new name is taken.
#define CFILESYSTEM_RENAME_NOREPLACE 1
#define CFILESYSTEM_RENAME_EXCHANGE 2

/// openat2(2).
int cfilesystem_openat2(int folder, const char *_Nonnull path, uint64_t flags, uint64_t mode, uint64_t resolve);
/// renameat2(2).
int cfilesystem_renameat2(
    int folder, const char *_Nonnull path, int new_folder, const char *_Nonnull new_path, unsigned flags
);
/// O_PATH, which the C library shows only to programs that ask for extensions.
int cfilesystem_o_path(void);

#endif

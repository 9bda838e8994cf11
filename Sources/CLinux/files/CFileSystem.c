#define _GNU_SOURCE
#include "CFileSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The same number on every architecture; headers older than Linux 5.6 have no name for it.
#define NR_OPENAT2 437

int cfilesystem_openat2(int folder, const char *path, uint64_t flags, uint64_t mode, uint64_t resolve) {
    struct {
        uint64_t flags, mode, resolve;
    } how = {flags, mode, resolve};
    long status = syscall(NR_OPENAT2, folder, path, &how, sizeof how);
    return status < 0 ? -errno : (int)status;
}

int cfilesystem_renameat2(int folder, const char *path, int new_folder, const char *new_path, unsigned flags) {
    long status = syscall(__NR_renameat2, folder, path, new_folder, new_path, flags);
    return status < 0 ? -errno : 0;
}

int cfilesystem_o_path(void) { return O_PATH; }

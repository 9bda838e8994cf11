#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Same numbers on every architecture; the C library of some distributions has no names for them.
enum { NR_OPEN_TREE = 428, NR_MOVE_MOUNT = 429, NR_MOUNT_SETATTR = 442 };
enum { TREE_CLONE = 1, MOVE_FROM_DESCRIPTOR = 4, RECURSIVE = 0x8000, EMPTY_PATH = 0x1000 };
enum { ATTRIBUTE_READ_ONLY = 1, ATTRIBUTE_NO_SUID = 2, ATTRIBUTE_NO_DEVICES = 4 };

struct mount_attributes {
    uint64_t set, clear, propagation, user_namespace;
};

int csandbox_rehearse(int (*body)(const void *), const void *context) {
    pid_t child = fork();
    if (child < 0) return errno;
    if (child == 0) _exit(body(context));
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return errno;
    return WIFEXITED(status) ? WEXITSTATUS(status) : ECHILD;
}

int csandbox_unshare(int user) {
    int flags = CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | (user ? CLONE_NEWUSER : 0);
    return unshare(flags) == 0 ? 0 : -errno;
}

int csandbox_mounts_private(void) {
    return mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 ? 0 : -errno;
}

int csandbox_tree_open(const char *path) {
    long tree = syscall(NR_OPEN_TREE, AT_FDCWD, path, TREE_CLONE | RECURSIVE | O_CLOEXEC);
    return tree < 0 ? -errno : (int)tree;
}

int csandbox_tree_restrict(int tree, int read_only, int devices) {
    struct mount_attributes attributes = {.set = ATTRIBUTE_NO_SUID};
    if (read_only) attributes.set |= ATTRIBUTE_READ_ONLY;
    if (!devices) attributes.set |= ATTRIBUTE_NO_DEVICES;
    long status = syscall(NR_MOUNT_SETATTR, tree, "", EMPTY_PATH | RECURSIVE, &attributes, sizeof attributes);
    return status == 0 ? 0 : -errno;
}

int csandbox_tree_attach(int tree, const char *path) {
    return syscall(NR_MOVE_MOUNT, tree, "", AT_FDCWD, path, MOVE_FROM_DESCRIPTOR) == 0 ? 0 : -errno;
}

int csandbox_mount_empty(const char *path) {
    return mount("quiver", path, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=256k") == 0 ? 0 : -errno;
}

int csandbox_change_root(const char *path) {
    // Pivoting onto itself stacks the old root on the new one, where it can be let go of without a folder of its own.
    if (chdir(path) != 0 || syscall(SYS_pivot_root, ".", ".") != 0) return -errno;
    if (umount2(".", MNT_DETACH) != 0 || chdir("/") != 0) return -errno;
    unsigned long flags = MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV;
    return mount("none", "/", NULL, flags, NULL) == 0 ? 0 : -errno;
}

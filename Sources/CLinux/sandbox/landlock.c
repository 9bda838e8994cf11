#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

// Same numbers on every architecture; headers older than Linux 5.13 have no names for them.
enum { NR_CREATE_RULESET = 444, NR_ADD_RULE = 445 };
enum { CREATE_RULESET_VERSION = 1, RULE_PATH_BENEATH = 1 };

struct ruleset {
    uint64_t files;
    uint64_t network; // since version 4: 1 bind, 2 connect of TCP
    uint64_t scoped;  // since version 6: 1 abstract Unix sockets, 2 signals, of processes that are not so confined
};

struct path_beneath {
    uint64_t rights;
    int32_t place;
} __attribute__((packed));

int csandbox_landlock_version(void) {
    long version = syscall(NR_CREATE_RULESET, NULL, 0, CREATE_RULESET_VERSION);
    return version < 0 ? -errno : (int)version;
}

uint64_t csandbox_landlock_rights(int version) {
    uint64_t rights = (1ULL << 13) - 1;
    if (version >= 2) rights |= CSANDBOX_REFER;
    if (version >= 3) rights |= CSANDBOX_TRUNCATE;
    if (version >= 5) rights |= CSANDBOX_IOCTL_DEV;
    return rights;
}

int csandbox_landlock_create(int version) {
    struct ruleset rules = {.files = csandbox_landlock_rights(version)};
    size_t size = offsetof(struct ruleset, network);
    if (version >= 4) {
        rules.network = 3;
        size = offsetof(struct ruleset, scoped);
    }
    if (version >= 6) {
        rules.scoped = 3;
        size = sizeof rules;
    }
    long descriptor = syscall(NR_CREATE_RULESET, &rules, size, 0);
    return descriptor < 0 ? -errno : (int)descriptor;
}

int csandbox_landlock_allow(int ruleset, int place, uint64_t rights) {
    struct path_beneath rule = {.rights = rights, .place = place};
    return syscall(NR_ADD_RULE, ruleset, RULE_PATH_BENEATH, &rule, 0) == 0 ? 0 : -errno;
}

int csandbox_place_open(const char *path) {
    int place = open(path, O_PATH | O_CLOEXEC);
    return place < 0 ? -errno : place;
}

#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { NR_PIDFD_OPEN = 434, NR_IO_URING_SETUP = 425 };

int csandbox_try_program(const char *program) {
    char *const arguments[] = {(char *)program, NULL}, *const environment[] = {NULL};
    execve(program, arguments, environment);
    return -errno;
}

int csandbox_try_child(const char *program, uint64_t flags) {
    // The call itself: what hangs on the C library's fork is no use to a child that ends at once.
    long child = syscall(SYS_clone, (long)(flags | SIGCHLD), 0, 0, 0, 0);
    if (child < 0) return -errno;
    if (child == 0) {
        if (program != NULL) csandbox_try_program(program);
        _exit(program != NULL ? 127 : 0);
    }
    int status = 0;
    while (waitpid((pid_t)child, &status, 0) < 0)
        if (errno != EINTR) return -errno;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -EACCES;
}

int csandbox_try_foreign(void) {
#if defined(__x86_64__)
    int result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory"); // getpid there
    return result;
#else
    return 0;
#endif
}

static long opened(long descriptor) {
    if (descriptor >= 0) close((int)descriptor);
    return descriptor;
}

static long pair(void) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -1;
    close(ends[0]);
    close(ends[1]);
    return 0;
}

static long ring(void) {
    char parameters[120];
    memset(parameters, 0, sizeof parameters);
    return opened(syscall(NR_IO_URING_SETUP, 1, parameters));
}

static long owner(void) {
    int ends[2];
    if (pipe(ends) != 0) return -1;
    long status = fcntl(ends[0], F_SETOWN, getppid());
    int kept = errno;
    close(ends[0]);
    close(ends[1]);
    errno = kept;
    return status;
}

static long limit(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_NOFILE, &limit) != 0 ? -1 : setrlimit(RLIMIT_NOFILE, &limit);
}

static long affinity(void) {
    unsigned long processors[16];
    long size = syscall(SYS_sched_getaffinity, 0, sizeof processors, processors);
    return size < 0 ? -1 : syscall(SYS_sched_setaffinity, getppid(), size, processors);
}

static long attributes(void) {
    // A file that every user may look at and that is on every machine.
    char names[64];
    return listxattr("/proc", names, sizeof names);
}

static long mapped(int flags) {
    void *memory = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | flags, -1, 0);
    if (memory == MAP_FAILED) return -1;
    munmap(memory, 1 << 16);
    return 0;
}

static long memory_file(void) { return opened(syscall(SYS_memfd_create, "probe", 0)); }
static long shared_memory(void) { return mapped(MAP_SHARED); }
static long own_stack(void) { return mapped(MAP_PRIVATE | MAP_GROWSDOWN); }
static long internet(void) { return opened(socket(AF_INET, SOCK_STREAM, 0)); }
static long datagram(void) { return opened(socket(AF_INET6, SOCK_DGRAM, 0)); }
static long local(void) { return opened(socket(AF_UNIX, SOCK_STREAM, 0)); }
static long netlink(void) { return opened(socket(AF_NETLINK, SOCK_RAW, 0)); }
static long signal_parent(void) { return kill(getppid(), 0); }
static long signal_group(void) { return kill(0, 0); }
static long signal_thread(void) { return syscall(SYS_tkill, getppid(), 0); }
static long handle(void) { return opened(syscall(NR_PIDFD_OPEN, getppid(), 0)); }
static long trace(void) { return syscall(SYS_ptrace, 0x4206 /* PTRACE_SEIZE */, getppid(), 0, 0); }
static long user(void) { return syscall(SYS_setresuid, -1, -1, -1); }
static long priority(void) { return setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0)); }
static long keys(void) { return syscall(SYS_keyctl, 0 /* KEYCTL_GET_KEYRING_ID */, -3, 1); }
static long namespace(void) { return unshare(0); }

static const struct {
    const char *name;
    long (*call)(void);
} calls[] = {
    {"make a TCP socket", internet},
    {"make a UDP socket", datagram},
    {"make a Unix socket", local},
    {"make a netlink socket", netlink},
    {"make a pair of sockets", pair},
    {"make a ring of requests", ring},
    {"signal the parent", signal_parent},
    {"signal the process group", signal_group},
    {"signal a thread of the parent", signal_thread},
    {"have the parent signalled", owner},
    {"get a handle of the parent", handle},
    {"trace the parent", trace},
    {"move the parent to other processors", affinity},
    {"set a limit", limit},
    {"make a file in memory", memory_file},
    {"share memory without a file", shared_memory},
    {"make a stack that no limit counts", own_stack},
    {"set a priority", priority},
    {"change the user", user},
    {"reach the keys of the session", keys},
    {"list the attributes of any file", attributes},
    {"leave a namespace", namespace},
};

int csandbox_try_count(void) { return (int)(sizeof calls / sizeof calls[0]); }

const char *csandbox_try_name(int index) { return calls[index].name; }

int csandbox_try_call(int index) { return calls[index].call() < 0 ? -errno : 0; }

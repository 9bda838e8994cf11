#define _GNU_SOURCE
#include "CSandbox.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Same number on every architecture; headers older than Linux 5.13 have no name for it.
#define NR_LANDLOCK_RESTRICT_SELF 446

// Rights are a thread's, not the process's. The kernel shares a filter of system calls with all threads at once, but
// capabilities and Landlock's rules (before its version 8) bind the calling thread alone. So each thread is told by a
// signal to give its rights up itself, which is also how the C library makes setuid a matter of the whole process.
static struct {
    int ruleset;
    uint64_t kept;
} order;

static atomic_int answer; // 0 while it is awaited, then 1 or a negated error number

static int read_capabilities(struct __user_cap_data_struct data[2]) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    return syscall(SYS_capget, &header, data) == 0 ? 0 : -errno;
}

uint64_t csandbox_capabilities(void) {
    struct __user_cap_data_struct data[2] = {{0}};
    if (read_capabilities(data) != 0) return 0;
    return (uint64_t)data[1].effective << 32 | data[0].effective;
}

static int drop_capabilities(uint64_t kept) {
    // Fails for who has no right to it, and has then nothing to lose by it either: nothing is ever executed again.
    for (int capability = 0; capability < 64; capability++)
        if (!(kept >> capability & 1)) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2] = {{0}};
    int status = read_capabilities(data);
    if (status != 0) return status;
    for (int half = 0; half < 2; half++) {
        uint32_t left = data[half].permitted & (uint32_t)(kept >> (32 * half));
        data[half].permitted = data[half].effective = left;
        data[half].inheritable = 0;
    }
    return syscall(SYS_capset, &header, data) == 0 ? 0 : -errno;
}

// Called in a signal handler too: system calls only.
static int restrict_this_thread(void) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -errno;
    if (order.ruleset >= 0 && syscall(NR_LANDLOCK_RESTRICT_SELF, order.ruleset, 0) != 0) return -errno;
    return drop_capabilities(order.kept);
}

static void obey(int number) {
    (void)number;
    int kept_errno = errno;
    int status = restrict_this_thread();
    atomic_store(&answer, status == 0 ? 1 : status);
    errno = kept_errno;
}

static bool blocks_signal(pid_t thread, int number) {
    char path[64], text[4096];
    snprintf(path, sizeof path, "/proc/self/task/%d/status", thread);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    text[count < 0 ? 0 : count] = 0;
    const char *line = strstr(text, "SigBlk:");
    return line != NULL && strtoull(line + 7, NULL, 16) >> (number - 1) & 1;
}

// 1 where the thread has obeyed, 0 where it has ended meanwhile, else a negated error number.
static int order_thread(pid_t thread, int number) {
    atomic_store(&answer, 0);
    if (syscall(SYS_tgkill, getpid(), thread, number) != 0) return errno == ESRCH ? 0 : -errno;
    // On a machine that is busy a thread may be long in coming; one that blocks the signal never comes. Each does for a
    // moment while it starts.
    for (int tick = 1; tick <= 300000; tick++) {
        int heard = atomic_load(&answer);
        if (heard != 0) return heard;
        if (tick % 100 == 0 && syscall(SYS_tgkill, getpid(), thread, 0) != 0) return 0;
        if (tick % 5000 == 0 && blocks_signal(thread, number)) return -ETIMEDOUT;
        nanosleep(&(struct timespec){0, 100000}, NULL);
    }
    return -ETIMEDOUT;
}

// Orders each thread that is not among the known ones; the number of those, or a negated error number.
static int order_new_threads(pid_t **known, size_t *count, int number) {
    DIR *folder = opendir("/proc/self/task");
    if (folder == NULL) return -errno;
    int found = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL && found >= 0;) {
        pid_t thread = (pid_t)strtol(entry->d_name, NULL, 10);
        bool is_known = thread <= 0 || thread == (pid_t)syscall(SYS_gettid);
        for (size_t index = 0; index < *count && !is_known; index++) is_known = (*known)[index] == thread;
        if (is_known) continue;
        int status = order_thread(thread, number);
        pid_t *longer = realloc(*known, (*count + 1) * sizeof *longer);
        if (status < 0 || longer == NULL) {
            found = status < 0 ? status : -ENOMEM;
            if (longer != NULL) *known = longer;
            continue;
        }
        *known = longer;
        (*known)[(*count)++] = thread;
        found++;
    }
    closedir(folder);
    return found;
}

// Not the lowest or the highest of the free signals, which others like to take.
static int order_signal(void) { return SIGRTMAX - 3; }

int csandbox_listen(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, order_signal());
    return sigprocmask(SIG_UNBLOCK, &signals, NULL) == 0 ? 0 : -errno;
}

int csandbox_restrict_others(int ruleset, uint64_t kept) {
    const int number = order_signal();
    order.ruleset = ruleset;
    order.kept = kept;
    struct sigaction action = {.sa_handler = obey, .sa_flags = SA_RESTART}, before;
    sigfillset(&action.sa_mask);
    if (sigaction(number, &action, &before) != 0) return -errno;
    pid_t *known = NULL;
    size_t count = 0;
    // A thread that has not obeyed yet may start another meanwhile: until a look finds none that is new.
    int status;
    do status = order_new_threads(&known, &count, number);
    while (status > 0);
    free(known);
    sigaction(number, &before, NULL);
    return status;
}

// Last: a thread may not signal the others, nor look at them, once its own rights are gone.
int csandbox_restrict_self(void) { return restrict_this_thread(); }

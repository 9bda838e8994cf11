#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int cprocess_start(const char *program, char *const *arguments, char *const *environment, int input, int output,
                   int error, int group, pid_t *process, int *descriptor) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    int status = posix_spawn_file_actions_init(&files);
    if (status != 0) return -status;
    status = posix_spawnattr_init(&attributes);
    if (status != 0) {
        posix_spawn_file_actions_destroy(&files);
        return -status;
    }
    if (status == 0) status = posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    if (status == 0) status = posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    if (status == 0) status = posix_spawn_file_actions_adddup2(&files, error, STDERR_FILENO);
    if (status == 0) status = posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
    if (status == 0 && group) status = posix_spawnattr_setpgroup(&attributes, 0);
    if (status == 0) status = posix_spawnattr_setsigdefault(&attributes, &all);
    if (status == 0) status = posix_spawnattr_setsigmask(&attributes, &none);
    if (status == 0)
        status = posix_spawnattr_setflags(
            &attributes, (group ? POSIX_SPAWN_SETPGROUP : 0) | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    if (status == 0) status = posix_spawn(process, program, &files, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    if (status != 0) return -status;
    *descriptor = (int)syscall(SYS_pidfd_open, *process, 0);
    if (*descriptor >= 0) return 0;
    // Its end could not be seen.
    status = errno;
    kill(*process, SIGKILL);
    while (waitpid(*process, NULL, 0) < 0 && errno == EINTR) continue;
    return -status;
}

// The C library has no names for these (linux/ioprio.h).
enum { who_process = 1, class_idle = 3, class_shift = 13 };

// A thread is told by its own number: processor and disk have one setting for each.
static int yield_thread(pid_t thread, int is_idle) {
    int error = 0;
    const struct sched_param none = {.sched_priority = 0};
    if (is_idle && sched_setscheduler(thread, SCHED_IDLE, &none) != 0) error = errno;
    if (setpriority(PRIO_PROCESS, (id_t)thread, is_idle ? 19 : 10) != 0 && error == 0) error = errno;
    if (is_idle && syscall(SYS_ioprio_set, who_process, thread, class_idle << class_shift) != 0 && error == 0)
        error = errno;
    return error;
}

int cprocess_yield(pid_t process, int scheduling) {
    if (scheduling == CPROCESS_NORMAL) return 0;
    int error = yield_thread(process, scheduling == CPROCESS_IDLE);
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task", (int)process);
    // Threads that it started meanwhile; one that is started by a thread which yields does so from its beginning. Only where
    // a look finds none that a former one did not is all done.
    for (int former = -1, found = 0; former != found;) {
        DIR *threads = opendir(path);
        if (threads == NULL) break;
        former = found;
        found = 0;
        for (struct dirent *entry = readdir(threads); entry != NULL; entry = readdir(threads)) {
            pid_t thread = (pid_t)atoi(entry->d_name);
            if (thread <= 0) continue;
            found++;
            // It may have ended.
            int other = thread == process ? 0 : yield_thread(thread, scheduling == CPROCESS_IDLE);
            if (error == 0 && other != ESRCH) error = other;
        }
        closedir(threads);
    }
    return -error;
}

int cprocess_pipe(int *reader, int *writer) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -errno;
    if (fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) {
        int error = errno;
        close(ends[0]);
        close(ends[1]);
        return -error;
    }
    *reader = ends[0];
    *writer = ends[1];
    return 0;
}

int cprocess_waits(void) {
    int list = epoll_create1(EPOLL_CLOEXEC);
    return list < 0 ? -errno : list;
}

int cprocess_wait_for(int list, int descriptor, uint64_t mark) {
    struct epoll_event event = {.events = EPOLLIN | EPOLLONESHOT, .data.u64 = mark};
    if (epoll_ctl(list, EPOLL_CTL_MOD, descriptor, &event) == 0) return 0;
    if (errno == ENOENT && epoll_ctl(list, EPOLL_CTL_ADD, descriptor, &event) == 0) return 0;
    return -errno;
}

int cprocess_wait(int list, uint64_t marks[64]) {
    struct epoll_event events[64];
    int count = epoll_wait(list, events, 64, -1);
    if (count < 0) return -errno;
    for (int index = 0; index < count; index++) marks[index] = events[index].data.u64;
    return count;
}

int cprocess_input(const void *bytes, size_t length) {
    int file = memfd_create("quiver-message", MFD_CLOEXEC);
    if (file < 0) return -errno;
    size_t written = 0;
    while (written < length) {
        ssize_t count = pwrite(file, (const char *)bytes + written, length - written, (off_t)written);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) {
            int error = count < 0 ? errno : EIO;
            close(file);
            return -error;
        }
        written += (size_t)count;
    }
    return file;
}

int cprocess_limit(pid_t process, uint64_t most) {
    struct rlimit limit = {.rlim_cur = most, .rlim_max = most};
    return prlimit(process, RLIMIT_NPROC, &limit, NULL) == 0 ? 0 : -errno;
}

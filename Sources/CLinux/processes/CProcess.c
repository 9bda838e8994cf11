#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int cprocess_start(const char *program, char *const *arguments, char *const *environment, int input, int output,
                   int error, pid_t *process, int *descriptor) {
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
    if (status == 0) status = posix_spawnattr_setpgroup(&attributes, 0);
    if (status == 0) status = posix_spawnattr_setsigdefault(&attributes, &all);
    if (status == 0) status = posix_spawnattr_setsigmask(&attributes, &none);
    if (status == 0)
        status = posix_spawnattr_setflags(
            &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    if (status == 0) status = posix_spawn(process, program, &files, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    if (status != 0) return -status;
    *descriptor = (int)syscall(SYS_pidfd_open, *process, 0);
    if (*descriptor >= 0) return 0;
    // Nobody could tell when it ends.
    status = errno;
    kill(*process, SIGKILL);
    while (waitpid(*process, NULL, 0) < 0 && errno == EINTR) continue;
    return -status;
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

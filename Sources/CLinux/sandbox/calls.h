// The system calls that remain, by what they are for. What is not here is refused: sockets, programs, processes,
// tracing, mounts, keys, other processes' memory and priority, permissions, owners, times, attributes and locks of
// files, links, limits, users, rings of requests that no filter sees, and all that kernels to come may bring.
#ifndef QUIVER_CALLS_H
#define QUIVER_CALLS_H

// Names that older headers lack; since 5.x the numbers are the same on every architecture.
#define NR_CLONE3 435
#define NR_OPENAT2 437
#define NR_FACCESSAT2 439
#define NR_FUTEX_WAITV 449
#define NR_MAP_SHADOW_STACK 453
#define NR_FUTEX_WAKE 454
#define NR_FUTEX_WAIT 455
#define NR_FUTEX_REQUEUE 456
#define NR_MSEAL 462

static const uint32_t harmless[] = {
    // What a photo's work does most, first.
    __NR_futex, __NR_read, __NR_write, __NR_close, __NR_munmap, __NR_madvise, __NR_getrandom,
    __NR_sched_yield,
    // Memory
    __NR_brk, __NR_mprotect, __NR_mremap, __NR_msync, __NR_mincore, __NR_mlock, __NR_munlock, __NR_mlock2,
    __NR_pkey_alloc, __NR_pkey_free, __NR_pkey_mprotect, __NR_membarrier,
    __NR_set_mempolicy, __NR_get_mempolicy, __NR_mbind, NR_MAP_SHADOW_STACK, NR_MSEAL,
    // Descriptors
    __NR_readv, __NR_writev, __NR_pread64, __NR_pwrite64, __NR_preadv, __NR_pwritev, __NR_preadv2, __NR_pwritev2,
    __NR_lseek, __NR_dup, __NR_dup3, __NR_pipe2, __NR_eventfd2, __NR_ppoll, __NR_pselect6, __NR_epoll_create1,
    __NR_epoll_ctl, __NR_epoll_pwait, __NR_copy_file_range, __NR_sendfile, __NR_splice, __NR_close_range,
    // From its one socket, which it cannot make a second of: lines, and the photo that comes with one.
    __NR_recvmsg,
    // Files, within what Landlock leaves. `mkdir` is how it is seen that a folder is there.
    __NR_fstat, __NR_statx, __NR_statfs, __NR_fstatfs, __NR_faccessat, NR_FACCESSAT2, __NR_readlinkat,
    __NR_getdents64, __NR_getcwd, __NR_chdir, __NR_fchdir, __NR_umask, __NR_mkdirat, __NR_unlinkat, __NR_renameat2,
    __NR_ftruncate, __NR_fallocate, __NR_fadvise64, __NR_readahead, __NR_fsync, __NR_fdatasync, __NR_sync_file_range,
    // Threads of this process
    __NR_set_tid_address, __NR_set_robust_list, __NR_get_robust_list, __NR_rseq, __NR_gettid, __NR_exit,
    __NR_exit_group, __NR_sched_getaffinity, __NR_sched_getscheduler, __NR_sched_getparam,
    __NR_sched_get_priority_max, __NR_sched_get_priority_min, __NR_sched_rr_get_interval, __NR_getcpu,
    NR_FUTEX_WAITV, NR_FUTEX_WAKE, NR_FUTEX_WAIT, NR_FUTEX_REQUEUE,
    // Signals' handlers
    __NR_rt_sigaction, __NR_rt_sigprocmask, __NR_rt_sigreturn, __NR_rt_sigpending, __NR_rt_sigsuspend,
    __NR_rt_sigtimedwait, __NR_sigaltstack, __NR_restart_syscall,
    // Time
    __NR_clock_gettime, __NR_clock_getres, __NR_clock_nanosleep, __NR_nanosleep, __NR_gettimeofday, __NR_times,
    __NR_setitimer, __NR_getitimer, __NR_timer_create, __NR_timer_settime, __NR_timer_gettime, __NR_timer_getoverrun,
    __NR_timer_delete, __NR_timerfd_create, __NR_timerfd_settime, __NR_timerfd_gettime,
    // Who and where one is
    __NR_getpid, __NR_getppid, __NR_getpgid, __NR_getsid, __NR_getuid, __NR_geteuid, __NR_getgid, __NR_getegid,
    __NR_getresuid, __NR_getresgid, __NR_getgroups, __NR_uname, __NR_sysinfo, __NR_getrusage, __NR_getrlimit,
    __NR_getpriority, __NR_capget, __NR_wait4,
#if defined(__aarch64__)
    __NR_newfstatat, __NR_renameat,
#elif defined(__x86_64__)
    // The older ways of saying the same, which the C library still uses here.
    __NR_newfstatat, __NR_stat, __NR_lstat, __NR_access, __NR_readlink, __NR_mkdir, __NR_unlink, __NR_rename,
    __NR_renameat, __NR_dup2, __NR_pipe, __NR_poll, __NR_select, __NR_epoll_wait, __NR_epoll_create, __NR_eventfd,
    __NR_getdents, __NR_getpgrp, __NR_time, __NR_alarm, __NR_pause, __NR_arch_prctl, __NR_rmdir,
#endif
};

// prctl: a thread's name, and the names of memory regions.
static const uint32_t process_options[] = {PR_SET_NAME, PR_GET_NAME, 0x53564D41 /* PR_SET_VMA */};

// fcntl: duplicates and flags of descriptors. Neither locks nor leases, which others would have to wait for.
static const uint32_t file_commands[] = {
    F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETPIPE_SZ, F_ADD_SEALS, F_GET_SEALS,
};

// ioctl: whether a descriptor is a terminal and how wide, and how much waits in it.
static const uint32_t device_requests[] = {TCGETS, TIOCGWINSZ, FIONREAD, FIOCLEX, FIONCLEX};

#endif

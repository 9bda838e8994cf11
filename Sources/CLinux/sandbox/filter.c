#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "calls.h"

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "the list of system calls is written for x86_64 and aarch64"
#endif

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define FIELD(name) ((uint32_t)offsetof(struct seccomp_data, name))
// Both architectures are little endian: the lower half of an argument comes first.
#define LOW(number) (FIELD(args) + 8 * (number))
#define HIGH(number) (LOW(number) + 4)
#define REFUSE(error) (SECCOMP_RET_ERRNO | (error))

struct program {
    struct sock_filter code[1024];
    unsigned short length;
};

static void add(struct program *program, uint16_t code, uint32_t value, uint8_t then, uint8_t otherwise) {
    program->code[program->length++] = (struct sock_filter){code, then, otherwise, value};
}

static void load(struct program *program, uint32_t field) { add(program, BPF_LD | BPF_W | BPF_ABS, field, 0, 0); }
static void mask(struct program *program, uint32_t bits) { add(program, BPF_ALU | BPF_AND | BPF_K, bits, 0, 0); }
static void end(struct program *program, uint32_t action) { add(program, BPF_RET | BPF_K, action, 0, 0); }

// Ends with the action where what is loaded equals the value, else goes on.
static void end_if(struct program *program, uint32_t value, uint32_t action) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    end(program, action);
}

// Begins what is said of one call; `close_call` gives its end. What is loaded is the call's number before and after.
static unsigned short open_call(struct program *program, uint32_t call) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 0);
    return program->length - 1;
}

static void close_call(struct program *program, unsigned short opened, uint32_t action) {
    end(program, action);
    program->code[opened].jf = (uint8_t)(program->length - opened - 1);
}

// Allowed where an argument is one of the values. Only its lower half counts, as the kernel takes these as `int`.
static void allow_values(
    struct program *program, uint32_t call, int argument, const uint32_t *values, size_t count
) {
    unsigned short opened = open_call(program, call);
    load(program, LOW(argument));
    for (size_t index = 0; index < count; index++) end_if(program, values[index], SECCOMP_RET_ALLOW);
    close_call(program, opened, REFUSE(EPERM));
}

// Opening for reading is Landlock's to judge, but before its version 3 it overlooks that this can truncate. For writing
// only those files are opened that the process makes by opening them: a photo that it was handed open for reading
// could else be opened anew by /proc/self/fd, where no Landlock is. Devices are there already.
static void allow_open(struct program *program, uint32_t call, int argument, bool devices) {
    unsigned short opened = open_call(program, call);
    load(program, LOW(argument));
    mask(program, O_ACCMODE | O_TRUNC);
    end_if(program, O_RDONLY | O_TRUNC, REFUSE(EPERM));
    end_if(program, O_RDONLY, SECCOMP_RET_ALLOW);
    mask(program, O_ACCMODE);
    end_if(program, O_ACCMODE, REFUSE(EPERM));
    if (devices) end_if(program, O_RDWR, SECCOMP_RET_ALLOW);
    load(program, LOW(argument));
    mask(program, O_CREAT | O_EXCL);
    end_if(program, O_CREAT | O_EXCL, SECCOMP_RET_ALLOW);
    close_call(program, opened, REFUSE(EPERM));
}

// Threads may be made, processes may not. The flags of clone3 lie in memory, where no filter can look: it is said not
// to exist, and the C library falls back to clone.
static void allow_threads(struct program *program) {
    unsigned short opened = open_call(program, __NR_clone);
    load(program, LOW(0));
    const uint32_t namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER
        | CLONE_NEWPID | CLONE_NEWNET;
    mask(program, CLONE_THREAD | namespaces);
    end_if(program, CLONE_THREAD, SECCOMP_RET_ALLOW);
    close_call(program, opened, REFUSE(EPERM));
    end_if(program, NR_CLONE3, REFUSE(ENOSYS));
}

// The limit on a process's data counts private mappings only: neither memory that is shared without a file, nor a stack
// of its own making, nor files in memory, which `memfd_create` would make.
static void allow_mappings(struct program *program) {
    unsigned short opened = open_call(program, __NR_mmap);
    load(program, LOW(3));
    mask(program, MAP_GROWSDOWN);
    end_if(program, MAP_GROWSDOWN, REFUSE(EPERM));
    load(program, LOW(3));
    mask(program, MAP_SHARED | MAP_ANONYMOUS);
    end_if(program, MAP_SHARED | MAP_ANONYMOUS, REFUSE(EPERM));
    close_call(program, opened, SECCOMP_RET_ALLOW);
}

// Limits may be read, not set.
static void allow_reading_limits(struct program *program) {
    unsigned short opened = open_call(program, __NR_prlimit64);
    load(program, LOW(2));
    add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3);
    load(program, HIGH(2));
    add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1);
    end(program, SECCOMP_RET_ALLOW);
    close_call(program, opened, REFUSE(EPERM));
}

static void build(struct program *program, bool devices) {
    load(program, FIELD(arch));
    add(program, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
    end(program, SECCOMP_RET_KILL_PROCESS);
    load(program, FIELD(nr));
#if defined(__x86_64__)
    // The x32 interface: the same calls under numbers that no rule below would know.
    add(program, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
    end(program, SECCOMP_RET_KILL_PROCESS);
#endif
    allow_mappings(program);
    for (size_t index = 0; index < LENGTH(harmless); index++) end_if(program, harmless[index], SECCOMP_RET_ALLOW);

    const uint32_t own[] = {(uint32_t)getpid()}, this_process[] = {0, (uint32_t)getpid()};
    // Signals go to this process only. A thread's number is not known beforehand, so tkill is not there at all.
    allow_values(program, __NR_kill, 0, own, LENGTH(own));
    allow_values(program, __NR_tgkill, 0, own, LENGTH(own));
    allow_values(program, __NR_sched_setaffinity, 0, this_process, LENGTH(this_process));
    allow_values(program, __NR_prctl, 0, process_options, LENGTH(process_options));
    // Without those that have a signal sent to whom one likes when something arrives.
    allow_values(program, __NR_fcntl, 1, file_commands, LENGTH(file_commands));
    if (devices) {
        unsigned short opened = open_call(program, __NR_ioctl);
        load(program, LOW(1));
        // Keys typed into the terminal that Quiver was started from would be run by its shell.
        end_if(program, TIOCSTI, REFUSE(EPERM));
        end_if(program, 0x541C /* TIOCLINUX */, REFUSE(EPERM));
        end_if(program, FIOASYNC, REFUSE(EPERM));
        end_if(program, 0x8901 /* FIOSETOWN */, REFUSE(EPERM));
        end_if(program, 0x8902 /* SIOCSPGRP */, REFUSE(EPERM));
        close_call(program, opened, SECCOMP_RET_ALLOW);
    } else {
        allow_values(program, __NR_ioctl, 1, device_requests, LENGTH(device_requests));
    }
#if defined(__NR_open)
    allow_open(program, __NR_open, 1, devices);
#endif
    allow_open(program, __NR_openat, 2, devices);
    allow_threads(program);
    allow_reading_limits(program);
    // Their arguments lie in memory; callers know older ways.
    end_if(program, NR_OPENAT2, REFUSE(ENOSYS));
    // Everything else, whatever kernels to come may add.
    end(program, REFUSE(EPERM));
}

int csandbox_filter_support(void) {
    uint32_t action = SECCOMP_RET_KILL_PROCESS;
    return syscall(__NR_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0 ? 0 : -errno;
}

int csandbox_filter(int devices) {
    struct program program = {.length = 0};
    build(&program, devices != 0);
    struct sock_fprog filter = {.len = program.length, .filter = program.code};
    long status = syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
    // A positive answer is the thread that could not be made to follow.
    return status == 0 ? 0 : status > 0 ? -ESRCH : -errno;
}

// Fixed-arity C functions over the kernel's ways of giving rights up for ever, for the module Confinement alone.
//
// Each returns 0 or a number that is asked for, else the error number negated. The constants are of our own: headers
// of a distribution are older than the kernels that its users run.
#ifndef QUIVER_CSANDBOX_H
#define QUIVER_CSANDBOX_H

#include <stdint.h>

// Landlock: rights over files, as the kernel numbers them; the comment names the first version that knows them.
#define CSANDBOX_EXECUTE (1ULL << 0)
#define CSANDBOX_WRITE_FILE (1ULL << 1)
#define CSANDBOX_READ_FILE (1ULL << 2)
#define CSANDBOX_READ_DIR (1ULL << 3)
#define CSANDBOX_REMOVE_DIR (1ULL << 4)
#define CSANDBOX_REMOVE_FILE (1ULL << 5)
#define CSANDBOX_MAKE_DIR (1ULL << 7)
#define CSANDBOX_MAKE_REG (1ULL << 8)
#define CSANDBOX_REFER (1ULL << 13)     // 2
#define CSANDBOX_TRUNCATE (1ULL << 14)  // 3
#define CSANDBOX_IOCTL_DEV (1ULL << 15) // 5

// Capabilities that are spoken of, as bits.
#define CSANDBOX_CAP_DAC_OVERRIDE (1ULL << 1)
#define CSANDBOX_CAP_DAC_READ_SEARCH (1ULL << 2)
#define CSANDBOX_CAP_SYS_ADMIN (1ULL << 21)

/// The version of Landlock in the kernel.
int csandbox_landlock_version(void);
/// A rule set that forbids everything which that version can forbid: files, TCP, signals and abstract sockets.
int csandbox_landlock_create(int version);
/// Allows rights below a folder, or over a file, that is open as `place`.
int csandbox_landlock_allow(int ruleset, int place, uint64_t rights);
/// Every right over files that a version can forbid.
uint64_t csandbox_landlock_rights(int version);

/// Lets the signal through that `csandbox_restrict_others` sends, on this thread and on those that it starts later:
/// which signals a program's first thread blocks it has from the program that started it.
int csandbox_listen(void);
/// Gives up, on every thread of the process but the calling one: new privileges, the capabilities not in `kept`, and what
/// the rule set forbids (-1 for none). Fails with ETIMEDOUT when a thread does not answer, for example because it blocks
/// signals.
int csandbox_restrict_others(int ruleset, uint64_t kept);
/// The same on the calling thread, afterwards.
int csandbox_restrict_self(void);

/// Whether the kernel can filter system calls for all threads of a process.
int csandbox_filter_support(void);
/// From now on every thread may only make the system calls that working photos needs; `devices` leaves ioctl open.
int csandbox_filter(int devices);

/// The capabilities in force on the calling thread.
uint64_t csandbox_capabilities(void);

/// Runs a function in a child process and gives what it returned: 0, or an error number that is not negated.
///
/// What would leave this process half changed where it fails is tried like this first. For a process of one thread.
int csandbox_rehearse(int (*_Nonnull body)(const void *_Nonnull), const void *_Nonnull context);
/// Moves the calling process, of one thread, into new namespaces; `user` with one of users first, for who is not root.
int csandbox_unshare(int user);
/// Makes every mount of the process private.
int csandbox_mounts_private(void);
/// A copy of the mounts at and below a path that is attached nowhere yet.
int csandbox_tree_open(const char *_Nonnull path);
/// Makes such a copy read-only where asked, and without devices and set-user-id programs.
int csandbox_tree_restrict(int tree, int read_only, int devices);
/// Puts such a copy onto a path.
int csandbox_tree_attach(int tree, const char *_Nonnull path);
/// An empty file system of some kilobytes on a path.
int csandbox_mount_empty(const char *_Nonnull path);
/// Makes what is mounted on a path the root, lets go of the old one, and makes the new one read-only.
int csandbox_change_root(const char *_Nonnull path);

/// A descriptor that stands for a path and gives no access to it.
int csandbox_place_open(const char *_Nonnull path);

// What a probe tries. Those that a confined process may never do make a call that changes nothing where it succeeds.

/// Makes a child process with further flags of clone, waits for it; with a program it runs that.
int csandbox_try_child(const char *_Nullable program, uint64_t flags);
/// Replaces this process by a program; returns only where that fails.
int csandbox_try_program(const char *_Nonnull program);
/// Makes a call through the door for programs of 32 bits; 0 where there is none.
int csandbox_try_foreign(void);
/// How many single system calls there are to try.
int csandbox_try_count(void);
/// What the call of a number would do, for people.
const char *_Nonnull csandbox_try_name(int index);
/// Makes the call of a number.
int csandbox_try_call(int index);

#endif

// Kills, stops or corrupts a process at a named system call, for campaigns that break a program without changing it.
//
// Preloaded into a program, it reads its orders from LD_FAULT_ORDERS, rules apart by '|', a rule's fields by ';':
//
//   role=supervisor|worker|any     whose calls count: a worker is told by its argument --supervised
//   call=NAME[,NAME]               open read pread write pwrite rename link unlink fsync ftruncate mkdir; a photo that
//                                  a worker is handed open counts as opened when it is first read
//   path=GLOB                      the path, of a descriptor the file behind it; for rename and link the new one
//   data=TEXT                      a part of what is written
//   size=N                         how much is written
//   frame=commit|plain             a header in SQLite's log that does, or does not, end a transaction
//   photo=GLOB                     only while the file of photos=GLOB opened last is this one
//   nth=N                          the N-th such call of the process, 1 when left out
//   times=N                        how often it may happen in all processes together, 1 when left out, 0 for ever
//   at=before|after                the call itself, before when left out
//   do=ACTION                      what happens, see act() and speak()
//
// Each fault adds a line to the file named by LD_FAULT_LOG, which is opened at the start and kept open: a process
// may be confined later on. A table in shared memory, LD_FAULT_STATE, counts across processes.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { OPEN = 1, READ = 2, PREAD = 4, WRITE = 8, PWRITE = 16, RENAME = 32, LINK = 64, UNLINK = 128, FSYNC = 256,
       FTRUNCATE = 512, MKDIR = 1024, RULES = 8 };

typedef struct {
    unsigned calls;
    bool mine, after;
    int frame;  // 1 commit, 2 plain
    long nth, times, size;
    atomic_long seen;
    const char *path, *data, *action, *photos, *photo;
} Rule;

static Rule rules[RULES];
static int count;
static unsigned watched;  // every call that any of this process's rules speaks of
static int proof = -1;
static atomic_long *fired;  // one a rule, shared by all processes
static const char *role = "supervisor";
static char last[PATH_MAX];  // the photo that was opened last
static int handed = -1;      // the file that came through a socket last and has not been read

static unsigned call_named(const char *name, size_t length) {
    static const struct { const char *name; unsigned call; } names[] = {
        {"open", OPEN}, {"read", READ}, {"pread", PREAD}, {"write", WRITE}, {"pwrite", PWRITE}, {"rename", RENAME},
        {"link", LINK}, {"unlink", UNLINK}, {"fsync", FSYNC}, {"ftruncate", FTRUNCATE}, {"mkdir", MKDIR}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == length && !strncmp(names[i].name, name, length)) return names[i].call;
    return 0;
}

static void read_field(Rule *rule, char *field) {
    char *value = strchr(field, '=');
    if (!value) return;
    *value++ = 0;
    if (!strcmp(field, "role")) rule->mine = !strcmp(value, "any") || !strcmp(value, role);
    if (!strcmp(field, "path")) rule->path = value;
    if (!strcmp(field, "photos")) rule->photos = value;
    if (!strcmp(field, "photo")) rule->photo = value;
    if (!strcmp(field, "data")) rule->data = value;
    if (!strcmp(field, "do")) rule->action = value;
    if (!strcmp(field, "nth")) rule->nth = atol(value);
    if (!strcmp(field, "size")) rule->size = atol(value);
    if (!strcmp(field, "times")) rule->times = atol(value);
    if (!strcmp(field, "at")) rule->after = !strcmp(value, "after");
    if (!strcmp(field, "frame")) rule->frame = !strcmp(value, "commit") ? 1 : 2;
    if (!strcmp(field, "call"))
        for (char *name = value; *name;) {
            size_t length = strcspn(name, ",");
            rule->calls |= call_named(name, length);
            name += length + (name[length] == ',');
        }
}

__attribute__((constructor)) static void begin(void) {
    const char *orders = getenv("LD_FAULT_ORDERS"), *log = getenv("LD_FAULT_LOG");
    const char *state = getenv("LD_FAULT_STATE");
    if (!orders || !log || !state) return;
    char line[4096] = {0};
    int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? 0 : read(file, line, sizeof line - 1);
    if (file >= 0) close(file);
    for (ssize_t at = 0; at < length; at += strlen(line + at) + 1)
        if (!strcmp(line + at, "--supervised")) role = "worker";
    char *rest = strdup(orders), *text;
    while ((text = strsep(&rest, "|")) && count < RULES) {
        Rule *rule = &rules[count++];
        *rule = (Rule){.nth = 1, .times = 1, .path = "*", .action = "kill"};
        char *field;
        while ((field = strsep(&text, ";"))) read_field(rule, field);
        if (rule->mine) watched |= rule->calls | (rule->photos ? OPEN : 0);
    }
    int number = open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    proof = fcntl(number, F_DUPFD_CLOEXEC, 700);  // out of the way of numbers that programs close by guess
    close(number);
    number = open(state, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (number >= 0 && ftruncate(number, 4096) == 0)
        fired = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0);
    close(number);
    if (fired == MAP_FAILED || proof < 0) watched = 0;
}

// The last word of a process that is about to die; async-signal-safe but for snprintf, which is enough here.
static void testify(const char *call, const char *path, const char *action) {
    char line[PATH_MAX + 200];
    int length = snprintf(line, sizeof line, "%d %s %s %s %s\n", getpid(), role, call, action, path);
    syscall(SYS_write, proof, line, (size_t)length);
}

static long peak(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) ? -1 : usage.ru_maxrss / 1024;
}

static void eat(void) {
    // Asks for memory until there is none, as a decoder that believes a picture's header, and gives up as it would.
    size_t total = 0;
    while (total < (size_t)64 << 30) {
        void *more = malloc(16 << 20);
        if (!more) {
            int reason = errno;
            struct rlimit limit = {0};
            getrlimit(RLIMIT_DATA, &limit);
            char words[120];
            snprintf(words, sizeof words, "errno %d after %zu MiB, limit %zu MiB, peak %ld MiB", reason, total >> 20,
                     (size_t)limit.rlim_cur >> 20, peak());
            testify("malloc", words, "refused");
            abort();
        }
        memset(more, 1, 4 << 20);
        total += 16 << 20;
    }
    abort();
}

static void act(const char *call, const char *path, const char *action) {
    if (!strncmp(action, "wait", 4)) {  // wait250: so many milliseconds, as work that takes time but no processor
        poll(NULL, 0, atoi(action + 4));
        return;
    }
    testify(call, path, action);
    if (!strcmp(action, "kill")) kill(getpid(), SIGKILL);
    if (!strcmp(action, "stop")) kill(getpid(), SIGSTOP);
    if (!strcmp(action, "crash")) signal(SIGSEGV, SIG_DFL), raise(SIGSEGV);
    if (!strcmp(action, "abort")) abort();
    if (!strcmp(action, "exit")) _exit(3);
    if (!strcmp(action, "hang"))
        for (;;) pause();
    if (!strcmp(action, "eat")) eat();
}

static bool is_asked(const Rule *rule, const char *path, const void *data, size_t size) {
    if (rule->frame) {
        if (!data || size != 24) return false;
        const unsigned char *bytes = data;
        bool commits = bytes[4] | bytes[5] | bytes[6] | bytes[7];
        if (commits != (rule->frame == 1)) return false;
    }
    if (rule->photo && fnmatch(rule->photo, last, 0) != 0) return false;
    if (rule->size && (size_t)rule->size != size) return false;
    if (rule->data && (!data || !memmem(data, size, rule->data, strlen(rule->data)))) return false;
    return fnmatch(rule->path, path, 0) == 0;
}

// The rule that fires at this call, or NULL; the caller has looked at `watched` already.
static const Rule *find(unsigned call, bool after, const char *path, const void *data, size_t size) {
    int saved = errno;
    const Rule *found = NULL;
    for (int i = 0; i < count && !found; i++) {
        Rule *rule = &rules[i];
        if (call == OPEN && rule->photos && fnmatch(rule->photos, path, 0) == 0)
            snprintf(last, sizeof last, "%s", path);
        if (!rule->mine || !(rule->calls & call) || rule->after != after || !is_asked(rule, path, data, size)) continue;
        long seen = atomic_fetch_add(&rule->seen, 1) + 1;
        if (rule->times ? seen != rule->nth : seen < rule->nth) continue;
        if (atomic_fetch_add(&fired[i], 1) < rule->times || !rule->times) found = rule;
    }
    errno = saved;
    return found;
}

static const char *path_of(int file, char *room) {
    char name[40];
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    ssize_t length = readlink(name, room, PATH_MAX - 1);
    room[length < 0 ? 0 : length] = 0;
    return room;
}

static void meet(unsigned call, const char *name, bool after, const char *path, const void *data, size_t size) {
    const Rule *rule = find(call, after, path, data, size);
    int saved = errno;
    if (rule) act(name, path, rule->action);
    errno = saved;
}

static void meet_file(unsigned call, const char *name, bool after, int file, const void *data, size_t size) {
    char room[PATH_MAX];
    int saved = errno;
    const char *path = path_of(file, room);
    errno = saved;
    meet(call, name, after, path, data, size);
}

#define REAL(name) ({ static typeof(name) *real; if (!real) real = (typeof(name) *)dlsym(RTLD_NEXT, #name); real; })

static void *idle(void *nothing) {
    for (;;) pause();
    return nothing;
}

// Says something else than the line that was to be said; true where that is all that is said.
static bool speak(const char *action, int file, const char *line, size_t size) {
    typeof(write) *say = REAL(write);
    if (!strcmp(action, "rubbish")) return say(file, "\xff\xfe\0!? no JSON\n", 14) > 0;
    if (!strcmp(action, "half")) return say(file, line, size / 2) > 0 && (_exit(0), true);
    if (!strcmp(action, "half-and-wait"))
        for (say(file, line, size / 2);;) pause();
    if (!strcmp(action, "stages"))
        while (say(file, "@load\n", 6) > 0) {}
    if (!strcmp(action, "nothing"))
        for (;;) pause();
    if (!strcmp(action, "threads")) {  // as many threads as it can have, and then nothing
        pthread_attr_t small;
        pthread_t thread;
        pthread_attr_init(&small);
        pthread_attr_setstacksize(&small, 16384);
        for (int left = 4000; left > 0 && pthread_create(&thread, &small, idle, NULL) == 0; left--) continue;
        for (;;) pause();
    }
    if (!strncmp(action, "shout", 5)) {  // so many megabytes without a line's end on standard error, then its answer
        static char block[1 << 20];
        memset(block, 'x', sizeof block);
        for (long left = atol(action + 5); left > 0; left--)
            if (say(STDERR_FILENO, block, sizeof block) <= 0) return false;
        return false;
    }
    if (!strncmp(action, "chatter", 7)) {  // so many thousand lines on standard error, then its answer
        for (long left = atol(action + 7) * 1000; left > 0; left--)
            if (say(STDERR_FILENO, "nothing to see here\n", 20) <= 0) return false;
        return false;
    }
    if (!strncmp(action, "mega", 4)) {  // mega1: a line of one megabyte, and so on
        static char block[1 << 20];
        memset(block, 'x', sizeof block);
        for (long left = atol(action + 4); left > 0; left--)
            for (size_t done = 0; done < sizeof block;) {
                ssize_t now = say(file, block + done, sizeof block - done);
                if (now <= 0) return true;
                done += (size_t)now;
            }
        return say(file, "\n", 1) > 0;
    }
    if (!strcmp(action, "other")) {  // the same answer under another job's number
        char *copy = strndup(line, size), *claim = strstr(copy, "\"claim\":\"");
        if (claim) claim[9] = claim[9] == '9' ? '8' : '9';
        return say(file, copy, size) > 0;
    }
    if (!strncmp(action, "steal:", 6)) {  // the answer with another file in place of its own; ./NAME lies beside that
        char *copy = strndup(line, size), *mine = strstr(copy, "\"annotated\":\""), *room = malloc(size + PATH_MAX);
        if (!mine || !room) return false;
        *mine = 0;
        const char *rest = line + (strchr(mine + 13, '"') - copy);
        const char *own = line + (mine + 13 - copy);
        int folder = 0;
        for (int at = 0; !strncmp(action + 6, "./", 2) && own + at < rest; at++)
            if (own[at] == '/') folder = at + 1;
        int length = snprintf(room, size + PATH_MAX, "%s\"annotated\":\"%.*s%s%.*s", copy, folder, own, action + 6,
                              (int)(line + size - rest), rest);
        return say(file, room, (size_t)length) > 0;
    }
    if (!strncmp(action, "lie:", 4)) {  // lie:KEY=VALUE: the answer with another value of its first key of that name
        char *copy = strndup(line, size), key[64], *room = malloc(size + PATH_MAX);
        const char *value = strchr(action, '=');
        if (!value || !room) return false;
        snprintf(key, sizeof key, "\"%.*s\":", (int)(value - action - 4), action + 4);
        char *place = strstr(copy, key);
        if (!place) return false;
        int before = (int)(place - copy + strlen(key));
        int length = snprintf(room, size + PATH_MAX, "%.*s%s,\"was\":%s", before, copy, value + 1, copy + before);
        return say(file, room, (size_t)length) > 0;
    }
    if (!strncmp(action, "crowd", 5)) {  // crowd1000: the answer with so many detections more
        static const char one[] = "{\"box\":{\"height\":1,\"width\":1,\"x\":1,\"y\":1},\"classId\":0,\"confidence\":1,"
                                  "\"keypoints\":[],\"label\":\"x\"},", key[] = "\"detections\":[";
        char *copy = strndup(line, size), *place = strstr(copy, key);
        size_t number = (size_t)atol(action + 5), room = size + number * (sizeof one - 1), used = 0;
        char *words = malloc(room + 1);
        if (!place || !words) return false;
        used = (size_t)(place - copy) + strlen(key);
        memcpy(words, copy, used);
        for (size_t index = 0; index < number; index++, used += sizeof one - 1) memcpy(words + used, one, sizeof one - 1);
        // The last comma goes where no other detection follows.
        if (copy[place - copy + strlen(key)] == ']') used--;
        memcpy(words + used, place + strlen(key), size - (size_t)(place - copy) - strlen(key));
        used += size - (size_t)(place - copy) - strlen(key);
        for (size_t done = 0; done < used;) {
            ssize_t now = say(file, words + done, used - done);
            if (now <= 0) return true;
            done += (size_t)now;
        }
        return true;
    }
    if (!strcmp(action, "twice")) {  // the answer, and a second one that was not asked for
        ssize_t first = say(file, line, size);
        return first > 0 && say(file, line, size) > 0;
    }
    return false;
}

static ssize_t written(unsigned call, const char *name, int file, const void *data, size_t size, off_t at) {
    char room[PATH_MAX];
    typeof(write) *say = REAL(write);
    typeof(pwrite) *put = REAL(pwrite);
    if (watched & call) {
        const char *path = path_of(file, room);
        const Rule *rule = find(call, false, path, data, size);
        if (rule && !strcmp(rule->action, "tear")) {  // half of it reaches the file
            (void)!(call == WRITE ? say(file, data, size / 2) : put(file, data, size / 2, at));
            act(name, path, "tear");
            kill(getpid(), SIGKILL);
        }
        if (rule) {
            act(name, path, rule->action);
            if (call == WRITE && speak(rule->action, file, data, size)) return (ssize_t)size;
        }
    }
    ssize_t result = call == WRITE ? say(file, data, size) : put(file, data, size, at);
    if (watched & call) meet_file(call, name, true, file, data, size);
    return result;
}

ssize_t write(int file, const void *data, size_t size) { return written(WRITE, "write", file, data, size, 0); }
ssize_t pwrite(int file, const void *data, size_t size, off_t at) {
    return written(PWRITE, "pwrite", file, data, size, at);
}
ssize_t pwrite64(int file, const void *data, size_t size, off64_t at) {
    return written(PWRITE, "pwrite", file, data, size, at);
}

#define AROUND_FILE(call, name, file, data, size, real)                                                               \
    if (watched & call) meet_file(call, name, false, file, data, size);                                               \
    __auto_type result = real;                                                                                        \
    if (watched & call) meet_file(call, name, true, file, data, size);                                                \
    return result

#define AROUND_PATH(call, name, path, real)                                                                           \
    if (watched & call) meet(call, name, false, path, NULL, 0);                                                       \
    __auto_type result = real;                                                                                        \
    if (watched & call) meet(call, name, true, path, NULL, 0);                                                        \
    return result

ssize_t read(int file, void *room, size_t size) {
    AROUND_FILE(READ, "read", file, NULL, 0, REAL(read)(file, room, size));
}
ssize_t sendmsg(int file, const struct msghdr *message, int flags) {
    const struct iovec *part = message->msg_iovlen ? message->msg_iov : NULL;
    if (part && watched & WRITE) meet_file(WRITE, "write", false, file, part->iov_base, part->iov_len);
    ssize_t result = REAL(sendmsg)(file, message, flags);
    if (part && watched & WRITE) meet_file(WRITE, "write", true, file, part->iov_base, part->iov_len);
    return result;
}
ssize_t recvmsg(int file, struct msghdr *message, int flags) {
    ssize_t result = REAL(recvmsg)(file, message, flags);
    for (struct cmsghdr *part = result < 0 ? NULL : CMSG_FIRSTHDR(message); part; part = CMSG_NXTHDR(message, part))
        if (part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_RIGHTS)
            memcpy(&handed, CMSG_DATA(part), sizeof handed);
    return result;
}

static void begun(int file, off_t at) {
    if (file != handed || at != 0) return;
    handed = -1;
    if (!(watched & OPEN)) return;
    meet_file(OPEN, "open", false, file, NULL, 0);
    meet_file(OPEN, "open", true, file, NULL, 0);
}

ssize_t pread(int file, void *room, size_t size, off_t at) {
    begun(file, at);
    AROUND_FILE(PREAD, "pread", file, NULL, 0, REAL(pread)(file, room, size, at));
}
ssize_t pread64(int file, void *room, size_t size, off64_t at) {
    begun(file, at);
    AROUND_FILE(PREAD, "pread", file, NULL, 0, REAL(pread64)(file, room, size, at));
}
int fsync(int file) { AROUND_FILE(FSYNC, "fsync", file, NULL, 0, REAL(fsync)(file)); }
int fdatasync(int file) { AROUND_FILE(FSYNC, "fsync", file, NULL, 0, REAL(fdatasync)(file)); }
int ftruncate(int file, off_t size) { AROUND_FILE(FTRUNCATE, "ftruncate", file, NULL, 0, REAL(ftruncate)(file, size)); }
int ftruncate64(int file, off64_t size) {
    AROUND_FILE(FTRUNCATE, "ftruncate", file, NULL, 0, REAL(ftruncate64)(file, size));
}
// A path below an open folder as a whole path, for orders that name folders.
static const char *below(int folder, const char *path, char whole[2 * PATH_MAX]) {
    if (folder == AT_FDCWD || path[0] == '/') return path;
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t length = readlink(link, whole, PATH_MAX - 1);
    if (length <= 0) return path;
    snprintf(whole + length, PATH_MAX, "/%s", path);
    return whole;
}

int rename(const char *from, const char *to) { AROUND_PATH(RENAME, "rename", to, REAL(rename)(from, to)); }
int renameat(int a, const char *from, int b, const char *to) {
    char whole[2 * PATH_MAX];
    AROUND_PATH(RENAME, "rename", below(b, to, whole), REAL(renameat)(a, from, b, to));
}
int renameat2(int a, const char *from, int b, const char *to, unsigned flags) {
    char whole[2 * PATH_MAX];
    AROUND_PATH(RENAME, "rename", below(b, to, whole), REAL(renameat2)(a, from, b, to, flags));
}
int link(const char *from, const char *to) { AROUND_PATH(LINK, "link", to, REAL(link)(from, to)); }
int unlink(const char *path) { AROUND_PATH(UNLINK, "unlink", path, REAL(unlink)(path)); }
int unlinkat(int folder, const char *path, int flags) {
    char whole[2 * PATH_MAX];
    AROUND_PATH(UNLINK, "unlink", below(folder, path, whole), REAL(unlinkat)(folder, path, flags));
}
int mkdir(const char *path, mode_t mode) { AROUND_PATH(MKDIR, "mkdir", path, REAL(mkdir)(path, mode)); }
int mkdirat(int folder, const char *path, mode_t mode) {
    char whole[2 * PATH_MAX];
    AROUND_PATH(MKDIR, "mkdir", below(folder, path, whole), REAL(mkdirat)(folder, path, mode));
}

#define OPENED(real, ...)                                                                                             \
    mode_t mode = 0;                                                                                                  \
    if (flags & (O_CREAT | __O_TMPFILE)) {                                                                            \
        va_list more;                                                                                                 \
        va_start(more, flags);                                                                                        \
        mode = va_arg(more, mode_t);                                                                                  \
        va_end(more);                                                                                                 \
    }                                                                                                                 \
    AROUND_PATH(OPEN, "open", path, REAL(real)(__VA_ARGS__, flags, mode))

int open(const char *path, int flags, ...) { OPENED(open, path); }
int open64(const char *path, int flags, ...) { OPENED(open64, path); }
int openat(int folder, const char *path, int flags, ...) { OPENED(openat, folder, path); }
int openat64(int folder, const char *path, int flags, ...) { OPENED(openat64, folder, path); }

// Libraries open by it what has no number of its own, as Tesseract does before it reads a page.
FILE *fopen(const char *path, const char *mode) { AROUND_PATH(OPEN, "open", path, REAL(fopen)(path, mode)); }

// Calls that the C library has no function for: openat2 and renameat2 by their numbers.
long syscall(long number, ...) {
    va_list more;
    va_start(more, number);
    long a = va_arg(more, long), b = va_arg(more, long), c = va_arg(more, long);
    long d = va_arg(more, long), e = va_arg(more, long), f = va_arg(more, long);
    va_end(more);
    char whole[2 * PATH_MAX];
    if (number == 437) {
        AROUND_PATH(OPEN, "open", below((int)a, (const char *)b, whole), REAL(syscall)(number, a, b, c, d, e, f));
    }
    if (number == __NR_renameat2) {
        AROUND_PATH(RENAME, "rename", below((int)c, (const char *)d, whole), REAL(syscall)(number, a, b, c, d, e, f));
    }
    return REAL(syscall)(number, a, b, c, d, e, f);
}

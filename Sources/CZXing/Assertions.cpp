// Debian built version 1.4 of the library with its assertions, and ordinary photos fail them: lines that the search for
// Data Matrix draws through fewer than two points, for one. The library calls `__assert_fail` through its symbol table,
// so the program's own is taken instead of the C library's. While the library works an assertion throws, and ends the
// look instead of the program; another caller's ends the program as ever.
//
// The compiler took the C library's promise that the function never throws, so some of the library's frames cannot be
// unwound. The language then calls the terminate handler, which jumps back over them.
#include "Assertions.h"

#include <csetjmp>
#include <cstdio>
#include <cstdlib>

namespace {

// Where to jump back to on this thread; null while the library does not work.
thread_local std::jmp_buf *way_back = nullptr;
std::terminate_handler former = nullptr;

[[noreturn]] void giveUp()
{
    if (way_back) std::longjmp(*way_back, 1);
    if (former) former();
    std::abort();
}

} // namespace

bool qzx::survive(void (*work)(void *), void *context)
{
    static const bool isSet = (former = std::set_terminate(giveUp), true);
    (void)isSet;
    std::jmp_buf here;
    struct Reset {
        ~Reset() { way_back = nullptr; }
    } reset;
    if (setjmp(here)) return false;
    way_back = &here;
    work(context);
    return true;
}

// Not through <cassert>, which promises that it never throws.
extern "C" [[noreturn]] __attribute__((visibility("default"))) void __assert_fail(
    const char *condition, const char *file, unsigned line, const char *function)
{
    if (way_back) throw qzx::FailedAssertion();
    std::fprintf(stderr, "%s:%u: %s: assertion '%s' failed\n", file, line, function ? function : "", condition);
    std::abort();
}

#ifndef QUIVER_CZXING_ASSERTIONS_H
#define QUIVER_CZXING_ASSERTIONS_H

#include <exception>

namespace qzx {

/// What an assertion of the library throws while `work` runs in `survive`.
class FailedAssertion : public std::exception {
public:
    const char *what() const noexcept override { return "an assertion of the library failed"; }
};

/// Runs work that calls the library. False where an assertion failed at a place that no exception can leave: then the
/// work was left as it stood, and what the library had allocated for it is lost.
bool survive(void (*work)(void *), void *context);

} // namespace qzx

#endif

import Testing

/// What is tested in a browser, one after the other: each of them takes a whole core.
///
/// ``ServedBrowserTests`` is the other half. `scripts/test` runs both in a process of their own, beside the rest: of tests that
/// run one after the other, each waits in the process's row for its turn anew, behind all that began to wait before.
@Suite("In a browser", .enabled(if: WebDriver.isAvailable), .serialized)
struct BrowserTests {}

/// The other half: trouble, other results, screens, keys that are held, and a run that is watched.
@Suite("In another browser", .enabled(if: WebDriver.isAvailable), .serialized)
struct ServedBrowserTests {}

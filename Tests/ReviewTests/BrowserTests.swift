import Testing

/// What is tested in a browser, one after the other: each of them takes a whole core.
///
/// ``ServedBrowserTests`` is the other half: where the rest has ended, each half has one of two cores.
@Suite("In a browser", .enabled(if: WebDriver.isAvailable), .serialized)
struct BrowserTests {}

/// The other half: trouble, other results, screens, keys that are held, and a run that is watched.
@Suite("In another browser", .enabled(if: WebDriver.isAvailable), .serialized)
struct ServedBrowserTests {}

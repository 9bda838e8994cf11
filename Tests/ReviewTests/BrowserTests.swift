import Testing

/// What is tested in a browser, one after the other: each of them takes a whole core.
@Suite("In a browser", .enabled(if: WebDriver.isAvailable), .serialized)
struct BrowserTests {}

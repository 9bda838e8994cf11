import Foundation

/// A folder of a test's own that is removed with it.
public final class TemporaryFolder: Sendable {
    /// The folder, which exists and is empty at first.
    public let url: URL

    public init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("quiver-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        // A leftover in the temporary directory is not worth failing a test that has passed.
        try? FileManager.default.removeItem(at: url)
    }

    /// A path in the folder; nothing is created.
    public subscript(_ relative: String) -> URL { url.appendingPathComponent(relative) }
}

import Foundation
import Glibc
import Synchronization

/// A folder of a test's own that is removed with it.
public final class TemporaryFolder: Sendable {
    /// The folder, which exists and is empty at first.
    public let url: URL

    public init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("quiver-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        // Something that ends with the test may remove a file of its own meanwhile, at which Foundation gives up.
        for attempt in 0..<200 where FileManager.default.fileExists(atPath: url.path) {
            if attempt > 0 { Thread.sleep(forTimeInterval: 0.05) }
            try? FileManager.default.removeItem(at: url)
        }
    }

    /// A path in the folder; nothing is created.
    public subscript(_ relative: String) -> URL { url.appendingPathComponent(relative) }
}

/// Folders that are removed when the process ends.
private let lasting = Mutex<[URL]>([])

extension TemporaryFolder {
    /// Keeps the folder until the process ends, and removes it then: for what is made once and read by many tests, in a
    /// variable that lives as long.
    public func keepUntilExit() {
        lasting.withLock { folders in
            if folders.isEmpty {
                atexit { lasting.withLock { $0.forEach { try? FileManager.default.removeItem(at: $0) } } }
            }
            folders.append(url)
        }
    }
}

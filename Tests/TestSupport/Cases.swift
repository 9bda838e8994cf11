import Foundation

/// The folder of real pictures and models that nobody here made, which tests measure against.
///
/// It is `QUIVER_CASES` or `../shared/cases` beside the package. Where it is absent a suite skips aloud
/// (`.enabled(if: Cases.isAvailable)`); on continuous integration (`CI=true`) a missing folder fails instead.
public enum Cases {
    /// The folder, or nil where this machine has none.
    public static let folder: URL? = {
        let named = ProcessInfo.processInfo.environment["QUIVER_CASES"].map { URL(fileURLWithPath: $0) }
        let candidate = named ?? packageRoot.deletingLastPathComponent().appendingPathComponent("shared/cases")
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isDirectory)
        if exists, isDirectory.boolValue { return candidate }
        print("Real cases not found at \(candidate.path): set QUIVER_CASES to run the tests that need them.")
        return nil
    }()

    /// True where tests on real cases must run: the folder is there, or continuous integration demands it.
    public static var isAvailable: Bool {
        folder != nil || ProcessInfo.processInfo.environment["CI"] == "true"
    }

    /// One file or folder of the cases; throws a clear error where it is missing.
    public static func file(_ relative: String) throws -> URL {
        guard let folder else { throw MissingCase(relative: relative) }
        let url = folder.appendingPathComponent(relative)
        guard FileManager.default.fileExists(atPath: url.path) else { throw MissingCase(relative: relative) }
        return url
    }

    /// The checkout that the tests were built from.
    public static let packageRoot = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}

/// A real case that a test needs and this machine does not have.
public struct MissingCase: Error, CustomStringConvertible {
    let relative: String

    public var description: String {
        "the case '\(relative)' is missing; set QUIVER_CASES to the folder of real cases"
    }
}

import Glibc
import Results
import Synchronization
import SystemPackage
import SystemValues

/// Looks whether the settings file that a watch was started with has been changed since, says so once and remembers it.
final class SettingsFileCheck: Sendable {
    /// What tells an edited file from the one that was read.
    struct Stamp: Sendable, Hashable {
        var inode: UInt64
        var size: Int64
        var seconds: Int
        var nanoseconds: Int
    }

    private let file: FilePath
    private let first: Stamp?
    private let disk = BlockingLane("quiver.settings")
    private let isChanged = Mutex(false)

    /// Takes note of the file as it is now; blocks.
    init(_ file: FilePath) {
        self.file = file
        first = Self.stamp(of: file)
    }

    /// The file's path for people where it was found to be changed; nil before.
    var changed: String? { isChanged.withLock { $0 } ? EscapedName.printable(file) : nil }

    /// The sentence about a changed file; nil for one that is as it was, or out of reach.
    ///
    /// Blocks.
    func look() -> String? {
        guard let now = Self.stamp(of: file), now != first else { return nil }
        isChanged.withLock { $0 = true }
        return "the settings file \(EscapedName.printable(file)) was changed; start Quiver again to use it"
    }

    /// Looks again and again, by default every minute, until the file has changed, and says it.
    func watch(every pause: Duration = .seconds(60), _ warn: @Sendable (String) -> Void) async throws {
        while true {
            try await Task.sleep(for: pause)
            guard let sentence = try await disk.perform({ [self] in look() }) else { continue }
            return warn(sentence)
        }
    }

    private static func stamp(of file: FilePath) -> Stamp? {
        var status = stat()
        guard file.withPlatformString({ stat($0, &status) }) == 0 else { return nil }
        return Stamp(
            inode: UInt64(status.st_ino), size: Int64(status.st_size), seconds: status.st_mtim.tv_sec,
            nanoseconds: status.st_mtim.tv_nsec)
    }
}

import Results
import Synchronization
import SystemPackage
import SystemValues

/// Looks whether the settings file that a watch was started with has been changed since, says so once and remembers it.
final class SettingsFileCheck: Sendable {
    private let file: FilePath
    private let first: FileIdentity?
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

    /// What tells an edited file from the one that was read, on whatever device it is by now.
    private static func stamp(of file: FilePath) -> FileIdentity? {
        guard var identity = (try? Syscalls.status(file, follow: true))?.identity.withoutChangeTime else { return nil }
        identity.device = 0
        return identity
    }
}

import Foundation
import Results
import Settings
import Storage
import Synchronization
import SystemPackage
import SystemValues

/// Sees that the queue is still the file at its path: soon after something has changed in it, and every half minute.
struct QueuePlaceCheck: Sendable {
    let store: any QueueStore
    let changes: ChangeSignal
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    private let disk = BlockingLane("quiver.place")

    private static let pause = Duration.milliseconds(250)
    private static let longest = Duration.seconds(30)

    init(store: any QueueStore, changes: ChangeSignal) {
        self.store = store
        self.changes = changes
    }

    /// Runs until cancelled, or until the queue is somewhere else.
    func run() async throws {
        // Apart, so that no change cancels the long sleep: its timer would stay, one for each change.
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await lookAfterChanges() }
            group.addTask { try await lookNowAndThen() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func lookAfterChanges() async throws {
        while true {
            let seen = changes.count
            try await look()
            await changes.wait(past: seen)
            try Task.checkCancellation()
            // Busy times have many changes; a few looks a second are enough.
            try await sleep(Self.pause)
        }
    }

    private func lookNowAndThen() async throws {
        while true {
            try await sleep(Self.longest)
            try await look()
        }
    }

    private func look() async throws { try await disk.perform { [store] in try store.checkPlace() } }
}

/// Looks whether the settings file that a watch was started with has been changed since, reports it once and remembers it.
final class SettingsFileCheck: Sendable {
    private let file: FilePath
    /// Nil where it was another file by then than the one that was read.
    private let first: FileIdentity?
    private let disk = BlockingLane("quiver.settings")
    private let isChanged = Mutex(false)

    /// Takes note of the file that settings were read from, as it is now; nil where they were read from none.
    ///
    /// Blocks.
    init?(_ settings: EffectiveSettings) {
        guard let file = settings.file else { return nil }
        self.file = file
        let stamp = Self.stamp(of: file)
        let content = try? Data(contentsOf: URL(fileURLWithPath: file.string))
        first = content == settings.content ? stamp : nil
    }

    /// The file's path for messages where it was found to be changed; nil before.
    var changed: String? { isChanged.withLock { $0 } ? EscapedName.printable(file) : nil }

    /// The sentence about a changed file; nil for one that is as it was, or out of reach.
    ///
    /// Blocks.
    func look() -> String? {
        guard let now = Self.stamp(of: file), now != first else { return nil }
        isChanged.withLock { $0 = true }
        return "the settings file \(EscapedName.printable(file)) was changed; 'quiver reload' uses it"
    }

    /// Looks again and again, by default every minute, until the file has changed, and reports it.
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

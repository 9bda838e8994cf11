import Storage
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

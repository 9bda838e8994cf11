import Dispatch
import Storage

/// Sees that the queue is still the file at its path: soon after something has changed in it, and every half minute.
struct QueuePlaceCheck: Sendable {
    let store: any QueueStore
    let changes: ChangeSignal
    private let disk = DispatchQueue(label: "quiver.place")

    private static let pause = Duration.milliseconds(250)
    private static let longest = Duration.seconds(30)

    init(store: any QueueStore, changes: ChangeSignal) {
        self.store = store
        self.changes = changes
    }

    /// Runs until cancelled, or until the queue is somewhere else.
    func run() async throws {
        while true {
            let seen = changes.count
            try await disk.perform { [store] in try store.checkPlace() }
            await changes.wait(past: seen, atMost: Self.longest) { try await Task.sleep(for: $0) }
            try Task.checkCancellation()
            // Busy times have many changes; a few looks a second are enough.
            if changes.count != seen { try await Task.sleep(for: Self.pause) }
        }
    }
}

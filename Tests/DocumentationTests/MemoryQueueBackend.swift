import Storage
import StorageTesting

/// A queue that is kept in this process's memory.
struct MemoryQueueBackend: QueueBackend {
    private let store = MemoryQueueStore()

    var library: (name: String, version: String) { ("memory", "1") }

    func open(owner: Owner, at now: UnixMillis) throws -> any QueueStore { store }

    func reader() throws -> any QueueReader { Reader(store: store) }

    func backup(to path: String) throws -> QueueCopy {
        throw JobQueueError(.unusable, "A queue in memory has no file to copy; name one with --queue.", fault: .input)
    }

    private struct Reader: QueueReader {
        let store: MemoryQueueStore

        func read<T>(_ body: (QueueSnapshot) throws -> T) throws -> T {
            try store.transaction { try body(QueueSnapshot(jobs: $0.jobs, scores: $0.scores, reviews: $0.reviews)) }
        }
    }
}

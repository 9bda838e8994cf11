import Storage
import StorageTesting

/// A queue that is kept in this process's memory.
struct MemoryQueueBackend: QueueBackend {
    private let store = MemoryQueueStore()

    var library: (name: String, version: String) { ("memory", "1") }

    func open(owner: Owner, at now: UnixMillis) throws -> any QueueStore { store }

    func reader() throws -> any QueueReader { Reader(store: store) }

    private struct Reader: QueueReader {
        let store: MemoryQueueStore

        func read<T>(_ body: (QueueSnapshot) throws -> T) throws -> T {
            try store.transaction { try body($0.snapshot) }
        }
    }
}

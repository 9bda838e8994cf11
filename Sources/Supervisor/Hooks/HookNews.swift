import Synchronization

/// What those who put messages into the outbox tell those who deliver them.
///
/// A photo's message is in the outbox before the photo was moved away (`after`), so that none is lost; it is delivered once
/// that is done.
final class HookNews: Sendable {
    /// Is notified where messages may be due.
    let changes = ChangeSignal()
    private let begun = Atomic(0)
    private let ended = ChangeSignal()

    /// A batch of photos is about to end.
    func begin() { begun.add(1, ordering: .sequentiallyConsistent) }

    /// All that belongs to the batch is done.
    func end() {
        ended.notify()
        changes.notify()
    }

    /// Returns when all that has begun is done.
    func untilDone() async {
        let count = begun.load(ordering: .sequentiallyConsistent)
        if count > 0 { await ended.wait(past: count - 1) }
    }
}

import Dispatch
import Synchronization

/// Parts of a queue that several threads read, each at a moment that is no later than that of any part behind it.
///
/// A photo's place may go from a job to a newer one meanwhile. One of both is met: where the part of the older one is read after
/// the change, so is that of the newer one.
final class ReadingTurns: Sendable {
    private let parts: [QueueRecords.Part]
    private let next = Mutex(0)
    private let turn = DispatchSemaphore(value: 1)

    init(_ parts: [QueueRecords.Part]) { self.parts = parts }

    /// Reads the next part; false where there is none.
    ///
    /// - Parameter read: It calls its second argument as soon as its moment is fixed; then the next part's turn comes.
    func next(_ read: (QueueRecords.Part, () -> Void) throws -> Void) throws -> Bool {
        turn.wait()
        var hasBegun = false
        defer { if !hasBegun { turn.signal() } }
        let place = next.withLock { next in
            defer { next += 1 }
            return next
        }
        guard parts.indices.contains(place) else { return false }
        try read(parts[place]) {
            hasBegun = true
            turn.signal()
        }
        return true
    }
}

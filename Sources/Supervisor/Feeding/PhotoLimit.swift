import Synchronization

/// Lets the first photos of a run in, and leaves the others out.
final class PhotoLimit: Sendable {
    private struct State {
        var admitted: Set<[UInt8]> = []
        /// Hashes, since a run of ten photos may look at a million.
        var leftOut: Set<Int> = []
    }

    private let most: Int
    private let state = Mutex(State())

    /// Lets `most` photos in.
    init(_ most: Int) { self.most = most }

    /// Whether the photo at the path is one of the first; the same path always gets the same answer.
    func admits(_ path: [UInt8]) -> Bool {
        state.withLock { state in
            if state.admitted.contains(path) { return true }
            if state.admitted.count < most {
                state.admitted.insert(path)
                return true
            }
            state.leftOut.insert(path.hashValue)
            return false
        }
    }

    /// How many photos were left out.
    var leftOut: Int { state.withLock { $0.leftOut.count } }
}

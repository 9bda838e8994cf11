/// Evidence of a sequence that goes on, and in which frames come late, change or go.
///
/// What it finds is what ``SequenceFinder`` finds in the same frames, however they came. All frames but the last few are
/// counted once; a change before those counts from the beginning.
public struct EvidenceTrack: Sendable {
    /// Frames at the end that are counted at each change: so far apart workers may end that have begun together.
    private static let tail = 64

    private let finder: SequenceFinder
    /// The frames before the tail.
    private var settled: EvidenceAccumulator
    private var count = 0

    /// Nothing seen yet.
    public init(_ finder: SequenceFinder) {
        self.finder = finder
        settled = EvidenceAccumulator(finder)
    }

    /// What is found in a sequence as it is now.
    ///
    /// - Parameters:
    ///   - frames: All of them, in the order in which they were taken.
    ///   - unchanged: So many of the first frames are those of the call before.
    public mutating func evidence<Frames: RandomAccessCollection>(
        in frames: Frames, unchanged: Int
    ) -> TrackedEvidence where Frames.Element == SeenFrame, Frames.Index == Int {
        let isAnew = unchanged < count
        if isAnew { (settled, count) = (EvidenceAccumulator(finder), 0) }
        while count < frames.count - Self.tail {
            settled.take(frames[frames.startIndex + count])
            count += 1
        }
        let over = settled.takeOver()
        var accumulator = settled
        for frame in frames.dropFirst(count) { accumulator.take(frame) }
        return TrackedEvidence(isAnew: isAnew, settled: over, recent: accumulator.found)
    }
}

/// What is found in a sequence, as far as it is not known from the call before.
public struct TrackedEvidence: Sendable {
    /// Whether this is all there is: what was settled before does not hold any more.
    public let isAnew: Bool
    /// What is settled since the call before: only a change of its frames changes it.
    public let settled: [Evidence]
    /// What further frames may change.
    public let recent: [Evidence]

    /// What is found, from its parts.
    public init(isAnew: Bool, settled: [Evidence], recent: [Evidence]) {
        self.isAnew = isAnew
        self.settled = settled
        self.recent = recent
    }
}

/// Actions in a sequence that goes on, and in which frames come late, change or go.
///
/// A window is looked at when all its frames are there; one that a short burst leaves unfilled, when the next burst has begun.
/// A change has the windows of its burst looked at anew.
public struct ActionTrack: Sendable {
    /// Says what is done in the windows of a burst.
    public typealias Events = @Sendable ([Frame]) throws -> [SequenceEvent]

    private struct Burst: Sendable {
        /// The frames of its whole windows.
        let frames: Range<Int>
        let events: [SequenceEvent]
    }

    private let events: Events
    /// In seconds: a longer time between two frames begins a new burst.
    private let gap: Double
    private var known: [Burst] = []

    /// - Parameters:
    ///   - gap: In seconds, as the events' own.
    ///   - events: The events of a burst's frames, a window each.
    public init(gap: Double, events: @escaping Events) {
        self.gap = gap
        self.events = events
    }

    /// The actions in a sequence as it is now.
    ///
    /// - Parameters:
    ///   - frames: All of them, in the order in which they were taken.
    ///   - unchanged: So many of the first frames are those of the call before.
    public mutating func evidence(in frames: [Frame], unchanged: Int) throws -> [Evidence] {
        let bursts = Frame.bursts(of: frames, gap: gap)
        let former = Dictionary(known.map { ($0.frames, $0) }) { first, _ in first }
        known = try bursts.map { burst in
            let isOver = burst.upperBound < frames.count
            let range = burst.prefix(ActionWindow.windowed(burst.count, isOver: isOver))
            if range.upperBound <= unchanged, let burst = former[range.startIndex..<range.endIndex] { return burst }
            return Burst(frames: range, events: range.isEmpty ? [] : try events(Array(frames[range])))
        }
        // What was done stays done: an action has no end but that of its window.
        return known.flatMap(\.events).map { Evidence($0, .holds) }
    }
}

extension ActionWindow {
    /// How many of a burst's first frames lie in whole windows; all of a shorter burst once it is over.
    fileprivate static func windowed(_ count: Int, isOver: Bool) -> Int {
        guard count >= frameCount else { return isOver ? count : 0 }
        return count - (count - frameCount) % step
    }
}

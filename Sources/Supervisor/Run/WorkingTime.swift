import Results

/// The time in which photos were processed, so that a pace does not count the hours in which there were none.
public struct WorkingTime: Sendable {
    /// The time of all photos so far; what was processed side by side counts once.
    public private(set) var total = Duration.zero
    /// How many photos have ended.
    public private(set) var photos = 0
    private var last: ContinuousClock.Instant

    /// What claiming, writing and telling of a photo may add to its own stages.
    private static let around = Duration.milliseconds(100)

    /// Nothing has been processed before `start`.
    public init(from start: ContinuousClock.Instant) { last = start }

    /// Counts a photo that ended now, after the time that its stages took.
    public mutating func ended(_ record: Record, at now: ContinuousClock.Instant) {
        total += min(now - last, record.photo.timings.stages + Self.around)
        last = now
        photos += 1
    }

    /// Photos in each second of work; nil before there is a pace.
    public var rate: Double? {
        let seconds = total / .seconds(1)
        return photos > 0 && seconds > 0.001 ? Double(photos) / seconds : nil
    }
}

extension Record.Timings {
    /// All stages together.
    var stages: Duration {
        let milliseconds = [load, register, infer, decode, draw, write].compactMap { $0 }.reduce(0, +)
        return .milliseconds(milliseconds.isFinite ? min(max(milliseconds, 0), 1e12) : 0)
    }
}

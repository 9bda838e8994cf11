import Findings

/// Finds what is seen again and again in a sequence, so that no single wrong finding counts.
///
/// An event begins when it was seen in N of the last M frames, and is released when it was missed in N of the last M
/// frames since. So one blurred frame neither makes an event nor parts it. It works on stored findings: the same photos
/// may be asked again with other numbers.
public struct SequenceFinder: Sendable {
    /// What is looked for.
    public let question: SequenceQuestion
    /// In seconds: a longer time between two frames ends all events.
    public let gap: Double

    /// - Parameter gap: In seconds; infinity where times do not matter.
    public init(_ question: SequenceQuestion, gap: Double = 2) {
        self.question = question
        self.gap = gap
    }

    /// The events of a sequence by their first frame, each with all frames that show it.
    ///
    /// - Parameter frames: In the order in which they were taken.
    public func events(in frames: [Frame]) -> [SequenceEvent] {
        Frame.bursts(of: frames, gap: gap).flatMap { burst in
            found(in: burst, of: frames)
                .sorted { ($0.first, $0.key) < ($1.first, $1.key) }
                .map { event(of: $0, in: frames) }
        }
    }

    private func found(in burst: Range<Int>, of frames: [Frame]) -> [FoundEvidence] {
        var counters: [SequenceKey: EvidenceCounter] = [:]
        var found: [FoundEvidence] = []
        for index in burst {
            let sightings = question.sightings(in: frames[index])
            for (key, confidence) in sightings {
                counters[key, default: EvidenceCounter(question)].see(Sighting(frame: index, confidence: confidence))
            }
            // What was never seen is not missed, and a detector that failed has neither seen nor missed anything.
            let failed = Set(frames[index].results.filter { $0.error != nil }.map(\.detector))
            for (key, counter) in counters
            where counter.isOn && sightings[key] == nil && !failed.contains(key.detector) {
                guard let event = counters[key]?.miss(frame: index) else { continue }
                found.append(FoundEvidence(key: key, sightings: event, isReleased: true))
            }
        }
        for (key, counter) in counters where counter.isOn {
            found.append(FoundEvidence(key: key, sightings: Array(counter.sightings), isReleased: false))
        }
        return found
    }

    private func event(of found: FoundEvidence, in frames: [Frame]) -> SequenceEvent {
        let scores = found.sightings.map(\.confidence)
        let shown = found.sightings.map { frames[$0.frame] }
        return SequenceEvent(
            what: question.subject.name, detector: found.key.detector, label: found.key.label,
            begins: shown.first?.time, ends: shown.last?.time, frames: shown.map(\.name),
            confidence: .init(best: scores.max() ?? 0, mean: scores.reduce(0, +) / Double(max(scores.count, 1))),
            released: found.isReleased)
    }
}

/// An event as indexes of frames.
private struct FoundEvidence {
    let key: SequenceKey
    let sightings: [Sighting]
    let isReleased: Bool

    var first: Int { sightings.first?.frame ?? 0 }
}

/// A frame that shows what is looked for.
struct Sighting: Hashable {
    /// The frame's index.
    let frame: Int
    /// The best score in it.
    let confidence: Double
}

/// Counts one thing from frame to frame: it is on when it was seen in N of the last M frames, and off again when it was
/// missed in N of the last M frames since it went on.
struct EvidenceCounter {
    private let needed: Int
    private let window: Int
    /// Whether enough frames showed it.
    private(set) var isOn = false
    /// Those of the window while it is off, all since it began while it is on.
    private(set) var sightings: ArraySlice<Sighting> = []
    /// The frames that missed it, while it is on.
    private var misses: ArraySlice<Int> = []

    /// Nothing seen yet.
    init(_ question: SequenceQuestion) {
        needed = question.seen
        window = question.of
    }

    /// Takes a frame that shows it; frames come in their order.
    mutating func see(_ sighting: Sighting) {
        if !isOn {
            sightings = sightings.drop { sighting.frame - $0.frame >= window }
        }
        sightings.append(sighting)
        if !isOn && sightings.count >= needed { isOn = true }
    }

    /// Takes a frame that does not show it, while it is on.
    ///
    /// - Returns: The frames that showed it, where it is off now.
    mutating func miss(frame: Int) -> [Sighting]? {
        misses = misses.drop { frame - $0 >= window }
        misses.append(frame)
        guard misses.count >= needed else { return nil }
        defer { (isOn, sightings, misses) = (false, [], []) }
        return Array(sightings)
    }
}

/// Something that was seen in enough photos of a sequence to be true.
public struct SequenceEvent: Sendable, Hashable, Codable {
    /// The scores of the frames in which it was seen.
    public struct Confidence: Sendable, Hashable, Codable {
        /// The best, 0 to 1.
        public var best: Double
        /// The mean, 0 to 1.
        public var mean: Double

        /// The best and the mean score of an event's frames.
        public init(best: Double, mean: Double) {
            self.best = best
            self.mean = mean
        }
    }

    /// The question in one word: `label`, `pinch` or `nearKeypoints`.
    public var what: String
    /// The name of the detector that found it.
    public var detector: String
    /// What was found, such as `right hand`.
    public var label: String
    /// The time of the first frame, in milliseconds of the frames' clock; nil where it has none.
    public var begins: Double?
    /// The time of the last frame, in milliseconds of the frames' clock; nil where it has none.
    public var ends: Double?
    /// The names of the frames in which it was seen, in their order.
    public var frames: [String]
    /// The scores of these frames.
    public var confidence: Confidence
    /// Whether it was seen to end; false where the burst or the sequence ended first.
    public var released: Bool

    /// An event of frames in their order, which was released where it was seen to end.
    public init(
        what: String, detector: String, label: String, begins: Double?, ends: Double?, frames: [String],
        confidence: Confidence, released: Bool
    ) {
        self.what = what
        self.detector = detector
        self.label = label
        self.begins = begins
        self.ends = ends
        self.frames = frames
        self.confidence = confidence
        self.released = released
    }

    /// Writes all keys, null where there is nothing.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(what, forKey: .what)
        try values.encode(detector, forKey: .detector)
        try values.encode(label, forKey: .label)
        try values.encode(begins, forKey: .begins)
        try values.encode(ends, forKey: .ends)
        try values.encode(frames, forKey: .frames)
        try values.encode(confidence, forKey: .confidence)
        try values.encode(released, forKey: .released)
    }
}

import Findings

/// Finds what is seen again and again in a sequence, so that no single wrong finding counts.
///
/// An event begins when it was seen in N of the last M frames, and is released when it was missed in N of the last M
/// frames since. So one blurred frame neither makes an event nor parts it. It works on stored findings: the same photos
/// may be asked again with other numbers. The rule itself is ``EvidenceAccumulator``.
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
        var accumulator = EvidenceAccumulator(self)
        for frame in frames { accumulator.take(SeenFrame(frame, by: question)) }
        return accumulator.found.map(\.event)
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

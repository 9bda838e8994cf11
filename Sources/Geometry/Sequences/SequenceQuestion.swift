import Findings

/// What is looked for in a sequence of photos, and in how many of them it has to be seen.
public struct SequenceQuestion: Sendable, Hashable {
    /// What a frame has to show.
    public enum Subject: Sendable, Hashable {
        /// A finding with this label: an object, a class, a text; nil for any, each of them counted for itself.
        case label(String?, detector: String?)
        /// Two keypoints of one pose that are near each other.
        case nearKeypoints(String, String, Nearness, detector: String?)
        /// The tips of thumb and index finger of one hand near each other, where the hand is not closed.
        case pinch(Nearness, detector: String?)

        /// The subject in one word: `label`, `pinch` or `nearKeypoints`.
        public var name: String {
            switch self {
            case .label: "label"
            case .pinch: "pinch"
            case .nearKeypoints: "nearKeypoints"
            }
        }
    }

    /// What a frame has to show.
    public let subject: Subject
    /// The least score of a finding, and the least visibility of a keypoint that has one, 0 to 1.
    public let confidence: Double
    /// In how many frames it has to be seen; at least 1, at most ``of``.
    public let seen: Int
    /// Of how many frames, up to the last; at least 1.
    public let of: Int

    /// A question; numbers of frames outside of their bounds are moved to them.
    public init(_ subject: Subject, confidence: Double = 0.5, seen: Int = 3, of: Int = 5) {
        self.subject = subject
        self.confidence = confidence
        self.of = max(of, 1)
        self.seen = min(max(seen, 1), self.of)
    }
}

/// Whose finding it is, and what it is: each is counted for itself, such as a left and a right hand.
struct SequenceKey: Hashable, Comparable {
    let detector: String
    let label: String

    static func < (a: SequenceKey, b: SequenceKey) -> Bool {
        a.detector == b.detector ? a.label < b.label : a.detector < b.detector
    }
}

extension SequenceQuestion {
    /// What a frame shows of it, each with its best score.
    func sightings(in frame: Frame) -> [SequenceKey: Double] {
        var best: [SequenceKey: Double] = [:]
        for result in frame.results {
            for finding in result.found.items where shows(finding, of: result.detector, in: frame.size) {
                let key = SequenceKey(detector: result.detector, label: name(of: finding))
                best[key] = max(best[key] ?? 0, finding.confidence)
            }
        }
        return best
    }

    /// What a finding is counted as: lines of text that hold what is asked for are one, however the rest of them was read.
    private func name(of finding: any Finding) -> String {
        if case .label(let label?, _) = subject, finding is TextLine { return label }
        return finding.reading ?? finding.label
    }

    private func shows(_ finding: any Finding, of detector: String, in size: PixelSize) -> Bool {
        guard finding.confidence >= confidence else { return false }
        switch subject {
        case .label(let label, let wanted):
            return (wanted ?? detector) == detector && (label == nil || label == finding.label || says(finding, label))
        case .nearKeypoints(let first, let second, let nearness, let wanted):
            return (wanted ?? detector) == detector && areNear(first, second, nearness, of: finding, in: size)
        case .pinch(let nearness, let wanted):
            return (wanted ?? detector) == detector
                && areNear("thumbTip", "indexTip", nearness, of: finding, in: size)
                && (finding as? Pose)?.isClosedHand == false
        }
    }

    private func areNear(
        _ first: String, _ second: String, _ nearness: Nearness, of finding: any Finding, in size: PixelSize
    ) -> Bool {
        guard let pose = finding as? Pose, let a = pose.keypoint(first, visibility: confidence),
            let b = pose.keypoint(second, visibility: confidence)
        else { return false }
        return nearness.holds(between: a, b, of: pose, in: size)
    }

    /// Whether a line of text or a code contains it, in whichever case.
    private func says(_ finding: any Finding, _ text: String?) -> Bool {
        guard let reading = finding.reading, let text else { return false }
        return reading.lowercased().contains(text.lowercased())
    }
}

/// One photo of a sequence, with what was found in it.
public struct Frame: Sendable, Hashable {
    /// The photo's name, as its record has it.
    public let name: String
    /// When it was taken, in milliseconds of any one clock; nil where it is unknown.
    public let time: Double?
    /// The upright photo's size in pixels.
    public let size: PixelSize
    /// What each detector found, in pixels of the upright photo.
    public let results: [DetectorResult]

    /// A photo with what each detector found in it; a time that is no number counts as none.
    public init(name: String, time: Double?, size: PixelSize, results: [DetectorResult]) {
        self.name = name
        self.time = time.flatMap { $0.isFinite ? $0 : nil }
        self.size = size
        self.results = results
    }

    /// The frames in bursts: a gap in time begins a new one.
    ///
    /// A frame without a time belongs to the one before it.
    /// - Parameters:
    ///   - frames: In the order in which they were taken.
    ///   - gap: In seconds; a longer time between two frames, forwards or backwards, is a gap.
    /// - Returns: Ranges of indexes, which follow each other without a gap.
    public static func bursts(of frames: [Frame], gap: Double) -> [Range<Int>] {
        var bursts: [Range<Int>] = []
        var (start, clock) = (0, BurstClock(gap: gap))
        for (index, frame) in frames.enumerated() where clock.beginsBurst(at: frame.time) {
            bursts.append(start..<index)
            start = index
        }
        return start < frames.count ? bursts + [start..<frames.count] : bursts
    }
}

/// Tells from frame to frame where a gap in time begins a new burst.
struct BurstClock: Sendable {
    /// In seconds; a longer time between two frames, forwards or backwards, is a gap.
    let gap: Double
    private var last: Double?

    init(gap: Double) { self.gap = gap }

    /// Takes the time of the next frame; one without a time belongs to the frame before it.
    mutating func beginsBurst(at time: Double?) -> Bool {
        guard let time else { return false }
        defer { last = time }
        return last.map { abs(time - $0) > gap * 1000 } ?? false
    }
}

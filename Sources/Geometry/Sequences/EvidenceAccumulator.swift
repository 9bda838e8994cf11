import Findings

/// What one frame shows of a question: all that evidence needs of a photo.
public struct SeenFrame: Sendable, Hashable {
    /// The photo's name, as its record has it.
    public let name: String
    /// When it was taken, in milliseconds of any one clock; nil where it is unknown.
    public let time: Double?
    /// What it shows, each with its best score.
    let sightings: [SequenceKey: Double]
    /// The detectors that failed at it.
    let failed: Set<String>

    /// What a frame shows of a question.
    public init(_ frame: Frame, by question: SequenceQuestion) {
        name = frame.name
        time = frame.time
        sightings = question.sightings(in: frame)
        failed = Set(frame.results.filter { $0.error != nil }.map(\.detector))
    }
}

/// An event with what is known of its end.
public struct Evidence: Sendable, Hashable {
    /// Whether it is still seen.
    public enum State: String, Sendable, Hashable {
        /// It was not seen to end.
        case holds
        /// It was missed in enough photos.
        case missed
        /// A gap in time came before it was missed.
        case gap
    }

    /// The frames that show it, with their scores.
    public let event: SequenceEvent
    /// Whether it is still seen.
    public let state: State

    /// An event in a state.
    public init(_ event: SequenceEvent, _ state: State) {
        self.event = event
        self.state = state
    }
}

/// Evidence from frame to frame: the one rule of ``SequenceFinder``, as far as the frames have come.
public struct EvidenceAccumulator: Sendable {
    private let question: SequenceQuestion
    private var clock: BurstClock
    private var counters: [SequenceKey: EvidenceCounter] = [:]
    private var over: [(place: EvidencePlace, evidence: Evidence)] = []
    private var count = 0

    /// Nothing seen yet.
    public init(_ finder: SequenceFinder) {
        question = finder.question
        clock = BurstClock(gap: finder.gap)
    }

    /// Takes the next frame, in the order in which they were taken.
    public mutating func take(_ frame: SeenFrame) {
        if clock.beginsBurst(at: frame.time) {
            over += held(as: .gap)
            counters = [:]
        }
        for (key, confidence) in frame.sightings {
            let sighting = Sighting(frame: count, name: frame.name, time: frame.time, confidence: confidence)
            counters[key, default: EvidenceCounter(question)].see(sighting)
        }
        for key in counters.keys.filter({ frame.sightings[$0] == nil }) { miss(key, in: frame) }
        count += 1
    }

    /// What was found so far, by the first frames; ties by detector and label.
    public var found: [Evidence] {
        (over + held(as: .holds)).sorted { $0.place < $1.place }.map(\.evidence)
    }

    /// Takes out what is over, which no later frame changes, by the first frames.
    mutating func takeOver() -> [Evidence] {
        defer { over = [] }
        return over.sorted { $0.place < $1.place }.map(\.evidence)
    }

    /// What was never seen is not missed, and a detector that failed has neither seen nor missed anything.
    private mutating func miss(_ key: SequenceKey, in frame: SeenFrame) {
        guard counters[key]?.isOn == true else {
            if counters[key]?.isOutdated(at: count) == true { counters[key] = nil }
            return
        }
        guard !frame.failed.contains(key.detector), let sightings = counters[key]?.miss(frame: count) else { return }
        counters[key] = nil
        over.append(evidence(of: key, sightings, as: .missed))
    }

    private func held(as state: Evidence.State) -> [(place: EvidencePlace, evidence: Evidence)] {
        counters.filter(\.value.isOn).map { evidence(of: $0.key, Array($0.value.sightings), as: state) }
    }

    private func evidence(
        of key: SequenceKey, _ sightings: [Sighting], as state: Evidence.State
    ) -> (place: EvidencePlace, evidence: Evidence) {
        let scores = sightings.map(\.confidence)
        let event = SequenceEvent(
            what: question.subject.name, detector: key.detector, label: key.label, begins: sightings.first?.time,
            ends: sightings.last?.time, frames: sightings.map(\.name),
            confidence: .init(best: scores.max() ?? 0, mean: scores.reduce(0, +) / Double(max(scores.count, 1))),
            released: state == .missed)
        return (EvidencePlace(first: sightings.first?.frame ?? 0, key: key), Evidence(event, state))
    }
}

/// Where an event stands among others.
private struct EvidencePlace: Comparable {
    let first: Int
    let key: SequenceKey

    static func < (a: EvidencePlace, b: EvidencePlace) -> Bool { (a.first, a.key) < (b.first, b.key) }
}

/// A frame that shows what is looked for.
struct Sighting: Hashable {
    /// The frame's number in the sequence.
    let frame: Int
    let name: String
    let time: Double?
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

    /// Whether it is off, and no frame that showed it counts for the next one.
    func isOutdated(at frame: Int) -> Bool {
        !isOn && sightings.last.map { frame + 1 - $0.frame >= window } ?? true
    }
}

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

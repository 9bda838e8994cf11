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
            // What nobody has seen yet is not missed.
            // A detector that failed has neither seen nor missed anything.
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

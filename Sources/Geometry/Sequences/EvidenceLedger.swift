/// What has become of an event since evidence was last looked at.
public struct EvidenceChange: Sendable, Hashable {
    /// What has become of it.
    public enum Kind: String, Sendable, Hashable {
        /// Evidence holds that did not hold before.
        case added
        /// It is the same event, with other photos.
        case updated
        /// Evidence does not hold any more.
        case removed
    }

    /// Why evidence does not hold any more.
    public enum Reason: String, Sendable, Hashable {
        /// It was missed in enough photos.
        case missed
        /// A longer time came between two photos.
        case gap
        /// Photos that came late or changed show it in too few: it never was.
        case withdrawn
    }

    /// What has become of it.
    public let kind: Kind
    /// Nil where evidence holds.
    public let reason: Reason?
    /// The event's number: the same as long as it has a photo in common with what was said before.
    public let id: Int
    /// The event as it is now; as it was, where it is withdrawn.
    public let event: SequenceEvent

    /// A change from its parts.
    public init(_ kind: Kind, _ reason: Reason? = nil, id: Int, event: SequenceEvent) {
        self.kind = kind
        self.reason = reason
        self.id = id
        self.event = event
    }
}

/// What was said of one sequence's evidence, so that only changes of it are said.
public struct EvidenceLedger: Sendable {
    fileprivate struct Entry: Sendable {
        let id: Int
        let evidence: Evidence
    }

    /// Of what only a change of earlier photos changes.
    private var settled: [Entry] = []
    private var recent: [Entry] = []

    /// Nothing was said yet.
    public init() {}

    /// The changes that lead from what was said to what is found; withdrawn events first.
    ///
    /// - Parameter last: The last number that an event was given, in any ledger.
    public mutating func changes(to tracked: TrackedEvidence, last: inout Int) -> [EvidenceChange] {
        let said = tracked.isAnew ? settled + recent : recent
        let found = tracked.settled + tracked.recent
        if tracked.isAnew { settled = [] }
        let (entries, changes) = Self.changes(from: said, to: found, last: &last)
        settled += entries.prefix(tracked.settled.count)
        recent = Array(entries.dropFirst(tracked.settled.count))
        return changes
    }

    private static func changes(
        from said: [Entry], to found: [Evidence], last: inout Int
    ) -> (entries: [Entry], changes: [EvidenceChange]) {
        guard found != said.map(\.evidence) else { return (said, []) }
        var former = Dictionary(grouping: said, by: \.evidence.event.key)
        var changes: [EvidenceChange] = []
        let entries = found.map { evidence in
            guard let entry = former[evidence.event.key]?.take(evidence.event) else {
                last += 1
                changes.append(EvidenceChange(.added, id: last, event: evidence.event))
                if evidence.state != .holds { changes.append(evidence.removal(of: last)) }
                return Entry(id: last, evidence: evidence)
            }
            switch (entry.evidence.state == .holds, evidence.state == .holds) {
            case (true, false): changes.append(evidence.removal(of: entry.id))
            case (false, true): changes.append(EvidenceChange(.added, id: entry.id, event: evidence.event))
            case (true, true), (false, false):
                guard entry.evidence != evidence else { break }
                changes.append(EvidenceChange(.updated, id: entry.id, event: evidence.event))
            }
            return Entry(id: entry.id, evidence: evidence)
        }
        let withdrawn = former.values.joined().sorted { $0.id < $1.id }.map {
            EvidenceChange(.removed, .withdrawn, id: $0.id, event: $0.evidence.event)
        }
        return (entries, withdrawn + changes)
    }
}

extension [EvidenceLedger.Entry] {
    /// Takes out what was said of an event: of the one with the same first photo, else of one that shares a photo.
    fileprivate mutating func take(_ event: SequenceEvent) -> EvidenceLedger.Entry? {
        var index = firstIndex { $0.evidence.event.frames.first == event.frames.first }
        if index == nil, !isEmpty {
            let frames = Set(event.frames)
            index = firstIndex { !frames.isDisjoint(with: $0.evidence.event.frames) }
        }
        return index.map { remove(at: $0) }
    }
}

extension Evidence {
    fileprivate func removal(of id: Int) -> EvidenceChange {
        EvidenceChange(.removed, state == .gap ? .gap : .missed, id: id, event: event)
    }
}

extension SequenceEvent {
    fileprivate var key: SequenceKey { SequenceKey(detector: detector, label: label) }
}

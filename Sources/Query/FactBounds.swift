import Storage

/// What kept facts say of a query: what must hold where a photo may fit, and what holds only where it surely does.
///
/// Of a photo for which both say the same, or whose facts surely meet the query, no record is read. Not every test can be put
/// into a condition: then each photo may fit, and none surely does.
public struct FactBounds: Hashable, Sendable {
    /// Holds for each photo that fits, and perhaps for others.
    public var possible: FactCondition
    /// Holds for photos alone that fit.
    public var sure: FactCondition

    /// A condition that says exactly what is asked.
    init(_ exact: FactCondition) { (possible, sure) = (exact, exact) }

    init(possible: FactCondition, sure: FactCondition) { (self.possible, self.sure) = (possible, sure) }

    /// Nothing is known.
    static let unknown = FactBounds(possible: .always, sure: .never)

    var opposite: FactBounds { FactBounds(possible: sure.opposite, sure: possible.opposite) }

    /// What the record says, as far as the facts have none of these gaps.
    ///
    /// - Parameter isOfNothing: Whether a photo fits that has not ended, of which nothing is found yet.
    static func told(
        _ gaps: PhotoFacts.Gaps, possible: FactCondition, sure: FactCondition, isOfNothing: Bool = false
    ) -> FactBounds {
        let ended = FactCondition.states(Set(JobState.allCases.filter(\.isFinal)))
        let (may, must) = (FactCondition.any([.not(.tells(gaps)), possible]), FactCondition.all([.tells(gaps), sure]))
        guard !isOfNothing else {
            return FactBounds(possible: .any([.not(ended), may]), sure: .any([.not(ended), must]))
        }
        return FactBounds(possible: .all([ended, may]), sure: .all([ended, must]))
    }
}

extension Query {
    /// Terms that conditions are made of at most: databases take no endless ones.
    private static let mostTests = 200
    /// Levels of parts within parts that conditions are made of at most: SQLite reads no deeper ones.
    private static let mostLevels = 8

    /// What kept facts say of it.
    public var factBounds: FactBounds { bounds { _ in true } }

    /// The same of a photo that is known by its record: of what its job says, the number and the state alone are surely those
    /// that count.
    public var factBoundsOfRecord: FactBounds {
        bounds { test in
            switch test.term {
            case .is: !test.values.contains { $0 == .text(TextPattern(QueryMark.duplicate.rawValue)) }
            case .job, .state: true
            default: test.term.row.source == .record
            }
        }
    }

    private func bounds(_ isKnown: (QueryTest) -> Bool) -> FactBounds {
        root.leaves > Self.mostTests || root.levels > Self.mostLevels ? .unknown : root.bounds(isKnown)
    }
}

extension QueryNode {
    fileprivate var leaves: Int {
        switch self {
        case .all: 0
        case .and(let nodes), .or(let nodes): nodes.reduce(1) { $0 + $1.leaves }
        case .not(let node): node.leaves + 1
        case .photo(let test): test.values.count
        case .findings(let tests, let counts): (tests + counts).reduce(1) { $0 + $1.values.count }
        case .words(let words): words.count
        }
    }

    /// How deep its parts lie within each other.
    fileprivate var levels: Int {
        switch self {
        case .and(let nodes), .or(let nodes): 1 + (nodes.map(\.levels).max() ?? 0)
        case .not(let node): 1 + node.levels
        case .all, .photo, .findings, .words: 0
        }
    }

    /// - Parameter isKnown: Whether what a test of the photo itself asks is known.
    fileprivate func bounds(_ isKnown: (QueryTest) -> Bool) -> FactBounds {
        switch self {
        case .all: return FactBounds(.always)
        case .and(let nodes):
            let parts = nodes.map { $0.bounds(isKnown) }
            return FactBounds(possible: .all(parts.map(\.possible)), sure: .all(parts.map(\.sure)))
        case .or(let nodes):
            let parts = nodes.map { $0.bounds(isKnown) }
            return FactBounds(possible: .any(parts.map(\.possible)), sure: .any(parts.map(\.sure)))
        case .not(let node): return node.bounds(isKnown).opposite
        case .photo(let test): return isKnown(test) ? test.photoBounds : .unknown
        case .findings(let tests, let counts): return Self.bounds(tests, counts)
        case .words: return .told(.findings, possible: .always, sure: .never)
        }
    }

    /// How many findings there are that tests hold for.
    private static func bounds(_ tests: [QueryTest], _ counts: [QueryTest]) -> FactBounds {
        let numbers = counts.compactMap { FactTest.numbers($0) { .whole($0, $1) } }
        let parts = tests.map(FindingPart.init)
        let isOfNothing = !counts.isEmpty && counts.allSatisfy { $0.holds(for: .numbers([0])) }
        func told(_ possible: FactCondition, _ sure: FactCondition) -> FactBounds {
            .told(.findings, possible: possible, sure: sure, isOfNothing: isOfNothing)
        }
        guard numbers.count == counts.count, counts.allSatisfy({ $0.relation != .isNot }) else {
            return told(.always, .never)
        }
        if tests.isEmpty {
            let exact = FactCondition.all(numbers.map { .photo(FactTest(.found, .ranges($0))) })
            return told(exact, exact)
        }
        let rows = parts.compactMap(\.row)
        let isExact = parts.allSatisfy(\.isExact)
        // Most photos of a query show none of it, which their labels tell alone.
        let needsOne = counts.isEmpty || numbers.contains { $0.allSatisfy { ($0.from ?? 0) >= 1 } }
        let least = numbers.compactMap { $0.map { $0.from ?? 1 }.min() }.max() ?? 1
        // Their number stands before all texts in a row, and is told first.
        let labels =
            needsOne ? [.photo(FactTest(.found, .ranges([FactRange(from: least)])))] + parts.compactMap(\.labels) : []
        let condition = FactCondition.all(labels + [.findings(rows, counts: numbers)])
        if isExact { return told(condition, condition) }
        guard counts.isEmpty else { return told(.always, .never) }
        // What the findings say stands beside them, all together.
        let said = parts.compactMap(\.said)
        let isTold = FactCondition.tells([.findings, .texts])
        let possible = FactCondition.all([condition] + said.map { .any([.not(isTold), .photo($0)]) })
        let isAlone = tests.count == 1 && tests[0].term == .text && parts[0].saysWhole
        return FactBounds(
            possible: told(possible, .never).possible,
            sure: isAlone
                ? FactBounds.told([.findings, .texts], possible: .always, sure: .all(said.map { .photo($0) })).sure
                : .never
        )
    }
}

/// A test of a finding as facts know it.
private struct FindingPart {
    /// What must hold for the finding's facts; nil for nothing.
    var row: FactTest?
    /// What must hold for what the photo's findings say.
    var said: FactTest?
    /// What must hold for the labels of all findings where one of them is to fit; nil for nothing.
    var labels: FactCondition?
    /// Whether the first says all.
    var isExact = true
    /// Whether the second does, for a query of nothing else.
    var saysWhole = false

    init(_ test: QueryTest) {
        switch test.term {
        case .label: row = FactTest.texts(.label, test)
        case .detector: row = FactTest.texts(.detector, test)
        case .confidence: row = FactTest.steps(.confidence, test)
        case .size: row = FactTest.steps(.size, test)
        case .page: row = FactTest.wholes(.page, test)
        case .place: row = FactTest.bits(.places, test) { QueryPlace(rawValue: $0).map { $0.bit } }
        default: break
        }
        isExact = row != nil
        if test.term == .label, test.relation == .equals, let parts = FactTest.parts(test) {
            let edge = PhotoFacts.separator
            // Over a star there may be other labels: of these the findings themselves know more.
            let patterns = parts.map { $0.count == 1 ? ["", edge + $0[0] + edge, ""] : [""] + $0 + [""] }
            labels = .photo(FactTest(.labels, .texts(patterns)))
        }
        guard test.term == .text || test.term == .code else { return }
        row = FactTest(.says, .bits(test.term == .code ? 2 : 1))
        guard test.relation == .equals, let parts = FactTest.parts(test) else { return }
        saysWhole = parts.allSatisfy { $0.count == 1 }
        said = FactTest(.said, .texts(parts.map { [""] + $0 + [""] }))
    }
}

// Stores keep these numbers: none is ever given to another word.
extension QueryPlace {
    var bit: Int64 {
        switch self {
        case .left: 1
        case .right: 2
        case .top: 4
        case .bottom: 8
        case .middle: 16
        case .edge: 32
        }
    }
}

extension QueryMark {
    var bit: Int64 {
        switch self {
        case .reviewed: 1
        case .open: 2
        case .doubtful: 4
        case .corrected: 8
        case .scored: 16
        case .duplicate: 32
        case .nearDuplicate: 64
        }
    }
}

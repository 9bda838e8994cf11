import Storage

extension QueryTest {
    /// What kept facts say of a test of the photo itself.
    var photoBounds: FactBounds {
        switch term {
        case .state: states.map { FactBounds(.states($0)) } ?? .unknown
        case .job: numbered { .job($0) }
        case .bytes: numbered { .bytes($0) }
        case .error: FactBounds(possible: .hasFailure, sure: .never)
        case .is: marks
        case .date: told(.captured, FactTest.dates(.captured, self))
        case .camera: told([], FactTest.texts(.camera, self))
        case .format: told([], FactTest.texts(.format, self))
        case .width: told([], FactTest.wholes(.width, self))
        case .height: told([], FactTest.wholes(.height, self))
        case .pages: told([], FactTest.wholes(.pages, self))
        case .margin: told(.margin, FactTest.steps(.margin, self))
        case .model: models
        default: .unknown
        }
    }

    private func told(_ gaps: PhotoFacts.Gaps, _ test: FactTest?) -> FactBounds {
        guard let test else { return .unknown }
        return .told(gaps, possible: .photo(test), sure: .photo(test))
    }

    private func numbered(_ condition: ([FactRange]) -> FactCondition) -> FactBounds {
        guard let ranges = FactTest.numbers(self, { .whole($0, $1) }) else { return .unknown }
        return FactBounds(relation == .isNot ? .not(condition(ranges)) : condition(ranges))
    }

    /// The states that it takes.
    private var states: Set<JobState>? {
        Set(JobState.allCases.filter { holds(for: .texts([FoldedText($0.description)])) })
    }

    /// What a photo is: one that has not ended is a copy at most.
    private var marks: FactBounds {
        let named = values.compactMap { value in
            if case .text(let pattern) = value { pattern.plain.flatMap(QueryMark.init) } else { nil }
        }
        // What looks alike is found by comparing all photos.
        guard named.count == values.count, !named.contains(.nearDuplicate) else { return .unknown }
        // Not even another mark is there where there is none, and which ones there are is not all kept.
        guard relation == .equals else { return .unknown }
        let kept = named.filter { $0 != .duplicate }.reduce(0 as Int64) { $0 | $1.bit }
        func has(_ bits: Int64) -> FactBounds {
            let test = FactCondition.photo(FactTest(.marks, .bits(bits)))
            return .told(.marks, possible: test, sure: test)
        }
        let copy = FactBounds(.isCopy)
        return Self.any([has(kept)] + (named.contains(.duplicate) ? [copy] : []))
    }

    private static func any(_ parts: [FactBounds]) -> FactBounds {
        FactBounds(possible: .any(parts.map(\.possible)), sure: .any(parts.map(\.sure)))
    }

    /// The models stand in one text: a pattern with stars might fit over the end of one.
    private var models: FactBounds {
        guard let parts = FactTest.parts(self) else { return .unknown }
        if parts.allSatisfy({ $0.count == 1 }) {
            return told([], FactTest(.models, .texts(parts.map { [""] + $0 + [""] }), isNot: relation == .isNot))
        }
        return .told([], possible: .photo(FactTest(.models, .anything)), sure: .never)
    }
}

extension FactTest {
    /// The parts between stars of each text, as they are compared; nil where a fact cannot be compared with one.
    static func parts(_ test: QueryTest) -> [[String]]? {
        let parts = test.values.compactMap { value -> [String]? in
            guard case .text(let pattern) = value else { return nil }
            let pieces = pattern.foldedPieces
            let isPlain = !pieces.contains { piece in
                piece.unicodeScalars.contains { $0 == "\0" || $0 == "\u{1F}" || $0 == "\u{FFFD}" }
            }
            return isPlain && pieces.reduce(0, { $0 + $1.utf8.count }) < 4_000 ? pieces : nil
        }
        return parts.count == test.values.count && !parts.isEmpty ? parts : nil
    }

    /// A test of a text.
    static func texts(_ fact: Fact, _ test: QueryTest) -> FactTest? {
        guard let parts = parts(test) else { return nil }
        let isPart = test.term.row.kind == .part
        let patterns = parts.map { $0.count == 1 && isPart ? [""] + $0 + [""] : $0 }
        return FactTest(fact, .texts(patterns), isNot: test.relation == .isNot)
    }

    /// A test of a number that is kept as it is.
    static func wholes(_ fact: Fact, _ test: QueryTest) -> FactTest? {
        numbers(test) { .whole($0, $1) }.map { FactTest(fact, .ranges($0), isNot: test.relation == .isNot) }
    }

    /// A test of a number that is kept in steps.
    static func steps(_ fact: Fact, _ test: QueryTest) -> FactTest? {
        numbers(test) { .steps($0, $1) }.map { FactTest(fact, .ranges($0), isNot: test.relation == .isNot) }
    }

    /// A test of words of which each has a bit.
    static func bits(_ fact: Fact, _ test: QueryTest, _ bit: (String) -> Int64?) -> FactTest? {
        let bits = test.values.compactMap { value -> Int64? in
            if case .text(let pattern) = value { pattern.plain.flatMap(bit) } else { nil }
        }
        // Of something without any word not even another one is so.
        guard bits.count == test.values.count, test.relation == .equals else { return nil }
        return FactTest(fact, .bits(bits.reduce(0, |)))
    }

    /// The numbers that a test takes, or leaves out where it is one for others; nil where they cannot be told.
    static func numbers(
        _ test: QueryTest, _ range: (QueryTest.Relation, Double) -> FactRange?
    ) -> [FactRange]? {
        var ranges: [FactRange] = []
        for value in test.values {
            switch value {
            case .number(let number):
                guard let one = range(test.relation == .isNot ? .equals : test.relation, number) else { return nil }
                ranges.append(one)
            case .numbers(let from, let to):
                let bounds = (from.map { range(.atLeast, $0) }, to.map { range(.atMost, $0) })
                if case .some(nil) = bounds.0 { return nil }
                if case .some(nil) = bounds.1 { return nil }
                ranges.append(FactRange(from: bounds.0??.from, to: bounds.1??.to))
            case .text, .date, .dates: return nil
            }
        }
        return ranges
    }

    /// A test of a time.
    static func dates(_ fact: Fact, _ test: QueryTest) -> FactTest? {
        var ranges: [TextRange] = []
        for value in test.values {
            switch value {
            case .date(let time):
                switch test.relation {
                case .equals, .isNot: ranges.append(TextRange(from: time, to: time))
                case .atLeast: ranges.append(TextRange(from: time))
                case .atMost: ranges.append(TextRange(to: time))
                case .above: ranges.append(TextRange(from: time, isOpen: true))
                case .below: ranges.append(TextRange(to: time, isOpen: true))
                }
            case .dates(let from, let to): ranges.append(TextRange(from: from, to: to))
            case .text, .number, .numbers: return nil
            }
        }
        return FactTest(fact, .beginnings(ranges), isNot: test.relation == .isNot)
    }
}

extension FactRange {
    /// The whole numbers that stand so to a number.
    static func whole(_ relation: QueryTest.Relation, _ number: Double) -> FactRange? {
        guard abs(number) < 1e15 else { return nil }
        let (below, above) = (Int64(number.rounded(.down)), Int64(number.rounded(.up)))
        return of(relation, at: below == above ? below : nil, below: below, above: above)
    }

    /// The steps of the numbers that stand so to a number.
    static func steps(_ relation: QueryTest.Relation, _ number: Double) -> FactRange? {
        guard abs(number) < 1e8 else { return nil }
        let step = PhotoFacts.steps(of: number)
        guard step % 2 == 0 else { return nil }
        return of(relation, at: step, below: step, above: step)
    }

    /// - Parameters:
    ///   - value: The number where it is one of those that are kept.
    ///   - below: The last one that is not above it.
    ///   - above: The first one that is not below it.
    private static func of(
        _ relation: QueryTest.Relation, at value: Int64?, below: Int64, above: Int64
    ) -> FactRange {
        switch relation {
        case .equals, .isNot: value.map { FactRange(from: $0, to: $0) } ?? FactRange(from: 1, to: 0)
        case .atLeast: FactRange(from: above)
        case .atMost: FactRange(to: below)
        case .above: FactRange(from: below + 1)
        case .below: FactRange(to: above - 1)
        }
    }
}

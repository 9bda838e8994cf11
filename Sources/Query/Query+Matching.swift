import Findings
import Storage

extension Query {
    /// Whether a photo fits; what is not known of it fits nothing.
    public func matches(_ subject: QuerySubject) -> Bool { verdict(on: subject) == true }

    /// Whether a photo fits, as far as what is known of it decides; nil where more must be read.
    public func verdict(on subject: QuerySubject) -> Bool? { root.verdict { subject.verdict(on: $0) } }

    /// What is left to be asked of a photo once what is known of it has answered its part.
    public func rest(of subject: QuerySubject) -> Query { Query(root.rest { subject.verdict(on: $0) }) }

    /// Whether a photo with this number in the queue may fit, whatever else is known of it; nil for one that is in none.
    public func mayFit(job: Int64?) -> Bool {
        root.verdict { node in
            guard case .photo(let test) = node, test.term == .job else { return nil }
            return test.holds(for: .numbers([job.map(Double.init)]))
        } != false
    }

    /// The states in which a photo may fit, whatever else is known of it.
    public var states: Set<JobState> {
        Set(
            JobState.allCases.filter { state in
                root.verdict { node in
                    guard case .photo(let test) = node, test.term == .state else { return nil }
                    return test.holds(for: .texts([FoldedText(state.description)]))
                } != false
            })
    }
}

extension QueryNode {
    /// The same with what always or never holds in the place of each question that is answered.
    fileprivate func rest(_ answer: (QueryNode) -> Bool?) -> QueryNode {
        switch self {
        case .all: self
        case .not(let node): .not(node.rest(answer))
        case .and(let nodes): .and(nodes.map { $0.rest(answer) })
        case .or(let nodes): .or(nodes.map { $0.rest(answer) })
        case .photo, .findings, .words: answer(self).map { $0 ? .all : .not(.all) } ?? self
        }
    }

    /// Three answers: yes, no, and not known yet (Kleene's logic).
    fileprivate func verdict(_ leaf: (QueryNode) -> Bool?) -> Bool? {
        switch self {
        case .all: return true
        case .not(let node): return node.verdict(leaf).map { !$0 }
        case .and(let nodes):
            var isKnown = true
            for node in nodes {
                switch node.verdict(leaf) {
                case false?: return false
                case nil: isKnown = false
                case true?: break
                }
            }
            return isKnown ? true : nil
        case .or(let nodes):
            var isKnown = true
            for node in nodes {
                switch node.verdict(leaf) {
                case true?: return true
                case nil: isKnown = false
                case false?: break
                }
            }
            return isKnown ? false : nil
        case .photo, .findings, .words: return leaf(self)
        }
    }
}

extension QuerySubject {
    /// The answer to a question without parts; nil where it is not known.
    fileprivate func verdict(on leaf: QueryNode) -> Bool? {
        switch leaf {
        case .photo(let test): return facts(for: test).map(test.holds)
        case .findings(let tests, let counts):
            guard let record else { return nil }
            guard !counts.isEmpty else { return record.findings.contains { $0.fits(tests) } }
            let count = QueryFacts.numbers([Double(record.findings.count { $0.fits(tests) })])
            return counts.allSatisfy { $0.holds(for: count) }
        case .words(let words):
            guard let record else { return nil }
            let patterns = words.map { TextPattern($0) }
            return record.searched.contains { text in
                let folded = FoldedText(text)
                return patterns.allSatisfy { $0.isIn(folded) }
            }
        case .all, .and, .or, .not: return nil
        }
    }

    /// What the photo has that a test asks for; nil where it is not known yet.
    private func facts(for test: QueryTest) -> QueryFacts? {
        switch test.term {
        case .state: .texts([FoldedText(state.description)])
        case .name: .texts([FoldedText(path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path)])
        case .folder, .path: .texts([FoldedText(path)])
        case .processed: .dates([processed])
        case .bytes: .numbers([bytes.map(Double.init)])
        case .error: .texts(errors.map(FoldedText.init))
        case .job: .numbers([job.map(Double.init)])
        case .set: sets.map { .texts($0.map(FoldedText.init)) }
        case .is: marks(for: test)
        case .session: book.map { .texts([$0.session].compactMap { $0 }.map(FoldedText.init)) }
        case .archer: book.map { .texts($0.archers.map(FoldedText.init)) }
        case .score: book?.score.map { .numbers([Double($0)]) } ?? record.map { .numbers([$0.score.map(Double.init)]) }
        default: record?.facts(for: test.term)
        }
    }

    private func marks(for test: QueryTest) -> QueryFacts? {
        let sources = test.sources
        if sources.contains(.record), record == nil { return nil }
        if sources.contains(.book), book == nil { return nil }
        var marks = record?.marks ?? []
        if isDuplicate { marks.insert(.duplicate) } else { marks.remove(.duplicate) }
        if book?.isNearDuplicate == true { marks.insert(.nearDuplicate) }
        return .texts(marks.map { FoldedText($0.rawValue) })
    }
}

extension QuerySubject.Facts {
    /// All texts that words are looked for in: what findings say, what those are that say nothing, and whole pages.
    fileprivate var searched: some Sequence<String> {
        findings.lazy.flatMap { $0.texts.isEmpty ? [$0.label] : $0.texts } + transcripts
    }

    fileprivate func facts(for term: QueryTerm) -> QueryFacts? {
        switch term {
        case .date: .dates([captured])
        case .camera: .texts([camera].compactMap { $0 }.map(FoldedText.init))
        case .format: .texts([format].compactMap { $0 }.map(FoldedText.init))
        case .width: .numbers([size.map { Double($0.width) }])
        case .height: .numbers([size.map { Double($0.height) }])
        case .pages: .numbers([pages.map(Double.init)])
        case .model: .texts(models.map(FoldedText.init))
        case .margin: .numbers([margin])
        case .disagreement: .numbers([disagreement().map(Double.init)])
        default: nil
        }
    }
}

extension QueryFinding {
    /// Whether all tests hold for this one.
    fileprivate func fits(_ tests: [QueryTest]) -> Bool { tests.allSatisfy { $0.holds(for: facts(for: $0.term)) } }

    private func facts(for term: QueryTerm) -> QueryFacts {
        switch term {
        case .label: .texts([FoldedText(label)])
        case .confidence: .numbers([confidence])
        case .size: .numbers([size])
        case .place: .texts(places.map { FoldedText($0.rawValue) })
        case .text: .texts(texts.map(FoldedText.init))
        case .code: .texts(isCode ? texts.map(FoldedText.init) : [])
        case .detector: .texts([FoldedText(detector)])
        case .page: .numbers([Double(page)])
        default: .texts([])
        }
    }
}

/// What a photo or a finding has that a term asks for: none, one or several.
enum QueryFacts {
    case texts([FoldedText])
    case numbers([Double])
    case dates([String])

    static func numbers(_ numbers: [Double?]) -> QueryFacts { .numbers(numbers.compactMap { $0 }) }
    static func dates(_ dates: [String?]) -> QueryFacts { .dates(dates.compactMap { $0 }) }
}

extension QueryTest {
    /// Whether what is there fits; where nothing is there nothing fits, not even another value.
    func holds(for facts: QueryFacts) -> Bool {
        switch facts {
        case .texts(let texts): return agrees(texts) { text in values.contains { fits(text, $0) } }
        case .numbers(let numbers): return agrees(numbers) { number in values.contains { fits(number, $0) } }
        case .dates(let dates): return agrees(dates) { date in values.contains { fits(date, $0) } }
        }
    }

    private func agrees<Fact>(_ facts: [Fact], _ fits: (Fact) -> Bool) -> Bool {
        relation == .isNot ? !facts.isEmpty && !facts.contains(where: fits) : facts.contains(where: fits)
    }

    private func fits(_ text: FoldedText, _ value: QueryValue) -> Bool {
        guard case .text(let pattern) = value else { return false }
        return switch term.row.kind {
        case .part: pattern.isIn(text)
        case .folder: pattern.isFolder(of: text)
        case .words, .whole, .number, .date: pattern.fits(text)
        }
    }

    private func fits(_ number: Double, _ value: QueryValue) -> Bool {
        switch value {
        case .number(let other):
            switch relation {
            case .equals, .isNot: number == other
            case .above: number > other
            case .below: number < other
            case .atLeast: number >= other
            case .atMost: number <= other
            }
        case .numbers(let from, let to): from.map { number >= $0 } ?? true && to.map { number <= $0 } ?? true
        case .text, .date, .dates: false
        }
    }

    private func fits(_ moment: String, _ value: QueryValue) -> Bool {
        switch value {
        case .date(let time):
            let order = QueryDate.order(of: moment, to: time)
            return switch relation {
            case .equals, .isNot: order == 0
            case .above: order > 0
            case .below: order < 0
            case .atLeast: order >= 0
            case .atMost: order <= 0
            }
        case .dates(let from, let to):
            return from.map { QueryDate.order(of: moment, to: $0) >= 0 } ?? true
                && to.map { QueryDate.order(of: moment, to: $0) <= 0 } ?? true
        case .text, .number, .numbers: return false
        }
    }
}

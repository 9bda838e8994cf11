import Evaluation
import Findings
import Query
import Results
import Storage
import SystemPackage
import SystemValues

/// A folder of results measured against truth, alone or beside another one.
public struct ResultsEvaluation: Sendable {
    /// How good the results are.
    public let evaluation: ModelEvaluation
    /// Both results beside each other; nil where there is one.
    public let comparison: ModelComparison?
    /// Which photos were known, and which are left out.
    public let counts: EvaluationCounts
    /// The highest threshold of a run, where it notes one: what lies below is not known of each photo, detector and class.
    public let leastConfidence: Double?

    /// Measures results; blocks.
    ///
    /// - Parameters:
    ///   - queue: What holds manual corrections, and records without a file; nil where there is none.
    ///   - besideQueue: The same of the results beside them.
    ///   - books: What the score book says that the query asks for.
    public init(
        of results: FilePath, queue: QueueControl?, besideQueue: QueueControl? = nil, books: QueryBooks = QueryBooks(),
        choosing choice: EvaluationChoice
    ) throws {
        let corrections = try ReviewedResults(in: results, of: queue)
        let records = try StoredRecords(in: results, of: queue)
        let beside = try choice.beside.map { try OtherResults(in: $0, of: besideQueue) }
        var gathering = Gathering(choice, corrections, books, beside)
        switch choice.truth {
        case .reviews: gathering.takeReviewed(records)
        case .file(let file):
            gathering.takeMatched(records, with: try Self.truth(in: file, by: choice.shape), of: file)
        }
        counts = gathering.counts
        leastConfidence = gathering.leastConfidence
        guard !gathering.photos.isEmpty else { throw gathering.nothing(in: results) }
        if choice.beside == nil {
            evaluation = ModelEvaluation(
                gathering.photos, by: choice.shape, mistakesFrom: choice.findings.confidence)
            comparison = nil
        } else {
            let both = ModelComparison(
                gathering.photos, beside: gathering.others, by: choice.shape, mistakesFrom: choice.findings.confidence)
            (evaluation, comparison) = (both.first, both)
        }
    }

    private static func truth(in file: FilePath, by shape: EvaluatedShape) throws -> COCOTruth {
        do {
            return try FilePieces(of: file).read { try COCOTruth.read(by: shape, $0) }
        } catch {
            throw EvaluationError(error, reading: file)
        }
    }
}

/// The photos of an evaluation as they are gathered.
private struct Gathering {
    private let choice: EvaluationChoice
    private let corrections: ReviewedResults
    private let books: QueryBooks
    private let beside: OtherResults?
    private(set) var photos: [EvaluatedPhoto] = []
    /// What the other results have for each of them; empty where there are none.
    private(set) var others: [[FoundObject]] = []
    private(set) var counts = EvaluationCounts()
    private(set) var leastConfidence: Double?

    init(
        _ choice: EvaluationChoice, _ corrections: ReviewedResults, _ books: QueryBooks, _ beside: OtherResults?
    ) {
        self.choice = choice
        self.corrections = corrections
        self.books = books
        self.beside = beside
    }

    private func fits(_ record: Record, _ job: JobID?) -> Bool {
        choice.query.isAll || choice.query.matches(corrections.querySubject(of: record, job: job, books: books))
    }

    /// Photos whose findings users accepted or corrected.
    mutating func takeReviewed(_ records: StoredRecords) {
        records.forEachPlaceInNaturalOrder { path, record in
            guard fits(record, records.job(at: path)) else { return }
            var wasAccepted = false
            guard let photo = MeasuredPhoto(record, by: corrections, wasAccepted: &wasAccepted) else {
                if wasAccepted { counts.acceptedBefore += 1 } else { counts.withoutTruth += 1 }
                return
            }
            take(photo, truth: photo.truth(of: choice.findings))
        }
    }

    /// Photos of which a file says what is there, in the order of their numbers.
    mutating func takeMatched(_ records: StoredRecords, with truth: COCOTruth, of file: FilePath) {
        var known: [(place: FilePath, result: TruthMatch.Result, fits: Bool)] = []
        records.forEach(in: [.done]) { place, record in
            let source = record.source.local(corrections.names)
            let result = TruthMatch.Result(
                path: source.filePath.rawBytes, bytes: source.bytes, content: source.sha256)
            known.append((place, result, fits(record, records.job(at: place))))
        }
        let folder = file.removingLastComponent()
        let match = TruthMatch(truth, in: folder.isEmpty ? "." : folder, with: known.map(\.result))
        counts = match.counts
        let matched = Set(match.results.values)
        counts.withoutTruth = known.indices.count { known[$0].fits && !matched.contains($0) }
        for (place, image) in truth.images.enumerated() {
            guard let index = match.results[place], known[index].fits,
                let record = records.record(below: known[index].place),
                let photo = MeasuredPhoto(record)
            else { continue }
            if let size = image.size, size != photo.size { counts.resized += 1 }
            take(photo, truth: image.objects.filter { choice.findings.hasClass($0.label) })
        }
    }

    private mutating func take(_ photo: MeasuredPhoto, truth: [TrueObject]) {
        if let beside {
            guard let other = beside.record(of: photo.record) else {
                counts.notBeside += 1
                return
            }
            others.append(photo.found(in: other, of: choice.findings))
        }
        let kept = photo.record.photo.results.compactMap { $0.highestThreshold(of: choice.findings) }
        leastConfidence = (kept + [leastConfidence].compactMap { $0 }).max()
        photos.append(
            EvaluatedPhoto(
                path: photo.record.source.path, size: photo.size, truth: truth,
                found: photo.found(of: choice.findings)))
    }

    /// Why there is nothing to measure.
    func nothing(in results: FilePath) -> EvaluationError {
        let name = EscapedName.printable(results)
        if counts.notBeside > 0 {
            return EvaluationError("no photo of \(name) that has truth has a result in the other folder too")
        }
        let fitting = choice.query.isAll ? "" : " that fits \(choice.query.description.plainText(atMost: 500))"
        switch choice.truth {
        case .file(let file) where counts.matchedByContent + counts.matchedByPath + counts.matchedByName > 0:
            return EvaluationError("\(EscapedName.printable(file)) says nothing of a photo\(fitting)")
        case .file(let file):
            return EvaluationError(
                "no photo of \(EscapedName.printable(file)) is one of \(name): neither by content, nor by path, nor by a name "
                    + "that only one has")
        case .reviews where counts.acceptedBefore > 0:
            return EvaluationError(
                "the photos of \(name) were accepted when something else was found there, and that was not kept; accept them "
                    + "again with 'quiver serve'")
        case .reviews:
            return EvaluationError(
                "no user has accepted a photo of \(name)\(fitting) yet: review some with 'quiver serve', or name a file of truth "
                    + "with --truth")
        }
    }
}

/// The results of another model, by content and by path.
private struct OtherResults {
    private let records: StoredRecords
    private var contents: [String: FilePath] = [:]
    private var paths: [String: FilePath] = [:]

    /// - Parameter queue: Holds records without a file; nil where there is none.
    init(in results: FilePath, of queue: QueueControl?) throws {
        records = try StoredRecords(in: results, of: queue)
        var (contents, paths): ([String: FilePath], [String: FilePath]) = ([:], [:])
        records.forEach(in: [.done]) { place, record in
            if let content = record.source.sha256 { contents[content] = place }
            paths[record.source.path] = place
        }
        (self.contents, self.paths) = (contents, paths)
        guard !paths.isEmpty else {
            throw EvaluationError("\(EscapedName.printable(results)) holds no records with a result")
        }
    }

    /// The other record of the same photo: of the same content, and where that is not known of the same path.
    func record(of record: Record) -> Record? {
        let place = record.source.sha256.map { contents[$0] } ?? paths[record.source.path]
        return place.flatMap(records.record(below:))
    }
}

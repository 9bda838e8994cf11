import Findings
import Query
import Scoring
import Storage

extension QuerySubject {
    /// A photo that has ended, as queries know it: manual corrections count in the place of what was found.
    ///
    /// - Parameters:
    ///   - record: Its record as the run left it.
    ///   - score: The photo as it counts in the score book; nil where no user said anything of it there.
    ///   - review: What a user said of its findings; nil for nothing.
    ///   - book: What the score book says of it; nil where that was not looked at.
    ///   - detectors: Every detector with its classes, for corrections to a class that was not found here before.
    ///   - threshold: The confidence below which findings were left out by runs that did not note it; nil where not known.
    public init(
        record: Record, score: CountedPhoto?, review: FindingReview?, book: Book? = nil,
        detectors: [DetectorClasses] = [], threshold: Double? = nil
    ) {
        self.init(
            state: JobState(word: record.state.rawValue) ?? .done, path: record.source.path,
            bytes: record.source.bytes, processed: record.timestamp.description,
            errors: [record.error?.code, record.error?.message].compactMap { $0 },
            isDuplicate: record.source.duplicateOf != nil, book: book,
            record: Facts(record, score: score, review: review, detectors: detectors, threshold: threshold))
    }
}

extension QuerySubject.Facts {
    /// What a record says; the parameters are those of `QuerySubject(record:score:review:)`.
    public init(
        _ record: Record, score: CountedPhoto?, review: FindingReview?, detectors: [DetectorClasses] = [],
        threshold: Double? = nil
    ) {
        self.init()
        let counted = record.counted { _, _ in score }.record
        let reviewed = review.map { counted.reviewed(as: $0, by: detectors) } ?? counted
        let photo = reviewed.photo
        captured = photo.imageMetadata?.captured
        camera = photo.imageMetadata?.camera
        format = photo.image?.format
        size = photo.image.map { PixelSize(width: $0.width, height: $0.height) }
        pages = photo.image.map { $0.pages ?? 1 }
        models = photo.models.flatMap { [$0.name, $0.sha256] }
        margin = counted.photo.margin(usual: threshold)
        disagreement = { DetectorComparison.disagreement(in: record) }
        self.score = photo.targetDetection == nil ? nil : photo.arrows.reduce(0) { $0 + $1.score }
        for result in photo.results {
            let size = photo.size(ofPage: result.page) ?? size
            findings += result.found.answers.map { QueryFinding($0, by: result, in: size) }
            if let lines = result.found.texts, lines.count > 1 {
                transcripts.append(RunningText.joined(lines.map(\.text).filter { !$0.isEmpty }))
            }
        }
        marks = Self.marks(of: record, counted, reviewed, score, review)
    }

    /// - Parameters:
    ///   - record: As the run left it.
    ///   - counted: With its score as it counts.
    ///   - reviewed: With all corrections.
    private static func marks(
        of record: Record, _ counted: Record, _ reviewed: Record, _ score: CountedPhoto?, _ review: FindingReview?
    ) -> Set<QueryMark> {
        var marks: Set<QueryMark> = []
        let isScored = record.photo.targetDetection != nil
        if isScored { marks.insert(.scored) }
        // The photo of an end is reviewed with its end.
        let isReviewed = isScored ? score?.isConfirmed == true : review?.accepts(counted.reviewBasis) == true
        if isReviewed { marks.insert(.reviewed) }
        let isScoreCorrected = isScored && !record.photo.isScored(as: counted.photo)
        if isScoreCorrected || review.map({ !$0.isOnlyAcceptance }) == true { marks.insert(.corrected) }
        if record.state == .done, !isReviewed {
            marks.insert(.open)
            if reviewed.photo.isDoubtful { marks.insert(.doubtful) }
        }
        return marks
    }
}

extension PhotoResult {
    /// How near the least sure finding is to another answer, and of a photo without findings the threshold; nil where
    /// neither is known.
    ///
    /// - Parameter usual: The threshold of results that note none; nil where that is not known.
    public func margin(usual: Double?) -> Double? {
        // What was left out is not known: the photo stands where a finding of confidence 0 would.
        guard results.contains(where: { !$0.found.items.isEmpty }) else { return results.compactMap(\.threshold).min() }
        return results.compactMap { result in
            guard !result.found.isOverThreshold || result.threshold != nil || usual != nil else { return nil }
            return result.margin(usual: usual ?? 0)
        }.min()
    }

    /// How much is not known of what was found, in bits, see `DetectorResult.entropy(usual:)`; nil where no threshold says it.
    ///
    /// - Parameter usual: The threshold of results that note none; nil where that is not known.
    public func entropy(usual: Double?) -> Double? {
        let known = results.compactMap { result -> Double? in
            guard !result.found.isOverThreshold || result.threshold != nil || usual != nil else { return nil }
            return result.entropy(usual: usual ?? 0)
        }
        return known.isEmpty ? nil : known.reduce(0, +)
    }

    /// Whether something in it is not sure: an arrow that needs a review, no face where one was looked for, or a finding that
    /// is not called sure.
    fileprivate var isDoubtful: Bool {
        if let targetDetection {
            return targetDetection.reason != nil || arrows.isEmpty || arrows.contains(where: \.needsReview)
        }
        let sure = (confidenceLevels ?? .usual).high
        return results.contains { $0.found.answers.contains { ($0.doubt ?? 1) < sure } }
    }

    /// Whether both have the same faces, and the same arrows with the same scores.
    fileprivate func isScored(as other: PhotoResult) -> Bool {
        targetDetection == other.targetDetection && arrows.count == other.arrows.count
            && !other.arrows.contains { $0.source == .person }
    }
}

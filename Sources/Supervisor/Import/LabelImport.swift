import Control
import Evaluation
import Findings
import Results
import Storage
import SystemPackage
import SystemValues

/// Makes users' labels truth beside results: each photo's become its review, which exports and measurements take in place of
/// what the model found.
public struct LabelImport: Sendable {
    /// What became of the photos of a file of labels.
    public struct Summary: Sendable, Encodable {
        /// Photos of the file or folder of labels.
        public var photos = 0
        /// Photos whose labels are truth now, and those of whom the same was said before.
        public var (imported, known) = (0, 0)
        /// Photos of these that are corrected and not accepted: their labels do not speak of every detector.
        public var partial = 0
        /// Labels of the photos that are truth now, or of whom the same was said before.
        public var labels = 0
        /// How photos were known: by content, by path, and by a name that only one has.
        public var (matchedByContent, matchedByPath, matchedByName) = (0, 0, 0)
        /// Photos that are none of the results, and those that could be several.
        public var (withoutResult, ambiguous) = (0, 0)
        /// Photos of which no detector of the results finds what the labels say.
        public var withoutDetector = 0
        /// Photos whose record is gone, or does not say what the photo holds.
        public var gone = 0
        /// Copies of photos with other labels than the first of them.
        public var otherLabels = 0
        /// Photos that users corrected or accepted already; what they said stays.
        public var corrected = 0
        /// Photos that have another shape in the file.
        public var otherSize = 0
        /// Photos whose labels no photo can have.
        public var impossible = 0
        /// Labels that no detector of the results has a place for.
        public var leftOut = 0
        /// Parts of the labels that could not be read.
        public var unread = 0
        /// The first few of what was not taken, each with why.
        public var examples: [String] = []

        private enum CodingKeys: CodingKey {
            case photos, imported, known, partial, labels, matchedByContent, matchedByPath, matchedByName
            case withoutResult, ambiguous
            case withoutDetector, gone, otherLabels, corrected, otherSize, impossible, leftOut, unread, examples
        }

        private static let mostExamples = 10

        mutating func note(_ name: String, _ why: String) {
            guard examples.count < Self.mostExamples else { return }
            examples.append("\(PercentEscape.printable(Array(name.utf8))): \(why)")
        }
    }

    private let format: ImportFormat
    private let replaces: Bool

    /// The names of the formats.
    public static var formats: [String] { ImportFormat.all.map(\.name) }

    /// - Parameters:
    ///   - name: The format's name; nil is the answer to one that is none.
    ///   - replaces: Whether manual corrections that are there already are replaced.
    public init?(format name: String, replaces: Bool = false) {
        guard let format = ImportFormat.named(name) else { return nil }
        (self.format, self.replaces) = (format, replaces)
    }

    /// Reads labels and stores them as reviews, by the running supervisor or, where none runs, by this process; blocks.
    ///
    /// - Parameters:
    ///   - path: The file or folder of labels.
    ///   - results: The folder of results.
    ///   - queue: That of the results.
    ///   - checks: Whether only to say what would become of them.
    /// - Throws: ``LabelFileError``, `ControlError`, `JobQueueError`.
    public func run(
        _ path: FilePath, into results: FilePath, of queue: QueueControl, checks: Bool = false
    ) throws -> Summary {
        do {
            let source = try format.reader(path)
            let records = try StoredRecords(in: results, of: queue)
            let detectors = ClassList.read(in: results) ?? []
            let known = KnownResults(records, queue.location.rootNames)
            let match = TruthMatch(source.names, in: source.folders, hasEnds: source.hasEnds, with: known.results)
            var gathering = Gathering(source, match, records, known.keypoints, detectors)
            let writer = checks ? nil : try ReviewWriter(queue)
            var waiting: [GivenPhoto] = []
            try source.forEach { place, image in
                guard let photo = gathering.photo(at: place, image) else { return }
                waiting.append(photo)
                guard waiting.count >= Self.atOnce else { return }
                try store(waiting, writer, queue, &gathering.summary)
                waiting = []
            }
            try store(waiting, writer, queue, &gathering.summary)
            return gathering.finished
        } catch {
            // What is wrong with the queue has its own sentence.
            if error is ControlError || error is JobQueueError || error is ResultsError { throw error }
            throw LabelFileError(error, reading: path, wanted: format.wanted)
        }
    }

    /// So many photos are one change of the queue.
    private static let atOnce = 200

    /// Stores reviews of photos that no user corrected or accepted, or of all.
    private func store(
        _ photos: [GivenPhoto], _ writer: ReviewWriter?, _ queue: QueueControl, _ summary: inout Summary
    ) throws {
        guard !photos.isEmpty else { return }
        let former = try queue.readBoth { snapshot in
            try photos.map { try snapshot.reviews.findingReview(ofContent: $0.content) }
        }
        var new: [ReviewWriter.Change] = []
        var changed: [GivenPhoto] = []
        for (photo, stored) in zip(photos, former) {
            guard let review = photo.given.review(over: stored?.review, of: photo.record) else { continue }
            if stored?.review == review {
                summary.known += 1
                summary.labels += photo.labels
            } else if let own = stored?.review, !replaces,
                !own.isOnlyAcceptance || own.accepts(photo.record.reviewBasis)
            {
                summary.corrected += 1
                summary.note(photo.name, "a user reviewed it already; --replace takes the labels all the same")
            } else {
                new.append((photo.content, review, stored?.revision ?? 0))
                changed.append(photo)
            }
        }
        let refusals = try writer?.write(new) ?? new.map { Self.refusal(of: $0.review) }
        for ((photo, change), refusal) in zip(zip(changed, new), refusals) {
            if let refusal {
                summary.impossible += 1
                summary.note(photo.name, refusal)
            } else {
                summary.imported += 1
                summary.labels += photo.labels
                summary.partial += change.review.isAccepted ? 0 : 1
            }
        }
    }

    /// Why a review would not be stored; nil where it would be.
    private static func refusal(of review: FindingReview) -> String? {
        do throws(ReviewBookError) {
            try review.check()
            return nil
        } catch {
            return error.message
        }
    }
}

/// The results that labels may speak of.
private struct KnownResults {
    private(set) var results: [TruthMatch.Result] = []
    /// The names of keypoints by detector, as a photo has them in which it found one.
    private(set) var keypoints: [String: [String]] = [:]

    init(_ records: StoredRecords, _ names: RootNames) {
        records.forEach(in: [.done]) { place, record in
            let source = record.source.local(names)
            results.append(
                .init(path: source.filePath.rawBytes, bytes: source.bytes, content: source.sha256, record: place))
            for result in record.photo.results where keypoints[result.detector] == nil {
                guard let pose = result.found.poses?.first, !pose.keypoints.isEmpty else { continue }
                keypoints[result.detector] = ClassKeypoints.names(of: pose.keypoints)
            }
        }
    }
}

/// A photo of the results with what a file of labels says of it.
private struct GivenPhoto {
    var name: String
    var content: String
    var labels: Int
    var given: GivenReview
    var record: Record
}

/// The photos of a file of labels as they are gathered.
private struct Gathering {
    private let source: any LabelSource
    private let match: TruthMatch
    private let records: StoredRecords
    private let keypoints: [String: [String]]
    private let detectors: [DetectorClasses]
    /// The contents that labels were taken for, with what tells the labels from others.
    private var taken: [String: Int] = [:]
    var summary = LabelImport.Summary()

    init(
        _ source: any LabelSource, _ match: TruthMatch, _ records: StoredRecords, _ keypoints: [String: [String]],
        _ detectors: [DetectorClasses]
    ) {
        (self.source, self.match, self.records, self.keypoints) = (source, match, records, keypoints)
        self.detectors = detectors
        let counts = match.counts
        summary.photos = source.names.count
        (summary.matchedByContent, summary.matchedByPath) = (counts.matchedByContent, counts.matchedByPath)
        (summary.matchedByName, summary.withoutResult) = (counts.matchedByName, counts.withoutResult)
        summary.ambiguous = counts.ambiguous
    }

    /// A photo's labels as its review; nil where nothing comes of them, which is counted.
    mutating func photo(at place: Int, _ image: GivenImage) -> GivenPhoto? {
        guard let result = match.results[place] else {
            summary.note(image.name, "none of the results, or several, can be meant")
            return nil
        }
        guard let record = records.record(below: match.known[result].record ?? ""), let content = record.source.sha256,
            let size = record.photo.image
        else {
            summary.gone += 1
            summary.note(image.name, "its record is gone, or does not say what the photo holds")
            return nil
        }
        let photo = PixelSize(width: size.width, height: size.height)
        guard let labels = image.labels(in: photo) else {
            summary.otherSize += 1
            summary.note(image.name, "it has another shape in the labels than in the results")
            return nil
        }
        guard labels.allSatisfy({ $0.isInside(photo) }) else {
            summary.impossible += 1
            summary.note(image.name, "a label lies outside of the photo")
            return nil
        }
        // A copy of a photo has the same content: what was said first counts.
        if let former = taken[content] {
            if former == labels.hashValue {
                summary.known += 1
            } else {
                summary.otherLabels += 1
                summary.note(image.name, "a copy of it has other labels, which come first")
            }
            return nil
        }
        let given = GivenReview(labels, source.forms, of: record, by: detectors, keypoints: keypoints)
        summary.leftOut += given.leftOut
        guard given.isSaid else {
            summary.withoutDetector += 1
            summary.note(image.name, "no detector of the results finds what the labels say")
            return nil
        }
        taken[content] = labels.hashValue
        return GivenPhoto(
            name: image.name, content: content, labels: labels.count - given.leftOut, given: given, record: record)
    }

    /// The summary when all was read.
    var finished: LabelImport.Summary {
        var summary = summary
        summary.unread = source.unread.count
        if let example = source.unread.example { summary.examples.append(example) }
        return summary
    }
}

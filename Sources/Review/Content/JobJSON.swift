import Findings
import Geometry
import JSONTree
import Results
import Storage
import Supervisor
import SystemPackage

/// A photo as the page gets it: what each detector found, and its manual corrections.
struct JobJSON {
    /// Where results lie, and what findings are called in them.
    struct Place: Sendable {
        let output: FilePath
        let confidenceLevels: ConfidenceLevels
    }

    let job: Job
    let record: Record
    let stored: StoredFindingReview?
    /// The manual corrections, under the names that the detectors have now.
    let corrections: FindingReview?
    let basis: [String: ReviewBasis]
    /// The named sets that the photo is in.
    let sets: [String]
    private let classes: [DetectorClasses]
    /// By which the page says how sure a finding is.
    private let confidenceLevels: ConfidenceLevels

    init(_ number: Int64, in snapshot: QueueSnapshot, _ place: Place) throws {
        confidenceLevels = place.confidenceLevels
        job = try Self.job(number, in: snapshot)
        record = try QueueControl.record(of: job, stored: try snapshot.jobs.result(of: job.id))
            .counted(by: snapshot.scores.countedPhoto).record
        stored = try job.content.flatMap { try snapshot.reviews.findingReview(ofContent: $0.description) }
        basis = record.reviewBasis
        corrections = (stored?.review).map(record.taken)
        let content = job.content?.description
        sets = try content.flatMap { try snapshot.sets.sets(ofContents: [$0])[$0] } ?? []
        classes = ClassList.read(in: place.output) ?? []
    }

    static func job(_ number: Int64, in snapshot: QueueSnapshot) throws -> Job {
        guard let job = try snapshot.jobs.job(JobID(rawValue: number)) else {
            throw Problem(.notFound, code: .unknown, "There is no such photo.")
        }
        return job
    }

    /// Where the photo lies now; nil where no worker could decode it, or another photo has its name by now.
    var file: FilePath? {
        guard job.state == .done, record.photo.image != nil, job.isCurrent || record.source.movedTo != nil else {
            return nil
        }
        return job.place.file(of: record.source)
    }

    /// The pixels of objects as they were corrected, on which page of the file; nil where none of those that are asked for has a
    /// mask.
    ///
    /// - Parameters:
    ///   - detector: The address of the detector that found them; nil for all of the first page.
    ///   - indices: Their places among what it found, as the review has them; nil for all.
    func silhouette(of detector: String?, _ indices: [Int]?) -> (mask: RunLengthMask, page: Int)? {
        let results = reviewed.photo.results.filter { result in
            detector.map { $0 == result.address } ?? (result.page == 1)
        }
        let found = results.flatMap(\.found.items)
        let chosen = indices.map { $0.filter(found.indices.contains).map { found[$0] } } ?? found
        let masks = chosen.compactMap(\.silhouette).filter { $0.box != nil }
        return masks.dropFirst().reduce(masks.first) { $0?.union($1) }.map { ($0, results.first?.page ?? 1) }
    }

    /// The record with what was said of it in the place of what was found.
    var reviewed: Record { corrections.map { record.reviewed(as: $0, by: classes) } ?? record }

    /// A review as it is stored: with what it was made on, and with the model's confidence where nothing was changed.
    func checked(_ review: FindingReview) throws -> FindingReview {
        try check(review)
        var review = record.withoutConfidenceOfCorrections(review, since: corrections)
        review.basis = review.basis ?? basis
        return review
    }

    /// Refuses what no detector of the photo's run can have found, and boxes that lie far outside.
    private func check(_ review: FindingReview) throws {
        let known = Set(record.photo.results.map(\.address)).union(classes.map(\.name))
            .union(stored?.review?.detectors ?? []).union(corrections?.detectors ?? [])
        if let other = review.detectors.subtracting(known).min() {
            throw Self.impossible("No detector '\(other.plainName)' looked at this photo.")
        }
        if let scored = record.photo.results.first(where: { $0.isScored && review.detectors.contains($0.address) }) {
            throw Self.impossible("What '\(scored.detector.plainName)' found was scored; review it with its end.")
        }
        guard let image = record.photo.image else { return }
        // An edge may stick out, by as much as the photo is large; what lies beyond is a mistake.
        let sizes = record.photo.pages.compactMap(\.size) + [PixelSize(width: image.width, height: image.height)]
        let (width, height) = (Double(sizes.map(\.width).max() ?? 0), Double(sizes.map(\.height).max() ?? 0))
        for box in FindingReview.kinds.flatMap({ $0.boxes(of: review) }) {
            let isNear = box.x >= -width && box.y >= -height
            guard isNear, box.x + box.width <= 2 * width, box.y + box.height <= 2 * height else {
                throw Self.impossible("A box lies far outside the photo.")
            }
        }
    }

    private static func impossible(_ message: String) -> Problem {
        Problem(.unprocessableContent, code: .impossible, message)
    }

    /// The whole photo.
    var value: JSONValue { Self.format.write(self) }

    static let format = APIFormat<JobJSON>.object([
        APIKey("job", { Int($0.job.id.rawValue) }, .whole), APIKey("photo", \.job.printablePath, .text),
        APIKey("state", \.job.state, .state), APIKey("reason", optional: \.record.error?.message, .text),
        APIKey("width", { $0.record.photo.image?.width ?? 0 }, .whole),
        APIKey("height", { $0.record.photo.image?.height ?? 0 }, .whole),
        APIKey("revision", { $0.stored?.revision ?? 0 }, .whole),
        APIKey("confidenceLevels", \.confidenceLevels, .levels),
        APIKey("detectors", \.detectors, .list(DetectorJSON.format)), APIKey("basis", \.basis, .basis),
        APIKey("review", \.review, .orNull(.review)), APIKey("sets", \.sets, .list(.text)),
        APIKey("pages", { $0.record.photo.pages }, .list(.page), isRequired: false),
    ]).named("Job")

    /// The manual corrections, accepted where what is found now was.
    private var review: FindingReview? {
        corrections.map { corrections in
            var review = corrections
            review.isAccepted = corrections.accepts(basis)
            return review
        }
    }

    private var detectors: [DetectorJSON] {
        var names: [String] = []
        for result in record.photo.results where !names.contains(result.address) { names.append(result.address) }
        return names.map { name in
            let results = record.photo.results.filter { $0.address == name }
            return DetectorJSON(
                name: name, results: results,
                known: classes.first { $0.name == results.first?.detector }?.classes ?? [])
        }
    }
}

/// What one detector found in a photo, in all its entries; of a file with pages what it found on one of them.
struct DetectorJSON: Sendable {
    /// Its address, as in `words#3`: under this name reviews speak of it.
    let name: String
    let results: [DetectorResult]
    /// The classes that it can find.
    let known: [String]

    static let format = APIFormat<DetectorJSON>.object(
        [
            APIKey("name", \.name, .text),
            APIKey("task", { $0.results.first?.task.rawValue ?? "detect" }, .text),
            APIKey("labels", \.labels, .list(.text)),
        ] + AnsweredFindings.kinds.map { $0.detectorKey } + [
            APIKey("skeleton", \.limbs, .list(.list(.whole))),
            APIKey("scored", { $0.results.contains(where: \.isScored) }, .bool, isRequired: false),
            APIKey("page", { $0.results.first?.page ?? 1 }, .whole, isRequired: false),
            APIKey("noInputFrom", optional: { $0.results.lazy.compactMap(\.noInputFrom).first }, .text),
        ],
        first: ["skeleton", "poses", "masks", "name", "texts", "codes", "tables", "pages", "task", "labels"])

    private var limbs: [[Int]] {
        let count = results.lazy.flatMap(\.found.items).first?.keypoints.count
        return count.flatMap(Skeleton.init(count:))?.limbs ?? []
    }

    private var labels: [String] {
        var labels = known
        for label in AnsweredFindings.kinds.flatMap({ $0.labels(in: results) }) where !labels.contains(label) {
            labels.append(label)
        }
        return labels
    }
}

extension APIFormat where Value == PhotoPage {
    /// A page of a file that has several.
    static let page = object([
        APIKey("page", \.number, .whole), APIKey("width", { $0.size?.width ?? 0 }, .whole),
        APIKey("height", { $0.size?.height ?? 0 }, .whole), APIKey("reason", optional: \.error?.message, .text),
    ])
}

extension APIFormat where Value == FindingReview {
    /// The review as clients send it and get it.
    static let review = object(
        [
            APIKey("isAccepted", \.isAccepted, .bool),
            APIKey("basis", described: APIFormat<[String: ReviewBasis]>.basis, isRequired: false),
        ] + AnsweredFindings.kinds.map { $0.reviewKey }
    ).named(
        "FindingReview",
        "A box, pose or mask without a confidence is a manual correction: it was drawn, moved or given another class.")
}

extension APIFormat where Value == [String: ReviewBasis] {
    /// What a review is made on, as clients get it and may send it back.
    static let basis = byName(
        .object([
            APIKey("task", \.task, .short), APIKey("model", optional: \.model, .short),
            APIKey("digest", \.digest, .short),
        ])
    ).named(
        "ReviewBasis",
        "What each detector found, as a review is based on it; send back the one of the photo that was looked at.")
}

extension APIFormat where Value == JobState {
    static let state = APIFormat(schema: .words(states.map(\.description))) {
        .string($0.description)
    }.named("State")

    private static let states = first + JobState.allCases.filter { !first.contains($0) }
    private static let first: [JobState] = [.waiting, .ready, .running, .done, .failed]
}

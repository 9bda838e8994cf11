import Findings
import Storage

extension [DetectorClasses] {
    /// The detectors with the classes of manual corrections that their models do not know.
    ///
    /// A detector without a list of classes stays as it is: no number is known to be free.
    func withClasses(of reviews: [String: FindingReview], in records: ResultsRecords) -> Self {
        let reviews = named(reviews)
        guard contains(where: { detector in reviews.values.contains { !detector.further(in: $0).isEmpty } }) else {
            return self
        }
        // Reviews of photos that are not in this folder add no class.
        let contents = Set(records.paths.compactMap { records.record(at: $0)?.source.sha256 })
        return adding(further(in: reviews.filter { contents.contains($0.key) }))
    }

    /// The classes that reviews name and the models do not know, by detector.
    public func further(in reviews: [String: FindingReview]) -> [String: Set<String>] {
        let reviews = named(reviews).values
        return Dictionary(
            map { detector in
                (detector.name, reviews.reduce(into: Set<String>()) { $0.formUnion(detector.further(in: $1)) })
            }, uniquingKeysWith: { $0.union($1) })
    }

    /// The detectors with further classes, which their models do not know.
    public func adding(_ further: [String: Set<String>]) -> Self {
        map { detector in
            var detector = detector
            detector.further = (further[detector.name] ?? []).sorted()
            return detector
        }
    }

    /// The reviews under the names that the detectors have now.
    private func named(_ reviews: [String: FindingReview]) -> [String: FindingReview] {
        let detectors = Dictionary(
            map { ($0.name, ReviewBasis(task: $0.task, model: $0.model, digest: "")) }, uniquingKeysWith: { $1 })
        return reviews.mapValues { $0.named(as: detectors) }
    }
}

extension DetectorClasses {
    /// The labels of a review that the model does not know.
    fileprivate func further(in review: FindingReview) -> Set<String> {
        guard !classes.isEmpty else { return [] }
        // What a photo as a whole is called stands in no data set.
        let labels = FindingReview.kinds.filter { $0 != ClassScore.self }.flatMap { $0.labels(of: review, by: name) }
        return Set(labels).subtracting(classes)
    }
}

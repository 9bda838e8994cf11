import Findings
import Storage

extension Record {
    /// The record with the manual corrections of its findings in the place of what the models found.
    ///
    /// - Parameter detectors: Every detector with its classes, for boxes of a class that was not found here before.
    public func reviewed(as review: FindingReview, by detectors: [DetectorClasses]) -> Record {
        let review = taken(review)
        var photo = photo
        for kind in FindingReview.kinds {
            kind.take(review, by: detectors, in: &photo)
        }
        var record = self
        record.photo = photo
        return record
    }

    /// The record with its faces and arrows as they count in the score book, as the photo's findings too; a copy of another
    /// photo has that one's.
    ///
    /// - Parameter find: Finds a photo by its file and its SHA-256.
    public func counted(
        by find: (_ file: String, _ content: String) throws -> CountedPhoto?
    ) rethrows -> (record: Record, counted: CountedPhoto?) {
        guard photo.targetDetection != nil, let content = source.sha256 else { return (self, nil) }
        let own = try find(source.path, content)
        guard let counted = try own ?? source.duplicateOf.flatMap({ try find($0, content) }) else { return (self, nil) }
        var record = self
        record.photo.targetDetection = counted.target.targetDetection
        record.photo.arrows = counted.target.arrows
        record.photo.settleScored()
        return (record, counted)
    }

    /// A stored review as it speaks of this record: under the names that its detectors have.
    ///
    /// What scoring found is reviewed with its end: what was said of it here before counts for nothing.
    ///
    /// Before the basis was stored, corrections kept the model's confidence; of those reviews it counts only for what is
    /// found as the review has it.
    public func taken(_ stored: FindingReview) -> FindingReview {
        var named = stored.named(as: reviewBasis)
        let scored = photo.results.filter(\.isScored).map(\.address)
        for kind in FindingReview.kinds { kind.drop(scored, from: &named) }
        return named.basis == nil ? withoutConfidenceOfCorrections(named, since: nil) : named
    }

    /// A review in which a box, pose or mask that is not as the model found it has no confidence: it is a manual
    /// correction, for which the model gave no confidence.
    ///
    /// - Parameter former: The review before; what it took over from an earlier run keeps that run's confidence.
    public func withoutConfidenceOfCorrections(_ review: FindingReview, since former: FindingReview?) -> FindingReview {
        var review = review
        for kind in FindingReview.kinds {
            kind.dropConfidence(in: &review, found: photo, since: former)
        }
        return review
    }
}

extension ReviewedFinding {
    fileprivate static func take(_ review: FindingReview, by detectors: [DetectorClasses], in photo: inout PhotoResult)
    {
        for (name, said) in review[of: Self.self] {
            let results = photo.results.filter { $0.address == name }
            let classes = detectors.first { $0.name == results.first?.detector ?? name }
            let scene = ReviewedScene(size: photo.size(ofPage: results.first?.page ?? 1)) {
                label in
                let found = { results.lazy.flatMap(\.found.items).first { $0.label == label }?.classIndex }
                return classes?.number(of: label) ?? found() ?? ClassNumbers.unlisted
            }
            let places = photo.results.indices.filter {
                photo.results[$0].address == name && photo.results[$0].found[of: Self.self] != nil
            }
            guard !places.isEmpty else { continue }
            let found = places.map { photo.results[$0].found[of: Self.self] ?? [] }
            for (place, list) in zip(places, corrected(found, as: said, in: scene)) {
                photo.results[place].found[of: Self.self] = list
            }
        }
    }

    fileprivate static func drop(_ detectors: [String], from review: inout FindingReview) {
        for name in detectors { review[of: Self.self][name] = nil }
    }

    fileprivate static func dropConfidence(
        in review: inout FindingReview, found photo: PhotoResult, since former: FindingReview?
    ) {
        for (name, said) in review[of: Self.self] {
            let found = photo.results.filter { $0.address == name }.flatMap { $0.found[of: Self.self] ?? [] }
            review[of: Self.self][name] = withoutConfidence(said, found: found, since: former?[of: Self.self][name])
        }
    }
}

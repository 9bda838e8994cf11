import Evaluation
import Findings
import Results
import Storage

/// A record of a photo with what of it may be measured.
struct MeasuredPhoto {
    /// As the run left it.
    let record: Record
    let size: PixelSize
    /// With all manual corrections.
    private let corrected: Record
    private let parts: Parts

    /// Of a photo some detectors may be reviewed and others not.
    private struct Parts {
        /// What scoring found, whose end was confirmed.
        var scored = true
        /// What all else found, which was accepted.
        var others = true
    }

    /// A photo whose truth comes from elsewhere: all that was found is measured.
    ///
    /// Nil for one without a picture.
    init?(_ record: Record) {
        guard let image = record.photo.image else { return nil }
        (self.record, corrected, parts) = (record, record, Parts())
        size = PixelSize(width: image.width, height: image.height)
    }

    /// A photo whose truth is what users accepted; nil where nothing was.
    ///
    /// - Parameter wasAccepted: Becomes true where a user accepted what an earlier run found, and that was not kept.
    init?(_ record: Record, by results: ReviewedResults, wasAccepted: inout Bool) {
        guard let image = record.photo.image else { return nil }
        var local = record
        local.source = record.source.local(results.names)
        let (own, end) = local.counted(by: results.counted.photo)
        let review = record.source.sha256.flatMap { results.reviews[$0] }
        let basis = own.reviewBasis
        let isAccepted = review.map { $0.accepts(basis) || $0.saysAll(of: basis) } ?? false
        let parts = Parts(
            scored: end?.isConfirmed == true && record.photo.results.contains(where: \.isScored),
            others: isAccepted && record.photo.results.contains { !$0.isScored })
        guard parts.scored || parts.others else {
            wasAccepted = review?.isAccepted == true
            return nil
        }
        self.record = record
        self.parts = parts
        corrected = review.map { own.reviewed(as: $0, by: results.detectors) } ?? own
        size = PixelSize(width: image.width, height: image.height)
    }

    /// What users say is there.
    func truth(of choice: FindingThresholds) -> [TrueObject] {
        boxes(of: corrected).compactMap { one in
            guard choice.hasClass(one.label) else { return nil }
            return TrueObject(label: one.label, box: one.box, mask: one.mask)
        }
    }

    /// What the model found.
    func found(of choice: FindingThresholds) -> [FoundObject] { found(in: record, of: choice) }

    /// What another model found in the same photo.
    func found(in other: Record, of choice: FindingThresholds) -> [FoundObject] {
        boxes(of: other.ignoring(choice.ignored)).compactMap { one in
            guard choice.takes(label: one.label, confidence: one.confidence) else { return nil }
            return FoundObject(label: one.label, confidence: one.confidence, box: one.box, mask: one.mask)
        }
    }

    private func boxes(of record: Record) -> [FoundBox] {
        var own = record
        own.photo.results.removeAll { $0.isScored ? !parts.scored : !parts.others }
        return own.boxes(of: nil)
    }
}

extension FindingThresholds {
    /// Whether objects of a class are asked for.
    func hasClass(_ label: String) -> Bool { classes.isEmpty || classes[label] != nil }
}

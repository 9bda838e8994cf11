import Findings
import Storage

extension Record {
    /// A stored review as it speaks of this record: under the names that its detectors have.
    ///
    /// Before the basis was stored, corrections kept the model's confidence; of those reviews it counts only for what is
    /// found as the review has it.
    public func taken(_ stored: FindingReview) -> FindingReview {
        let named = stored.named(as: reviewBasis)
        return named.basis == nil ? withoutConfidenceOfCorrections(named, since: nil) : named
    }

    /// A review in which a box, pose or mask that is not as the model found it has no confidence: it is a manual
    /// correction, of which the model said nothing.
    ///
    /// - Parameter former: What was said before; what it took over from an earlier run keeps that run's confidence.
    public func withoutConfidenceOfCorrections(_ review: FindingReview, since former: FindingReview?) -> FindingReview {
        var review = review
        for (name, boxes) in review.detections {
            let found = findings(of: name, \.detections)
            review.detections[name] = boxes.map { one in
                let isKept = former?.detections[name]?.contains(one) ?? false
                return isKept || one.isAsFound(found) ? one : one.withoutConfidence
            }
        }
        for (name, poses) in review.poses {
            let found = findings(of: name, \.poses)
            review.poses[name] = poses.map { one in
                let isKept = former?.poses[name]?.contains(one) ?? false
                return isKept || one.isAsFound(found) ? one : one.withoutConfidence
            }
        }
        for (name, masks) in review.masks {
            let found = findings(of: name, \.masks)
            review.masks[name] = masks.map { one in
                let isKept = former?.masks[name]?.contains(one) ?? false
                return isKept || one.isAsFound(found) ? one : one.withoutConfidence
            }
        }
        return review
    }

    /// The findings of all entries of a detector; an origin is an index into them.
    private func findings<Found>(of detector: String, _ list: KeyPath<FindingList, [Found]?>) -> [Found] {
        photo.results.filter { $0.detector == detector }.flatMap { $0.found[keyPath: list] ?? [] }
    }
}

extension ReviewedBox {
    fileprivate func isAsFound(_ found: [Detection]) -> Bool {
        guard let one = found.element(at: origin) else { return false }
        return label == one.label && box.isAt(one.box)
    }

    fileprivate var withoutConfidence: ReviewedBox {
        ReviewedBox(label: label, box: box, origin: origin)
    }
}

extension ReviewedPose {
    fileprivate func isAsFound(_ found: [Pose]) -> Bool {
        guard let one = found.element(at: origin) else { return false }
        return label == one.label && box.isAt(one.box) && keypoints.count == one.keypoints.count
            && zip(keypoints, one.keypoints).allSatisfy { $0.isAt($1) }
    }

    fileprivate var withoutConfidence: ReviewedPose {
        ReviewedPose(label: label, box: box, keypoints: keypoints, origin: origin)
    }
}

extension ReviewedMask {
    fileprivate func isAsFound(_ found: [InstanceMask]) -> Bool {
        guard let one = found.element(at: origin) else { return false }
        return label == one.label && one.mask.scaled(to: mask.size) == mask
    }

    fileprivate var withoutConfidence: ReviewedMask { ReviewedMask(label: label, mask: mask, origin: origin) }
}

extension Array {
    fileprivate func element(at origin: Int?) -> Element? {
        origin.flatMap { indices.contains($0) ? self[$0] : nil }
    }
}

/// More than the rounding of what clients get.
private let roundingOfPlaces = 0.02

extension Box {
    /// Whether it is the same but for its rounding.
    fileprivate func isAt(_ other: Box) -> Bool {
        abs(x - other.x) < roundingOfPlaces && abs(y - other.y) < roundingOfPlaces
            && abs(width - other.width) < roundingOfPlaces && abs(height - other.height) < roundingOfPlaces
    }
}

extension Keypoint {
    /// Whether it is the same but for its rounding.
    fileprivate func isAt(_ other: Keypoint) -> Bool {
        abs(x - other.x) < roundingOfPlaces && abs(y - other.y) < roundingOfPlaces
            && abs((visibility ?? 1) - (other.visibility ?? 1)) < 0.001
    }
}

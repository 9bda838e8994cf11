import Evaluation
import Findings
import Results
import Storage

/// What users say of a photo in a file of labels, as the review of its findings.
///
/// The labels go to the detectors that find their kind: of several to the one that knows the class, else to the first. They are all
/// that there is of these kinds. What lies where the model found it, with the same class, counts as found there: it keeps the
/// model's confidence, and a turned box and a mask their own corners and edges.
struct GivenReview {
    /// The review; nil where no detector of the photo finds anything of the labels' kinds.
    private(set) var review: FindingReview?
    /// Labels that no detector has a place for.
    private(set) var leftOut = 0

    /// How far a side may be from the found one, in pixels: files of labels round.
    private static let near = 0.5
    /// The share of its pixels that a mask has in common with the found one: outlines are simplified.
    private static let leastOverlap = 0.9
    /// The longest side of a stored mask, of one that is as it was found and of another.
    private static let (foundSide, drawnSide) = (1_024, 4_096)

    /// - Parameters:
    ///   - labels: In pixels of the photo.
    ///   - kinds: The kinds that the file of labels speaks of.
    ///   - record: The photo's record.
    ///   - detectors: Every detector with its classes.
    init(_ labels: [GivenLabel], _ kinds: Set<GivenKind>, of record: Record, by detectors: [DetectorClasses]) {
        let results = record.photo.firstResultsForReview
        var said: [GivenKind: [String: [GivenLabel]]] = [:]
        for kind in kinds {
            let kind = Self.kind(kind, among: results)
            for result in results where result.givenKind == kind {
                said[kind ?? .box, default: [:]][result.address] = []
            }
        }
        for label in labels {
            guard let kind = Self.kind(label.kind, among: results),
                let address = Self.address(for: label.label, kind, among: results, detectors)
            else {
                leftOut += 1
                continue
            }
            said[kind, default: [:]][address, default: []].append(label)
        }
        guard !said.values.allSatisfy(\.isEmpty) else { return }
        var review = FindingReview(isAccepted: true, basis: record.reviewBasis)
        let size = record.photo.image.map { PixelSize(width: $0.width, height: $0.height) }
        for (address, labels) in said[.box] ?? [:] {
            review.detections[address] = Self.boxes(labels, results.found(at: address) { $0.detections })
        }
        for (address, labels) in said[.pose] ?? [:] {
            review.poses[address] = Self.poses(labels, results.found(at: address) { $0.poses })
        }
        for (address, labels) in said[.mask] ?? [:] {
            review.masks[address] = Self.masks(labels, results.found(at: address) { $0.masks }, in: size)
        }
        self.review = review
    }

    /// The kind that takes a label: its own, else boxes; nil where no detector of the photo finds either.
    private static func kind(_ kind: GivenKind, among results: [DetectorResult]) -> GivenKind? {
        [kind, .box].first { wanted in results.contains { $0.givenKind == wanted } }
    }

    private static func address(
        for label: String, _ kind: GivenKind, among results: [DetectorResult], _ detectors: [DetectorClasses]
    ) -> String? {
        let own = results.filter { $0.givenKind == kind }
        let knowing = own.first { result in
            detectors.contains { $0.name == result.detector && $0.classes.contains(label) }
        }
        return (knowing ?? own.first)?.address
    }

    private static func boxes(_ labels: [GivenLabel], _ found: [Detection]) -> [ReviewedBox] {
        var free = Set(found.indices)
        return labels.map { label in
            let origin = free.sorted().first { index in
                let one = found[index]
                return one.label == label.label && isNear(label, one.box, corners: one.corners)
            }
            guard let origin else {
                return ReviewedBox(label: label.label, box: label.box, corners: label.corners)
            }
            free.remove(origin)
            return ReviewedBox(
                label: label.label, box: found[origin].box, confidence: found[origin].confidence, origin: origin,
                corners: found[origin].corners)
        }
    }

    private static func poses(_ labels: [GivenLabel], _ found: [Pose]) -> [ReviewedPose] {
        var free = Set(found.indices)
        let names = found.first.map { ClassKeypoints.names(of: $0.keypoints) } ?? []
        return labels.map { label in
            let keypoints = inOrder(label.keypoints, of: names)
            let origin = free.sorted().first { index in
                let one = found[index]
                return one.label == label.label && isNear(label, one.box, corners: nil)
                    && keypoints.count == one.keypoints.count
                    && zip(keypoints, one.keypoints).allSatisfy { isNear($0, $1) }
            }
            guard let origin else {
                return ReviewedPose(label: label.label, box: label.box, keypoints: keypoints)
            }
            free.remove(origin)
            let one = found[origin]
            return ReviewedPose(
                label: one.label, box: one.box, keypoints: one.keypoints, confidence: one.confidence, origin: origin)
        }
    }

    private static func masks(_ labels: [GivenLabel], _ found: [InstanceMask], in size: PixelSize?) -> [ReviewedMask] {
        var free = Set(found.indices)
        return labels.compactMap { label in
            guard let size, let mask = label.mask?.scaled(to: size) else { return nil }
            let origin = free.sorted().first { index in
                found[index].label == label.label
                    && found[index].mask.intersectionOverUnion(mask) >= leastOverlap
            }
            guard let origin else {
                return mask.atMost(drawnSide).map { ReviewedMask(label: label.label, mask: $0) }
            }
            free.remove(origin)
            let one = found[origin]
            return one.mask.atMost(foundSide).map {
                ReviewedMask(label: one.label, mask: $0, confidence: one.confidence, origin: origin)
            }
        }
    }

    private static func isNear(_ label: GivenLabel, _ box: Box, corners: [Point]?) -> Bool {
        // What a file says of a turned box may be cut at the photo's edges.
        if let own = label.corners, let corners, own.count == corners.count {
            return zip(own, corners).allSatisfy { $0.distance(to: $1) <= 2 * near } || isNear(label.box, box)
        }
        return isNear(label.box, box)
    }

    private static func isNear(_ one: Box, _ other: Box) -> Bool {
        abs(one.x - other.x) <= near && abs(one.y - other.y) <= near && abs(one.right - other.right) <= near
            && abs(one.bottom - other.bottom) <= near
    }

    /// A keypoint that a file leaves out is as near as any: it lies outside of the photo, or nobody looked for it there.
    private static func isNear(_ given: Keypoint, _ found: Keypoint) -> Bool {
        given.x < 0 || given.point.distance(to: found.point) <= 2 * near
    }

    /// Keypoints with names in the order of a class's names; others as they stand.
    private static func inOrder(_ keypoints: [Keypoint], of names: [String]) -> [Keypoint] {
        guard !names.isEmpty, !keypoints.isEmpty, keypoints.allSatisfy({ $0.name != nil }) else { return keypoints }
        let byName = Dictionary(keypoints.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
        return names.map { name in
            byName[name].map { Keypoint(point: $0.point, visibility: $0.visibility) }
                ?? Keypoint(x: -1, y: -1, visibility: 0)
        }
    }
}

extension PhotoResult {
    /// The results of the first page that users review; those of scoring are reviewed with their end.
    fileprivate var firstResultsForReview: [DetectorResult] { ofPage(1).results.filter { !$0.isScored } }
}

extension DetectorResult {
    /// The kind of labels that its findings are; nil for none of them.
    fileprivate var givenKind: GivenKind? {
        if found.detections != nil { return .box }
        if found.poses != nil { return .pose }
        return found.masks == nil ? nil : .mask
    }
}

extension [DetectorResult] {
    /// The findings of all entries of a detector, in their order.
    fileprivate func found<Kind>(at address: String, _ list: (FindingList) -> [Kind]?) -> [Kind] {
        filter { $0.address == address }.flatMap { list($0.found) ?? [] }
    }
}

extension RunLengthMask {
    /// The same picture with no longer side than a limit.
    fileprivate func atMost(_ longest: Int) -> RunLengthMask? {
        let side = max(size.width, size.height)
        guard side > longest else { return self }
        return scaled(
            to: PixelSize(
                width: max(1, size.width * longest / side), height: max(1, size.height * longest / side)))
    }
}

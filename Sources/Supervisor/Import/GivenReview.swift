import Evaluation
import Findings
import Results
import Storage

/// What users say of a photo in a file of labels, as the review of its findings.
///
/// The labels go to the detectors that find their kind: of several to the one that knows the class, else to the first. They are all
/// that there is of these kinds. What lies where the model found it, with the same class, counts as found there: it keeps the
/// model's confidence, and a turned box its own corners. A mask does so where it has the same pixels.
struct GivenReview {
    /// What is said, without a word on whether that is all; nil where no detector of the photo finds anything of the labels'
    /// kinds.
    private var said: FindingReview?
    /// Whether anything is said.
    var isSaid: Bool { said != nil }
    /// The detectors that it is said of.
    private var addresses: Set<String> = []
    /// Labels that no detector has a place for.
    private(set) var leftOut = 0

    /// How far a side may be from the found one, in pixels: files of labels round.
    private static let near = 0.5
    /// The share of its pixels that a mask has in common with the one of which it is a correction.
    private static let leastOverlap = 0.9
    /// The longest side of a stored mask that is as it was found.
    private static let foundSide = 1_024

    /// - Parameters:
    ///   - labels: In pixels of the photo.
    ///   - forms: Those of all labels of the file.
    ///   - record: The photo's record.
    ///   - detectors: Every detector with its classes.
    ///   - keypoints: The names of keypoints by detector, for photos in which it found no pose.
    init(
        _ labels: [GivenLabel], _ forms: Set<GivenForm>, of record: Record, by detectors: [DetectorClasses],
        keypoints: [String: [String]]
    ) {
        let results = record.photo.firstResultsForReview
        var lists: [GivenKind: [String: [GivenLabel]]] = [:]
        for form in forms {
            guard let takers = Self.takers(form, among: results) else { continue }
            for result in takers.results { lists[takers.kind, default: [:]][result.address] = [] }
        }
        for label in labels {
            guard let takers = Self.takers(label.form, among: results),
                let address = Self.address(for: label.label, among: takers.results, detectors)
            else {
                leftOut += 1
                continue
            }
            lists[takers.kind, default: [:]][address, default: []].append(label)
        }
        guard !lists.isEmpty else { return }
        var said = FindingReview(isAccepted: false)
        let size = record.photo.image.map { PixelSize(width: $0.width, height: $0.height) }
        for (address, labels) in lists[.box] ?? [:] {
            let areTurned = results.contains { $0.address == address && $0.task == .obb }
            said.detections[address] = Self.boxes(
                areTurned ? labels : labels.map(\.asUpright), results.found(at: address) { $0.detections })
        }
        for (address, labels) in lists[.pose] ?? [:] {
            let found = results.found(at: address) { $0.poses }
            let names = found.first.map { ClassKeypoints.names(of: $0.keypoints) } ?? keypoints[address] ?? []
            let placed = labels.filter { Self.havePlaces($0.keypoints, among: names) }
            leftOut += labels.count - placed.count
            said.poses[address] = Self.poses(placed, found, names)
        }
        for (address, labels) in lists[.mask] ?? [:] {
            let masks = Self.masks(labels, results.found(at: address) { $0.masks }, in: size)
            leftOut += labels.count - masks.count
            said.masks[address] = masks
        }
        self.said = said
        addresses = said.detectors
    }

    /// The review that a photo has now: what was said before of other detectors stays.
    ///
    /// It is accepted where the labels are all that is in the photo: they speak of every detector, or the user had accepted
    /// what they do not speak of.
    ///
    /// - Parameter stored: What was said before.
    /// - Returns: Nil where nothing is said.
    func review(over stored: FindingReview?, of record: Record) -> FindingReview? {
        guard let said else { return nil }
        let found = record.reviewBasis
        let former = stored.map(record.taken)
        let isWhole = addresses.isSuperset(of: found.keys)
        var review = former ?? FindingReview(isAccepted: false)
        review.detections.merge(said.detections) { $1 }
        review.poses.merge(said.poses) { $1 }
        review.masks.merge(said.masks) { $1 }
        review.isAccepted = leftOut == 0 && (isWhole || former?.accepts(found) == true)
        var basis = isWhole ? found : review.basis ?? found
        for address in addresses { basis[address] = found[address] }
        review.basis = basis
        return review
    }

    /// The kind that takes labels of a form, with its results: the first of the form's kinds that the photo has results of.
    private static func takers(
        _ form: GivenForm, among results: [DetectorResult]
    ) -> (kind: GivenKind, results: [DetectorResult])? {
        let turned = results.filter { form.isTurned && $0.task == .obb && $0.givenKind == .box }
        if !turned.isEmpty { return (.box, turned) }
        let all = form.kinds.map { kind in (kind: kind, results: results.filter { $0.givenKind == kind }) }
        return all.first { !$0.results.isEmpty }
    }

    private static func address(
        for label: String, among results: [DetectorResult], _ detectors: [DetectorClasses]
    ) -> String? {
        let knowing = results.first { result in
            detectors.contains { $0.name == result.detector && $0.classes.contains(label) }
        }
        return (knowing ?? results.first)?.address
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

    private static func poses(_ labels: [GivenLabel], _ found: [Pose], _ names: [String]) -> [ReviewedPose] {
        var free = Set(found.indices)
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
        // An outline thinner than a pixel has none.
        let shown = labels.compactMap { label -> (label: GivenLabel, mask: RunLengthMask)? in
            guard let size, let mask = label.mask?.scaled(to: size), mask.area > 0 else { return nil }
            return (label, mask)
        }
        var free = Set(found.indices)
        func takeFirst(of one: (label: GivenLabel, mask: RunLengthMask), where isIt: (Int) -> Bool) -> Int? {
            let index = free.sorted().first { found[$0].label == one.label.label && isIt($0) }
            if let index { free.remove(index) }
            return index
        }
        var outlines: [Int: RunLengthMask?] = [:]
        func outline(of index: Int) -> RunLengthMask? {
            if let known = outlines[index] { return known }
            let filled = Outline(around: found[index].mask)?.filled(in: found[index].mask.size)
            outlines[index] = .some(filled)
            return filled
        }
        // Before any that only resembles another. An outline says nothing of the holes that a mask has.
        let same = shown.map { one in
            takeFirst(of: one) { found[$0].mask == one.mask || one.label.isFilled && outline(of: $0) == one.mask }
        }
        return zip(shown, same).compactMap { one, origin in
            if let origin {
                return found[origin].mask.atMost(foundSide).map {
                    ReviewedMask(
                        label: one.label.label, mask: $0, confidence: found[origin].confidence, origin: origin)
                }
            }
            let near = takeFirst(of: one) { found[$0].mask.intersectionOverUnion(one.mask) >= leastOverlap }
            return one.mask.atMost(InstanceMask.longestReviewedSide)
                .map { ReviewedMask(label: one.label.label, mask: $0, origin: near) }
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

    /// A keypoint that a file leaves out is as near as any: it lies outside of the photo, or it was not looked for there.
    private static func isNear(_ given: Keypoint, _ found: Keypoint) -> Bool {
        given.x < 0 || given.point.distance(to: found.point) <= 2 * near
    }

    /// Whether each keypoint has a place in a class's order: names without an order would become other keypoints, and unknown
    /// ones would be lost.
    private static func havePlaces(_ keypoints: [Keypoint], among names: [String]) -> Bool {
        let own = keypoints.compactMap(\.name)
        let unique = Set(own)
        return own.isEmpty
            || own.count == keypoints.count && unique.count == own.count && unique.isSubset(of: names)
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

extension GivenLabel {
    /// Without the corners that its outline happens to have: they need not be those of a turned box.
    fileprivate var asUpright: GivenLabel {
        var own = self
        if mask != nil { own.corners = nil }
        return own
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

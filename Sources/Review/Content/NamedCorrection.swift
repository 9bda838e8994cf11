import Findings
import Storage

/// One finding as a user wants it, that has a class.
protocol NamedCorrection {
    var label: String { get set }
    var confidence: Double? { get set }
}

extension ReviewedBox: NamedCorrection {}
extension ReviewedPose: NamedCorrection {}
extension ReviewedMask: NamedCorrection {}

/// A kind whose findings have classes that many photos are given at once: a list with one correction for each.
protocol NamedFinding: ReviewedFinding where Said == [Correction] {
    associatedtype Correction: NamedCorrection

    /// One as it was found, which is the one of an index among all that the detector found.
    func asFound(_ origin: Int) -> Correction?
}

extension Detection: NamedFinding {
    func asFound(_ origin: Int) -> ReviewedBox? {
        // Without corners it is turned as it was found.
        ReviewedBox(label: label, box: box, confidence: confidence, origin: origin)
    }
}

extension Pose: NamedFinding {
    func asFound(_ origin: Int) -> ReviewedPose? {
        ReviewedPose(label: label, box: box, keypoints: keypoints, confidence: confidence, origin: origin)
    }
}

extension InstanceMask: NamedFinding {
    func asFound(_ origin: Int) -> ReviewedMask? {
        // A review has masks at the size that the page draws them at.
        answer.map { ReviewedMask(label: label, mask: $0.mask, confidence: confidence, origin: origin) }
    }
}

extension NamedFinding {
    /// What counts of one detector: what was said of it, else what it found.
    fileprivate static func counted(of detector: String, in record: [DetectorResult], _ review: FindingReview)
        -> [Correction]?
    {
        if let said = review[of: Self.self][detector] { return said }
        let lists = record.filter { $0.address == detector }.compactMap { $0.found[of: Self.self] }
        return lists.isEmpty
            ? nil : lists.joined().enumerated().compactMap { $0.element.asFound($0.offset) }
    }

    /// Changes the findings of one detector; answers how many.
    fileprivate static func apply(
        _ change: ClassChange, to detector: String, in results: [DetectorResult], _ review: inout FindingReview
    ) -> Int {
        guard let list = counted(of: detector, in: results, review) else { return 0 }
        let changed = list.filter { change.isMeant($0.label) }.count
        guard changed > 0 else { return 0 }
        review[of: Self.self][detector] = list.compactMap { one in
            guard change.isMeant(one.label) else { return one }
            guard let label = change.to else { return nil }
            var other = one
            (other.label, other.confidence) = (label, nil)
            return other
        }
        return changed
    }
}

/// Another class for findings of one class, or of all; without another class they are deleted.
struct ClassChange: Sendable, Hashable {
    /// Nil for every class.
    var from: String?
    /// Nil where they are deleted.
    var to: String?
    /// The one whose findings are meant, as reviews name it; nil for every detector.
    var detector: String?

    /// The kinds with classes, in the order of records.
    private static let kinds = FindingReview.kinds.compactMap { $0 as? any NamedFinding.Type }

    /// Whether a finding of a class is changed.
    func isMeant(_ label: String) -> Bool { label != to && (from == nil || from == label) }

    /// Changes what counts of a photo; answers how many findings that changed.
    ///
    /// - Parameters:
    ///   - results: What was found; what scoring found is left out.
    ///   - review: What was said of it before, under the names of these detectors.
    func apply(to results: [DetectorResult], _ review: inout FindingReview) -> Int {
        let own = results.filter { !$0.isScored }
        var addresses: [String] = []
        for result in own where !addresses.contains(result.address) && (detector ?? result.address) == result.address {
            addresses.append(result.address)
        }
        return addresses.reduce(0) { count, address in
            count + Self.kinds.reduce(0) { $0 + $1.apply(self, to: address, in: own, &review) }
                + nameWhole(address, in: own, &review)
        }
    }

    /// Gives the whole photo another class, where the detector says what it shows as a whole.
    private func nameWhole(_ address: String, in results: [DetectorResult], _ review: inout FindingReview) -> Int {
        // A photo always has a class, and the class of all findings is none of it.
        guard let to, let from else { return 0 }
        let found = results.first { $0.address == address }?.found[of: ClassScore.self]?.first?.label
        guard let found, (review.classes[address] ?? found) == from, from != to else { return 0 }
        review.classes[address] = to
        return 1
    }
}

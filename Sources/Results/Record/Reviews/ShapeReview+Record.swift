import Findings
import Storage

extension BoxReview: TakenReview {
    static func corrected(_ found: [[Detection]], as said: [ReviewedBox], in scene: ReviewedScene) -> [[Detection]] {
        let known = Array(found.joined())
        return first(said.map { Detection($0, scene.number($0.label), known: known) }, of: found)
    }

    static func withoutConfidence(_ said: [ReviewedBox], found: [Detection], since former: [ReviewedBox]?)
        -> [ReviewedBox]
    {
        said.withoutConfidence(found: found, since: former)
    }
}

extension Detection {
    /// A box as a user wants it; one that was drawn by hand is certain.
    fileprivate init(_ reviewed: ReviewedBox, _ number: Int, known: [Detection]) {
        let found = known.element(at: reviewed.origin)
        // A rotated box that was not moved keeps its corners.
        let isUnmoved = found.map { $0.box.intersectionOverUnion(reviewed.box) > 0.999 } ?? false
        self.init(
            label: reviewed.label, classId: number, confidence: reviewed.confidence ?? 1, box: reviewed.box,
            corners: isUnmoved ? found?.corners : nil)
    }
}

extension ReviewedBox: ReviewedShape {
    fileprivate func isAsFound(_ one: Detection) -> Bool { label == one.label && box.isAt(one.box) }
}

extension ClassReview: TakenReview {
    static func corrected(_ found: [[ClassScore]], as said: String, in scene: ReviewedScene) -> [[ClassScore]] {
        guard let list = found.first else { return found }
        return [[ClassScore(label: said, confidence: 1)] + list.filter { $0.label != said }] + found.dropFirst()
    }
}

extension PoseReview: TakenReview {
    static func corrected(_ found: [[Pose]], as said: [ReviewedPose], in scene: ReviewedScene) -> [[Pose]] {
        let known = Array(found.joined())
        return first(said.map { Pose($0, scene.number($0.label), known: known) }, of: found)
    }

    static func withoutConfidence(_ said: [ReviewedPose], found: [Pose], since former: [ReviewedPose]?)
        -> [ReviewedPose]
    {
        said.withoutConfidence(found: found, since: former)
    }
}

extension Pose {
    /// A pose as a user wants it, with the depths that the model gave.
    fileprivate init(_ reviewed: ReviewedPose, _ number: Int, known: [Pose]) {
        // Another run may number what it finds otherwise: no pose gets another's depths.
        let found = reviewed.box.index(among: known.map(\.box), origin: reviewed.origin).map { known[$0] }
        self.init(
            label: reviewed.label, classId: number, confidence: reviewed.confidence ?? 1, box: reviewed.box,
            keypoints: reviewed.keypoints, mesh: found?.mesh, mask: found?.mask)
        for index in keypoints.indices where found?.keypoints.indices.contains(index) == true {
            keypoints[index].z = found?.keypoints[index].z
        }
    }
}

extension ReviewedPose: ReviewedShape {
    fileprivate func isAsFound(_ one: Pose) -> Bool {
        label == one.label && box.isAt(one.box) && keypoints.count == one.keypoints.count
            && zip(keypoints, one.keypoints).allSatisfy { $0.isAt($1) }
    }
}

extension MaskReview: TakenReview {
    static func corrected(_ found: [[InstanceMask]], as said: [ReviewedMask], in scene: ReviewedScene)
        -> [[InstanceMask]]
    {
        guard let size = scene.size else { return found }
        let known = Array(found.joined())
        return first(
            said.compactMap { InstanceMask($0, scene.number($0.label), known: known, photo: size) }, of: found)
    }

    static func withoutConfidence(_ said: [ReviewedMask], found: [InstanceMask], since former: [ReviewedMask]?)
        -> [ReviewedMask]
    {
        said.withoutConfidence(found: found, since: former)
    }
}

extension InstanceMask {
    /// An object as a user wants it; nil where nothing is left of it.
    fileprivate init?(_ reviewed: ReviewedMask, _ number: Int, known: [InstanceMask], photo: PixelSize) {
        let own = known.element(at: reviewed.origin)?.mask
        // What was not painted on keeps the edge that the model gave it, finer than the page's.
        let isUntouched = own.flatMap { $0.scaled(to: reviewed.mask.size) } == reviewed.mask
        guard let mask = isUntouched ? own : reviewed.mask.scaled(to: photo), let box = mask.box else { return nil }
        self.init(
            label: reviewed.label, classId: number, confidence: reviewed.confidence ?? 1, box: box, mask: mask)
    }
}

extension ReviewedMask: ReviewedShape {
    fileprivate func isAsFound(_ one: InstanceMask) -> Bool {
        label == one.label && one.mask.scaled(to: mask.size) == mask
    }
}

/// What a user wants of one object that a model may have found.
private protocol ReviewedShape: Equatable {
    associatedtype Found

    var confidence: Double? { get set }
    var origin: Int? { get }

    func isAsFound(_ one: Found) -> Bool
}

extension Array where Element: ReviewedShape {
    fileprivate func withoutConfidence(found: [Element.Found], since former: [Element]?) -> [Element] {
        map { one in
            let isAsFound = found.element(at: one.origin).map(one.isAsFound) ?? false
            if isAsFound || former?.contains(one) == true { return one }
            var corrected = one
            corrected.confidence = nil
            return corrected
        }
    }
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

import Findings
import Scoring

/// What a photo of a target shows, numbered as by the network that looks at whole photos.
///
/// Where a photo is scored these classes are scoring's: what a detector of whole photos sees of them only shows where to look.
public enum TargetClass: String, Sendable, CaseIterable {
    case arrow, hole, face
    /// The middle of a face; scoring finds whole faces.
    case bull

    /// The class's number.
    public var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// Whether a detector looks for targets: it knows faces and their middles.
    public static func areSought(by task: DetectorTask, among classes: [String]) -> Bool {
        task == .detect && [face, bull].allSatisfy { classes.contains($0.rawValue) }
    }
}

extension DetectedArrow {
    /// The arrow or hole as a finding, cut off at the photo's edges.
    func finding(in photo: Record.Image?) -> Detection {
        let tip = Point(x: pixelX, y: pixelY)
        let ends = [Keypoint(name: "tip", point: tip), nock.map { Keypoint(name: "nock", point: $0) }].compactMap { $0 }
        return Detection(
            label: kind.rawValue, classId: (kind == .arrow ? TargetClass.arrow : .hole).number,
            confidence: confidence, box: extent.clipped(to: photo), keypoints: kind == .arrow ? ends : [])
    }

    /// What it takes of the photo; of no size where nothing but its tip is known.
    ///
    /// The model's box holds until a user puts the tip outside of it.
    private var extent: Box {
        let box = boundingBox
        let isInside = pixelX >= box.x && pixelX <= box.right && pixelY >= box.y && pixelY <= box.bottom
        guard source == .person, !isInside else { return box }
        guard kind == .arrow else { return Box(centerX: pixelX, centerY: pixelY, width: box.width, height: box.height) }
        let end = nock ?? Point(x: pixelX, y: pixelY)
        return Box(
            left: min(pixelX, end.x), top: min(pixelY, end.y), right: max(pixelX, end.x), bottom: max(pixelY, end.y))
    }
}

extension TargetDetection.Face {
    /// What scores of the face as a finding, cut off at the photo's edges.
    func finding(in photo: Record.Image?) -> Detection {
        Detection(
            label: TargetClass.face.rawValue, classId: TargetClass.face.number, confidence: confidence,
            box: outline.bounds.clipped(to: photo).inThousandths)
    }
}

extension Box {
    /// The part of it inside a photo; all of it where no photo could be read.
    fileprivate func clipped(to photo: Record.Image?) -> Box {
        photo.map { clipped(to: PixelSize(width: $0.width, height: $0.height)) } ?? self
    }

    /// As records hold it: it is the same before its face was written and after it was read.
    fileprivate var inThousandths: Box {
        let sides = [x, y, width, height].map { ($0 * 1000).rounded() / 1000 }
        return Box(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
    }
}

import Findings
import Foundation

/// What stands behind the class in a line of a label file: each task of trainers has its own.
struct YOLOForm: Sendable {
    private enum Shape {
        case box, outline, corners, pose
    }

    /// The tasks whose findings it says.
    let tasks: Set<DetectorTask>
    private let shape: Shape
    /// The keypoints of the first pose, which every other has too.
    private var keypoints: [Keypoint]?

    private init(_ shape: Shape, of tasks: Set<DetectorTask>) { (self.shape, self.tasks) = (shape, tasks) }

    /// The middle of an upright box, its width and height; not of findings whose labels trainers want in another form.
    static let detect = YOLOForm(.box, of: [.detect, .faces, .hands])
    /// The corners of an outline.
    static let segment = YOLOForm(.outline, of: [.segment, .people, .subject])
    /// A box, and its keypoints with what is seen of each.
    static let pose = YOLOForm(.pose, of: [.pose, .faces, .hands])
    /// The four corners of a turned box.
    static let obb = YOLOForm(.corners, of: [.obb])

    /// Whether it can say a finding: not a mask without pixels, and no pose with another number of keypoints than the first
    /// one of the data set.
    mutating func says(_ found: FoundBox) -> Bool {
        switch shape {
        case .box, .corners: return true
        case .outline: return found.mask.map(Outline.isThere) ?? false
        case .pose:
            let own = ClassKeypoints.all(of: found.keypoints)
            if keypoints == nil, !own.isEmpty { keypoints = own }
            return own.count == keypoints?.count
        }
    }

    /// The numbers of a finding as shares of the photo's sides; nil for one that the form cannot say.
    mutating func numbers(of found: FoundBox, in size: Record.Image) -> [String]? {
        let (width, height) = (Double(size.width), Double(size.height))
        func shares(_ points: [Point]) -> [String] {
            // Trainers refuse a photo with a corner outside of it.
            points.flatMap { [Self.text(min(max($0.x / width, 0), 1)), Self.text(min(max($0.y / height, 0), 1))] }
        }
        let box = found.box
        let sides = [
            (box.x + box.width / 2) / width, (box.y + box.height / 2) / height, box.width / width,
            box.height / height,
        ].map(Self.text)
        switch shape {
        case .box: return sides
        case .corners: return shares(found.corners ?? found.box.corners)
        case .outline:
            guard let outline = found.mask.flatMap(Outline.init(around:)) else { return nil }
            return shares(outline.corners)
        case .pose:
            guard says(found) else { return nil }
            return sides
                + ClassKeypoints.all(of: found.keypoints).flatMap { keypoint -> [String] in
                    let seen = SeenKeypoint(keypoint, in: size)
                    return seen == .outside ? ["0", "0", "0"] : shares([keypoint.point]) + ["\(seen.rawValue)"]
                }
        }
    }

    /// What trainers are told of the form in `data.yaml`, in whole lines.
    var lines: String {
        guard shape == .pose else { return "" }
        let keypoints = keypoints ?? []
        let line = "kpt_shape: [\(keypoints.count), 3]\n"
        // Without names no keypoint's mirrored one is known; trainers then mirror no photo.
        let areNamed = keypoints.allSatisfy { $0.name != nil } || Skeleton(of: keypoints) != nil
        guard areNamed, !keypoints.isEmpty else { return line }
        let names = ClassKeypoints.names(of: keypoints)
        let mirrored = names.map { name in names.firstIndex(of: Self.mirrored(name)) }
        let order = mirrored.enumerated().map { "\($1 ?? $0)" }.joined(separator: ", ")
        return line + "flip_idx: [\(order)]\n"
    }

    /// The keypoint that a mirrored photo shows in a keypoint's place.
    private static func mirrored(_ name: String) -> String {
        let words = name.split(separator: "_", omittingEmptySubsequences: false)
        return words.map { $0 == "left" ? "right" : $0 == "right" ? "left" : String($0) }.joined(separator: "_")
    }

    private static func text(_ share: Double) -> String { String(format: "%.6f", share) }
}

extension Box {
    /// The corners, clockwise from the top left.
    var corners: [Point] {
        [Point(x: x, y: y), Point(x: right, y: y), Point(x: right, y: bottom), Point(x: x, y: bottom)]
    }
}

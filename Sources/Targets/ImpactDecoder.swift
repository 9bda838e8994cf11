import Detection
import Findings
import Scoring

/// Makes impacts in a photo of what the model saw in a canonical picture.
enum ImpactDecoder {
    /// A nock less sure than this to be in sight is left out.
    private static let leastVisibility = 0.5

    /// Checks that a model is one for impacts: classes arrow and hole, keypoints tip and nock, our canonical picture.
    static func check(_ model: PoseModel) throws(DetectionError) {
        let side = CanonicalView.holes.side
        guard model.inputSize == PixelSize(width: side, height: side), model.keypoints == 2,
            model.names == Impact.Kind.allCases.map(\.rawValue)
        else {
            throw DetectionError(
                .taskUnsupported,
                "The model is none for holes: it must take \(side)x\(side) pixels and give the classes arrow and hole "
                    + "with the keypoints tip and nock. Leave scoring.holeModel out, or name another.")
        }
    }

    /// So far an arrow's box reaches beyond its ends, as a share of the scoring area's radius.
    private static let margin = 1.0 / 50

    /// The impacts of a face as the arrow model saw them.
    static func impacts(_ arrows: [SeenArrow], through way: Rectifier, face: Int, photo: PixelSize) -> [Impact] {
        arrows.compactMap { arrow in
            guard let tip = way.photo(arrow.tip), tip.isInside(photo) else { return nil }
            let end = way.photo(arrow.end)
            let nock = arrow.nock == nil ? nil : end.flatMap { $0.isInside(photo) ? $0 : nil }
            return Impact(
                kind: .arrow, tip: tip, nock: nock, leaves: nock == nil ? end : nil, confidence: arrow.confidence,
                box: Box(around: [tip, nock].compactMap { $0 }, margin: margin * way.radius).clipped(to: photo),
                face: face)
        }
    }

    /// The impacts of a face as the model for holes saw them; which kind counts is for the scorer to say.
    static func impacts(_ poses: [Pose], through way: Rectifier, face: Int, photo: PixelSize) -> [Impact] {
        poses.compactMap { pose in
            guard let kind = Impact.Kind(rawValue: pose.label), let keypoint = pose.keypoints.first,
                let tip = way.photo(keypoint.point), tip.isInside(photo)
            else { return nil }
            var nock: Point?
            if kind == .arrow, pose.keypoints.count > 1, pose.keypoints[1].visibility ?? 1 >= leastVisibility {
                nock = way.photo(pose.keypoints[1].point).flatMap { $0.isInside(photo) ? $0 : nil }
            }
            let corners = kind == .arrow ? [tip, nock].compactMap { $0 } : pose.box.corners.compactMap(way.photo)
            let around = kind == .arrow ? margin * way.radius : 0
            return Impact(
                kind: kind, tip: tip, nock: nock, confidence: pose.confidence,
                box: Box(around: corners, margin: around).clipped(to: photo), face: face)
        }
    }
}

extension Point {
    fileprivate func isInside(_ size: PixelSize) -> Bool {
        x >= 0 && y >= 0 && x <= Double(size.width) && y <= Double(size.height)
    }
}

extension Box {
    fileprivate var corners: [Point] {
        [Point(x: x, y: y), Point(x: right, y: y), Point(x: right, y: bottom), Point(x: x, y: bottom)]
    }

    /// The smallest box around points, with a margin on every side.
    init(around points: [Point], margin: Double) {
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        self.init(
            left: (xs.min() ?? 0) - margin, top: (ys.min() ?? 0) - margin, right: (xs.max() ?? 0) + margin,
            bottom: (ys.max() ?? 0) + margin)
    }
}

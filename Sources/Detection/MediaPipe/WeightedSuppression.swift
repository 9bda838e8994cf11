import Findings

/// Something that a detector found, with the few keypoints that say how it is turned.
///
/// Where it lies is in parts of the letterboxed square's side, or in pixels of the photo: the one who holds it knows.
struct KeypointDetection: Hashable, Sendable {
    var score: Double
    var box: Box
    var keypoints: [Point]

    /// The same with coordinates multiplied by a factor and then moved.
    func placed(factor: Double, offset: Point) -> KeypointDetection {
        let corner = Point(x: box.x, y: box.y) * factor + offset
        return KeypointDetection(
            score: score,
            box: Box(x: corner.x, y: corner.y, width: box.width * factor, height: box.height * factor),
            keypoints: keypoints.map { $0 * factor + offset })
    }
}

/// Makes one detection of each cluster of overlapping ones: their mean, weighted by the scores.
///
/// Source: MediaPipe 0.10.21, `non_max_suppression_calculator.cc`, `WEIGHTED`, with `INTERSECTION_OVER_UNION`.
struct WeightedSuppression: Hashable, Sendable {
    /// The overlap over which (equal is not) a detection belongs to a cluster.
    var iou = 0.3

    /// The clusters' means with the scores of their best, by descending score.
    func callAsFunction(_ detections: [KeypointDetection]) -> [KeypointDetection] {
        var rest = detections.enumerated()
            .sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
            .map(\.element)
        var kept: [KeypointDetection] = []
        while let best = rest.first {
            var cluster: [KeypointDetection] = []
            var others: [KeypointDetection] = []
            for detection in rest {
                if detection.box.intersectionOverUnion(best.box) > iou {
                    cluster.append(detection)
                } else {
                    others.append(detection)
                }
            }
            // A box without area overlaps with nothing, itself included: MediaPipe ends there.
            guard !cluster.isEmpty else { return kept + [best] }
            kept.append(Self.mean(of: cluster, best: best))
            rest = others
        }
        return kept
    }

    private static func mean(of cluster: [KeypointDetection], best: KeypointDetection) -> KeypointDetection {
        let total = cluster.reduce(0) { $0 + $1.score }
        func mean(_ value: (KeypointDetection) -> Double) -> Double {
            cluster.reduce(0) { $0 + value($1) * $1.score } / total
        }
        return KeypointDetection(
            score: best.score,
            box: Box(
                left: mean(\.box.x), top: mean(\.box.y), right: mean(\.box.right), bottom: mean(\.box.bottom)),
            keypoints: best.keypoints.indices.map { index in
                Point(x: mean(\.keypoints[index].x), y: mean(\.keypoints[index].y))
            })
    }
}

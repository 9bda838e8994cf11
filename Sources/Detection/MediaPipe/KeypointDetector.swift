import Findings
import Inference

/// What MediaPipe's single-shot detectors of faces, palms and people share: from a whole photo to boxes with keypoints.
///
/// Its model gives two outputs, regressors `[1, anchors, 4 + 2 * keypoints]` and classificators `[1, anchors, 1]`.
/// Source: MediaPipe 0.10.21, `tensors_to_detections_calculator.cc` and the graphs of its modules.
struct KeypointDetector {
    /// One of the detectors' models.
    struct Kind: Hashable, Sendable {
        /// What it is, for messages.
        let name: String
        /// The side of its square input in pixels.
        let side: Int
        /// The number of keypoints of each detection.
        let keypoints: Int
        /// The score that MediaPipe asks for.
        let confidence: Double
        /// Where its anchors lie.
        let anchors: SSDAnchors

        private init(
            _ name: String, side: Int, keypoints: Int, confidence: Double = 0.5, strides: [Int], perLayer: Int = 2
        ) {
            self.name = name
            self.side = side
            self.keypoints = keypoints
            self.confidence = confidence
            anchors = SSDAnchors(size: side, strides: strides, perLayer: perLayer)
        }

        /// `face_detection_short_range.tflite`: faces within two metres.
        static let faceShort = Kind("face_detection_short_range", side: 128, keypoints: 6, strides: [8, 16, 16, 16])
        /// `face_detection_full_range_sparse.tflite`: faces within five metres.
        static let faceFull = Kind(
            "face_detection_full_range", side: 192, keypoints: 6, confidence: 0.6, strides: [4], perLayer: 1)
        /// `palm_detection_full.tflite` and its `_lite`.
        static let palm = Kind("palm_detection", side: 192, keypoints: 7, strides: [8, 16, 16, 16])
        /// `pose_detection.tflite`.
        static let pose = Kind("pose_detection", side: 224, keypoints: 4, strides: [8, 16, 32, 32, 32])
    }

    /// Which model it is.
    let kind: Kind
    private let model: ModelOutputs
    private let confidence: Double

    /// Finds out which of some kinds a model is; throws a sentence where it is none of them.
    ///
    /// - Parameter confidence: The score that a detection must reach before suppression; nil for MediaPipe's own.
    init(_ loaded: any LoadedModel, kinds: [Kind], confidence: Double?) throws(DetectionError) {
        for kind in kinds {
            let (rows, fields) = (kind.anchors.centers.count, 4 + 2 * kind.keypoints)
            let shapes = [ModelOutputs.Shape(rows * fields, last: fields), ModelOutputs.Shape(rows, last: 1)]
            guard let model = ModelOutputs(loaded, side: kind.side, shapes: shapes) else { continue }
            self.kind = kind
            self.model = model
            self.confidence = confidence ?? kind.confidence
            return
        }
        throw ModelOutputs.mismatch(loaded, need: "MediaPipe's \(kinds.map(\.name).joined(separator: " or "))")
    }

    /// What one look at a square of a photo shows, in pixels of the photo, by descending score; it may lie outside of both.
    struct Look {
        /// What reaches the score that was asked for.
        var found: [KeypointDetection]
        /// The same with what only might be something.
        var hints: [KeypointDetection]
    }

    /// The detections of the whole photo in its pixels, by descending score; they may lie outside of it.
    func detections(in photo: PhotoBytes, _ watch: inout InferenceWatch) throws -> [KeypointDetection] {
        try look(at: RotatedSquare(around: photo.size), of: photo, &watch).found
    }

    /// Looks at an upright square of the photo; what lies outside of the photo is black.
    ///
    /// - Parameters:
    ///   - share: How much of the confidence is enough, where something else says that there is something.
    ///   - hint: The score of what might be something; nil for no hints.
    func look(
        at square: RotatedSquare, of photo: PhotoBytes, share: Double = 1, hint: Double? = nil,
        _ watch: inout InferenceWatch
    ) throws -> Look {
        guard square.isUsable else { return Look(found: [], hints: []) }
        let least = confidence * share
        let crop = RotatedCrop(side: kind.side, border: .zero)(square, of: photo)
        var candidates: [KeypointDetection] = []
        try model.infer(crop, &watch) { outputs in
            candidates = decode(outputs[0], scores: outputs[1], least: min(least, hint ?? least))
        }
        let corner = Point(x: square.center.x - square.side / 2, y: square.center.y - square.side / 2)
        func placed(_ candidates: [KeypointDetection]) -> [KeypointDetection] {
            WeightedSuppression()(candidates).map { $0.placed(factor: square.side, offset: corner) }
        }
        // Suppression mixes what overlaps: what only might be something must not move what is found.
        return Look(
            found: placed(candidates.filter { $0.score >= least }), hints: hint == nil ? [] : placed(candidates))
    }

    /// The candidates that reach a score, in parts of the square.
    private func decode(
        _ regressors: UnsafeBufferPointer<Float>, scores: UnsafeBufferPointer<Float>, least: Double
    ) -> [KeypointDetection] {
        let fields = 4 + 2 * kind.keypoints
        return kind.anchors.centers.indices.compactMap { anchor in
            let score = sigmoid(scores[anchor])
            guard score >= least else { return nil }
            let center = kind.anchors.centers[anchor]
            func part(_ field: Int) -> Double { Double(regressors[anchor * fields + field]) / Double(kind.side) }
            let (width, height) = (part(2), part(3))
            guard width >= 0, height >= 0 else { return nil }
            return KeypointDetection(
                score: score,
                box: Box(centerX: part(0) + center.x, centerY: part(1) + center.y, width: width, height: height),
                keypoints: (0..<kind.keypoints).map { index in
                    Point(x: part(4 + 2 * index) + center.x, y: part(5 + 2 * index) + center.y)
                })
        }
    }
}

/// Where the anchors of MediaPipe's single-shot detectors lie.
///
/// All anchors have the size of the whole input (`fixed_anchor_size`), so only their centres matter. Layers of equal
/// stride are merged cell by cell. Source: MediaPipe 0.10.21, `ssd_anchors_calculator.cc`.
struct SSDAnchors: Hashable, Sendable {
    /// The centres in parts of the input's side, in the order of the model's rows.
    let centers: [Point]

    /// Anchors row by row, those of a cell after one another.
    ///
    /// - Parameters:
    ///   - size: The side of the model's square input in pixels.
    ///   - strides: The steps of the model's layers in pixels of the input.
    ///   - perLayer: Anchors of each layer in a cell: 1 for the one aspect ratio, 2 with the interpolated one.
    init(size: Int, strides: [Int], perLayer: Int) {
        var centers: [Point] = []
        var rest = strides[...]
        while let stride = rest.first {
            let layers = rest.prefix { $0 == stride }
            rest = rest.dropFirst(layers.count)
            let side = (size + stride - 1) / stride
            for y in 0..<side {
                for x in 0..<side {
                    // As MediaPipe, which has them as 32-bit floats: half of a last digit turns ties of the crops.
                    let center = Point(
                        x: Double((Float(x) + 0.5) / Float(side)), y: Double((Float(y) + 0.5) / Float(side)))
                    centers += repeatElement(center, count: perLayer * layers.count)
                }
            }
        }
        self.centers = centers
    }
}

/// Something that a detector found, with the few keypoints that say how it is turned.
///
/// Where it lies is in parts of the letterboxed square's side, or in pixels of the photo: the caller knows which.
struct KeypointDetection: Hashable, Sendable {
    var score: Double
    var box: Box
    var keypoints: [Point]

    /// The middle of the box.
    var center: Point { Point(x: box.x + box.width / 2, y: box.y + box.height / 2) }

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
        var rest = detections.sorted(byDescending: \.score)
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
                left: mean { $0.box.x }, top: mean { $0.box.y }, right: mean { $0.box.right },
                bottom: mean { $0.box.bottom }),
            keypoints: best.keypoints.indices.map { index in
                // Not by key paths: one that holds an index is made anew for each call.
                Point(x: mean { $0.keypoints[index].x }, y: mean { $0.keypoints[index].y })
            })
    }
}

import Findings
import Inference

/// Finds objects with keypoints in a photo, with a model of the public YOLO pose layout.
public final class YOLOPoseDetector: Detector {
    /// The model's input, letterboxed.
    public let request: PixelRequest
    /// In the model's order.
    public let classNames: [String]
    private let model: PoseModel
    private let rules: ClassRules
    private let settings: DetectorSettings
    private let skeleton: Skeleton?

    /// Checks that the model is a pose model; throws a sentence where not.
    public init(_ loaded: any LoadedModel, settings: DetectorSettings) throws {
        try settings.validate()
        let names = settings.labels.isEmpty ? nil : settings.labels.map(\.plainName)
        let lowest = min(settings.confidence, settings.confidenceByClass.values.min() ?? 1)
        model = try PoseModel(
            loaded, confidence: lowest, iou: settings.iou, classAware: settings.classAware,
            maximumDetections: settings.maximumDetections)
        classNames = names?.count == model.names.count ? names ?? [] : model.names
        rules = try ClassRules(settings, names: classNames, count: classNames.count)
        request = PixelRequest(size: .exactly(model.inputSize), fit: settings.fit ?? .letterbox, fill: settings.fill)
        // Only people of COCO are known by their number of keypoints; anything else may have as many as a hand.
        skeleton = model.keypoints == 17 && classNames == ["person"] ? .body17 : nil
        self.settings = settings
    }

    /// Runs the model once; by descending confidence.
    public func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        let clock = ContinuousClock()
        let start = clock.now
        var inferred = start
        let poses = try model.poses(in: pixels.bytes, accepts: rules.accepts) { inferred = clock.now }
        let found = poses.compactMap { pose -> Pose? in
            var pose = pose
            pose.label = classNames[pose.classId]
            pose.box = pixels.placement.toPhoto(pose.box)
            guard pose.box.width > 0, pose.box.height > 0 else { return nil }
            for index in pose.keypoints.indices {
                pose.keypoints[index].point = pixels.placement.toPhoto(pose.keypoints[index].point)
                if let skeleton { pose.keypoints[index].name = skeleton.names[index] }
            }
            return pose
        }
        return DetectorAnswer(
            found: .poses(Array(found.prefix(settings.maximumDetections))), infer: inferred - start,
            decode: clock.now - inferred)
    }
}

/// Finds objects with keypoints, with a model of the public pose layout `[1, 4+classes+values*keypoints, N]`.
///
/// It works on a model's input and answers in its pixels: where those lie in a photo is its caller's matter.
public final class PoseModel {
    /// The model with its engine.
    public var model: ModelDescription { loaded.description }
    /// The size of the pixels that ``poses(in:)`` takes.
    public var inputSize: PixelSize { loaded.description.inputSize }

    /// The number of points of each object.
    public var keypoints: Int { shape.count }

    private let loaded: any LoadedModel
    private let shape: (count: Int, values: Int)
    /// The classes' names.
    public let names: [String]
    /// The names of each class's points, where the model has as many of them as points.
    private let pointNames: [Int: [String]]
    private let confidence: Float
    private let suppression: NonMaximumSuppression
    private let scale: CoordinateScale

    /// Checks that the model's metadata promise a pose layout.
    ///
    /// - Parameters:
    ///   - confidence: The score that an object must reach.
    ///   - iou: The overlap over which the less confident of two objects is dropped.
    ///   - classAware: Whether only objects of one class suppress each other.
    /// - Throws: a sentence where the model is another one.
    public init(
        _ loaded: any LoadedModel, confidence: Double, iou: Double, classAware: Bool = true,
        maximumDetections: Int = 300
    ) throws(DetectionError) {
        let metadata = loaded.description.metadata
        guard let shape = metadata.keypointShape, let names = metadata.names else {
            throw DetectionError(
                .taskUnsupported,
                "The model's metadata name no keypoints (kpt_shape, names), so it is no pose model. Name another model."
            )
        }
        let rows = 4 + names.count + shape.count * shape.values
        guard let output = loaded.description.outputs.first?.shape, output.count == 3, output[1] == rows else {
            throw DetectionError(
                .layoutUnknown,
                "The model promises \(names.count) classes and \(shape.count) keypoints, and does not give the "
                    + "\(rows) rows that these need. Export it anew.")
        }
        self.loaded = loaded
        self.shape = shape
        self.names = names
        pointNames = metadata.keypointNames.filter { $0.value.count == shape.count }
        self.confidence = Float(confidence)
        scale = CoordinateScale(of: loaded.description)
        suppression = NonMaximumSuppression(
            iou: iou, classAware: classAware, maximumCandidates: 30_000, maximumDetections: maximumDetections)
    }

    /// The objects in one input: 8-bit RGB of `inputSize`, by descending confidence.
    ///
    /// - Parameters:
    ///   - accepts: Whether a score is enough for a class; what is not accepted suppresses nothing.
    ///   - inferred: Called when the model has run, before its output is read.
    public func poses(
        in pixels: UnsafeRawBufferPointer, accepts: (_ score: Float, _ classId: Int) -> Bool = { _, _ in true },
        _ inferred: () -> Void = {}
    ) throws -> [Pose] {
        var poses: [Pose] = []
        try loaded.infer(pixels) { outputs in
            inferred()
            guard let output = outputs.first else { return }
            poses = try self.poses(of: output, accepts)
        }
        return poses
    }

    private func poses(of tensor: TensorView, _ accepts: (Float, Int) -> Bool) throws(DetectionError) -> [Pose] {
        let rows = 4 + names.count + shape.count * shape.values
        guard tensor.shape.count == 3, tensor.shape[1] == rows, let values = tensor.values.baseAddress,
            tensor.values.count == rows * tensor.shape[2]
        else {
            throw DetectionError(
                .output, "The model gave an output of \(tensor.shape), which is not what it promised.")
        }
        let anchors = tensor.shape[2]
        let scores = values + 4 * anchors
        var candidates: [Candidate] = []
        ScoreScan.columns(from: confidence, in: scores, rows: names.count, columns: anchors) { anchor, best in
            let classId = ScoreScan.row(of: best, column: anchor, in: scores, rows: names.count, columns: anchors)
            var candidate = Candidate(
                values[anchor] * scale.x, values[anchors + anchor] * scale.y, values[2 * anchors + anchor] * scale.x,
                values[3 * anchors + anchor] * scale.y, score: best, classId: classId)
            candidate.anchor = anchor
            let isSound = (4 + names.count..<rows).allSatisfy { values[$0 * anchors + anchor].isFinite }
            if candidate.isFinite, isSound { candidates.append(candidate) }
        }
        // A pose layout has one column an anchor, as this one has.
        try ModelOutputLayout.yolov8(classes: rows - 4).check(tensor, scores: candidates.lazy.map(\.score))
        // Only after the check: a model that is broken for one class is broken.
        candidates.removeAll { !accepts($0.score, $0.classId) }
        return suppression(candidates).map { pose(of: $0, values + (4 + names.count) * anchors, anchors) }
    }

    private func pose(of candidate: Candidate, _ points: UnsafePointer<Float>, _ anchors: Int) -> Pose {
        let keypoints = (0..<shape.count).map { index in
            let row = points + index * shape.values * anchors + candidate.anchor
            return Keypoint(
                name: pointNames[candidate.classId]?[index],
                point: Point(x: Double(row[0] * scale.x), y: Double(row[anchors] * scale.y)),
                visibility: shape.values == 3 ? min(max(Double(row[2 * anchors]), 0), 1) : nil)
        }
        return Pose(
            label: names[candidate.classId], classId: candidate.classId, confidence: min(Double(candidate.score), 1),
            box: candidate.box, keypoints: keypoints)
    }
}

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

import Findings
import Inference
import ModelFiles

/// Finds objects with a model whose output is one of the public YOLO layouts.
public final class YOLODetector: Detector {
    /// The model's input size, with the fit of the settings or else that of the layout.
    public let request: PixelRequest
    /// The layout that the model's output is read as.
    public let choice: LayoutChoice
    /// The model with its engine.
    public var model: ModelDescription { loaded.description }
    /// True where the model's boxes are parts of the input's sides.
    public let isNormalized: Bool

    private let loaded: any LoadedModel
    private let rules: ClassRules
    private let suppression: NonMaximumSuppression
    private let inputSize: PixelSize

    /// Checks that the model is a detector and the settings fit it; throws a sentence where not.
    public init(_ loaded: any LoadedModel, settings: DetectorSettings) throws {
        try settings.validate()
        let description = loaded.description
        choice = try LayoutChoice(for: description, settings: settings)
        rules = try ClassRules(settings, choice: choice)
        isNormalized = try Coordinates.areNormalized(of: loaded, choice: choice, setting: settings.coordinates)
        suppression = NonMaximumSuppression(
            iou: settings.iou, classAware: settings.classAware, maximumCandidates: settings.maximumCandidates,
            maximumDetections: settings.maximumDetections)
        inputSize = description.inputSize
        request = PixelRequest(
            size: .exactly(inputSize), fit: settings.fit ?? choice.layout.fit, fill: settings.fill)
        self.loaded = loaded
    }

    /// Loads the model at a path and makes a detector of it.
    public convenience init(
        model path: String, engine: any Engine, options: EngineOptions, settings: DetectorSettings
    ) throws {
        try self.init(try engine.load(try ModelFile(path), options: options), settings: settings)
    }

    /// Runs the model once; the detections are sorted by descending confidence.
    ///
    /// - Throws: `InferenceError` where the model fails, ``DetectionError`` where its output is not what it promised.
    public func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        let clock = ContinuousClock()
        let start = clock.now
        var inferred = start
        var detections: [Detection] = []
        try loaded.infer(pixels.bytes) { outputs in
            inferred = clock.now
            detections = try self.find(in: outputs, placement: pixels.placement)
        }
        return DetectorAnswer(
            found: .detections(detections), infer: inferred - start, decode: clock.now - inferred)
    }

    private func find(in outputs: [TensorView], placement: Placement) throws(DetectionError) -> [Detection] {
        guard outputs.indices.contains(choice.output) else {
            throw DetectionError(
                .output, "The model gave \(outputs.count) outputs, and number \(choice.output + 1) is needed.",
                fault: .quiver)
        }
        var candidates = try choice.layout.decode(outputs[choice.output], rules: rules)
        try choice.layout.check(outputs[choice.output], scores: candidates.lazy.map(\.score))
        if isNormalized { candidates = candidates.map { $0.scaled(to: inputSize) } }
        return keep(candidates).compactMap { candidate in
            let box = placement.toPhoto(candidate.box)
            // A box wholly in the letterbox's grey has nothing of the photo.
            guard box.width > 0, box.height > 0 else { return nil }
            return Detection(
                label: rules.label(candidate.classId), classId: candidate.classId,
                confidence: min(Double(candidate.score), 1), box: box)
        }
    }

    private func keep(_ candidates: [Candidate]) -> [Candidate] {
        var rule = suppression
        // Without suppression only the order and the number are left to see to: no overlap is over this.
        if !choice.layout.needsSuppression { rule.iou = .infinity }
        return rule(candidates)
    }
}

extension YOLODetector {
    /// The names of all classes in the model's order, as detections bear them; empty where they are neither named nor counted.
    public var classNames: [String] {
        let count = max(choice.names.count, choice.layout.classes ?? 0)
        return (0..<count).map { choice.names.indices.contains($0) ? choice.names[$0] : "class \($0)" }
    }
}

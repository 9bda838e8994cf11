import Findings
import Inference

/// Finds objects with turned boxes, with a model of the public YOLO obb layout.
///
/// Output: rows `[1, 4+classes+1, N]`, or end-to-end `[1, N, 7]`; the box is centre and size, the last value its angle.
public final class RotatedBoxDetector: Detector {
    /// The model's input, letterboxed.
    public let request: PixelRequest
    /// In the model's order.
    public let classNames: [String]
    private let loaded: any LoadedModel
    private let rows: AnchorRows
    private let rules: ClassRules
    private let settings: DetectorSettings

    /// Checks that the model is one of turned boxes; throws a sentence where not.
    public init(_ loaded: any LoadedModel, settings: DetectorSettings) throws {
        try settings.validate()
        let model = loaded.description
        guard model.metadata.task == nil || model.metadata.task == "obb" else {
            throw DetectionError(
                .taskUnsupported,
                "The model was trained for the task \(model.metadata.task ?? ""); turned boxes need one for obb.")
        }
        let names = settings.labels.isEmpty ? model.metadata.names : settings.labels.map(\.plainName)
        rows = try AnchorRows(of: model, extra: 1, names: names?.count, task: .obb)
        classNames = names ?? (0..<rows.classes).map { "class \($0)" }
        rules = try ClassRules(settings, names: classNames, count: rows.classes > 0 ? rows.classes : nil)
        request = PixelRequest(size: .exactly(model.inputSize), fit: settings.fit ?? .letterbox, fill: settings.fill)
        self.loaded = loaded
        self.settings = settings
    }

    /// Runs the model once; by descending confidence.
    ///
    /// - Throws: `InferenceError` where the model fails, ``DetectionError`` where its output is not what it promised.
    public func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        let clock = ContinuousClock()
        let start = clock.now
        var inferred = start
        var boxes: [RotatedBox] = []
        try loaded.infer(pixels.bytes) { outputs in
            inferred = clock.now
            guard outputs.indices.contains(rows.output) else {
                throw DetectionError(.output, "The model gave \(outputs.count) outputs, fewer than it promised.")
            }
            boxes = try rows.decode(outputs[rows.output], rules: rules).map { row in
                RotatedBox(
                    x: row.box[0], y: row.box[1], width: row.box[2], height: row.box[3], angle: row.extra[0],
                    score: row.score, classId: row.classId)
            }
        }
        let kept = RotatedBox.suppressed(
            boxes, iou: rows.isEndToEnd ? .infinity : settings.iou, classAware: settings.classAware,
            candidates: settings.maximumCandidates)
        let found = kept.prefix(settings.maximumDetections).compactMap { detection($0, pixels.placement) }
        return DetectorAnswer(found: .detections(found), infer: inferred - start, decode: clock.now - inferred)
    }

    /// Nil for a box of which nothing lies in the photo.
    private func detection(_ box: RotatedBox, _ placement: Placement) -> Detection? {
        let corners = box.corners(placement)
        let around = Box(around: corners).clipped(to: placement.photo)
        guard around.width > 0, around.height > 0 else { return nil }
        return Detection(
            label: rules.label(box.classId), classId: box.classId, confidence: min(Double(box.score), 1), box: around,
            corners: corners)
    }
}

import Findings
import Inference

/// Finds objects with their masks, with a model of the public YOLO segment layout.
///
/// Outputs: rows `[1, 4+classes+C, N]` (or end-to-end `[1, N, 6+C]`) and prototypes `[1, C, mh, mw]`.
public final class SegmentDetector: Detector {
    /// The model's input, letterboxed.
    public let request: PixelRequest
    /// In the model's order.
    public let classNames: [String]
    private let loaded: any LoadedModel
    private let rows: AnchorRows
    private let prototypes: Int
    private let rules: ClassRules
    private let suppression: NonMaximumSuppression

    /// Checks that the model is one that segments; throws a sentence where not.
    public init(_ loaded: any LoadedModel, settings: DetectorSettings) throws {
        try settings.validate()
        let model = loaded.description
        let places = model.outputs.indices.filter { model.outputs[$0].shape.count == 4 }
        guard places.count == 1, let place = places.first, let channels = model.outputs[place].shape[1], channels > 0
        else {
            let shapes = model.outputs.map(\.shapeText).joined(separator: ", ")
            throw DetectionError(
                .taskUnsupported,
                "The model is none for the task segment: its outputs are \(shapes), where rows of findings and the masks' "
                    + "prototypes [1,C,H,W] are needed.")
        }
        let names = settings.labels.isEmpty ? model.metadata.names : settings.labels.map(\.plainName)
        rows = try AnchorRows(of: model, extra: channels, names: names?.count, task: .segment)
        classNames = names ?? (0..<rows.classes).map { "class \($0)" }
        rules = try ClassRules(settings, names: classNames, count: rows.classes > 0 ? rows.classes : nil)
        // Masks are laid over the photo as its letterbox lies; nothing else is cut off.
        guard settings.fit != .crop else {
            throw DetectionError(
                .setting, "Masks need the whole photo. Set fit to letterbox or stretch for the task segment.")
        }
        prototypes = place
        suppression = NonMaximumSuppression(
            iou: rows.isEndToEnd ? .infinity : settings.iou, classAware: settings.classAware,
            maximumCandidates: settings.maximumCandidates, maximumDetections: settings.maximumDetections)
        request = PixelRequest(size: .exactly(model.inputSize), fit: settings.fit ?? .letterbox, fill: settings.fill)
        self.loaded = loaded
    }

    /// Runs the model once; by descending confidence.
    ///
    /// - Throws: `InferenceError` where the model fails, ``DetectionError`` where its output is not what it promised.
    public func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        let clock = ContinuousClock()
        let start = clock.now
        var inferred = start
        var found: [InstanceMask] = []
        try loaded.infer(pixels.bytes) { outputs in
            inferred = clock.now
            guard outputs.indices.contains(rows.output), outputs.indices.contains(prototypes) else {
                throw DetectionError(.output, "The model gave \(outputs.count) outputs, fewer than it promised.")
            }
            found = try find(in: outputs[rows.output], outputs[prototypes], pixels.placement)
        }
        return DetectorAnswer(found: .masks(found), infer: inferred - start, decode: clock.now - inferred)
    }

    private func find(
        in tensor: TensorView, _ prototypes: TensorView, _ placement: Placement
    ) throws(DetectionError) -> [InstanceMask] {
        let found = try rows.decode(tensor, rules: rules)
        let maps = try MaskPrototypes(prototypes, count: rows.extra, placement: placement)
        let candidates = found.enumerated().map { index, row in
            var candidate =
                rows.isEndToEnd
                ? Candidate(
                    left: row.box[0], top: row.box[1], right: row.box[2], bottom: row.box[3], score: row.score,
                    classId: row.classId)
                : Candidate(row.box[0], row.box[1], row.box[2], row.box[3], score: row.score, classId: row.classId)
            candidate.anchor = index
            return candidate
        }
        return suppression(candidates).compactMap { candidate in
            let box = placement.toPhoto(candidate.box)
            guard box.width > 0, box.height > 0,
                let mask = maps.mask(of: found[candidate.anchor].extra, in: box)
            else { return nil }
            return InstanceMask(
                label: rules.label(candidate.classId), classId: candidate.classId,
                confidence: min(Double(candidate.score), 1), box: box, mask: mask)
        }
    }
}

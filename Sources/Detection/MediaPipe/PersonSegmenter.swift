import Findings
import Inference

/// Finds the pixels of a photo that show people, all in one mask, with MediaPipe's `selfie_segmentation`.
///
/// Its model takes the whole photo, stretched to 256 × 256 pixels of values from 0 to 1, and gives the probability of a person
/// for each of them, `[1, 256, 256, 1]`. Source: MediaPipe 0.10.21, `selfie_segmentation_cpu.pbtxt`.
public final class PersonSegmenter: Detector {
    /// The mean probability that a mask must be over where the settings name none.
    public static let confidence = 0.5

    private static let side = CrowdLooks.side
    /// The probability over which a pixel shows a person.
    private static let least: Float = 0.5

    /// The model's input, stretched.
    public let request = PixelRequest(size: .exactly(PixelSize(width: side, height: side)), fit: .stretch)
    /// `person` alone.
    public let classNames = ["person"]
    /// Always ``confidence``.
    public var ownConfidence: Double? { Self.confidence }
    private let model: ModelOutputs
    private let rules: ClassRules

    /// Checks that the model is of this kind and the settings fit it; throws a sentence where not.
    public init(
        _ loaded: any LoadedModel, settings: DetectorSettings = DetectorSettings(confidence: confidence)
    ) throws(DetectionError) {
        try settings.validate()
        model = try CrowdLooks.outputs(of: loaded)
        rules = try ClassRules(settings, names: classNames, count: 1)
    }

    /// Runs the model once; one mask of all people, or none.
    ///
    /// - Throws: `InferenceError` where the model fails, ``DetectionError`` where its output is not what it promised.
    public func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        var watch = InferenceWatch()
        var found: [InstanceMask] = []
        try model.infer(Array(pixels.bytes), &watch) { outputs in
            if let people = try people(outputs[0], pixels.placement) { found = [people] }
        }
        return watch.answer(.masks(found))
    }

    /// What the probabilities show, with their mean; nil where that is not enough.
    private func people(
        _ probabilities: UnsafeBufferPointer<Float>, _ placement: Placement
    ) throws -> InstanceMask? {
        let certain = probabilities.filter { $0 > Self.least }
        // In double precision: a sum of thousands of 32 bits is off by a ten-thousandth.
        let confidence = min(certain.reduce(0) { $0 + Double($1) } / Double(max(certain.count, 1)), 1)
        guard rules.accepts(Float(confidence), 0) else { return nil }
        return try probabilities.map { $0 - Self.least }.withUnsafeBufferPointer { values in
            let tensor = TensorView(shape: [1, 1, Self.side, Self.side], values: values)
            let whole = Box(
                x: 0, y: 0, width: Double(placement.photo.width), height: Double(placement.photo.height))
            let mask = try MaskPrototypes(tensor, count: 1, placement: placement).mask(of: [1], in: whole)
            return mask.flatMap { mask in
                mask.box.map {
                    InstanceMask(
                        label: classNames[0], classId: 0, confidence: confidence, box: $0, mask: mask)
                }
            }
        }
    }
}

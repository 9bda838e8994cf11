import Findings
import Inference

/// Finds what a photo is of, whatever it is, with a model that gives one mask: U²-Net, IS-Net, BiRefNet, MODNet.
///
/// The mask falls apart into its connected parts, each of which is a subject of its own: what touches in the photo is one.
public final class SubjectDetector: Detector {
    /// The mean probability that a subject must be over where the settings name none.
    public static let confidence = 0.5

    /// The model's input, stretched as these models were trained.
    public let request: PixelRequest
    /// `subject` alone.
    public let classNames = ["subject"]
    /// Always ``confidence``.
    public var ownConfidence: Double? { Self.confidence }
    /// The model's family; nil where the settings or the file say only which values it takes.
    public let layout: SubjectLayout?
    private let model: ModelOutputs
    private let size: PixelSize
    private let rules: ClassRules
    private let maximumDetections: Int
    /// Whether the model gives numbers of any size, which the logistic function makes probabilities of.
    private let givesLogits: Bool

    /// Checks that the model gives such a mask; throws a sentence where not, or where nothing says which values it takes.
    public init(
        _ loaded: any LoadedModel, settings: DetectorSettings = DetectorSettings(confidence: confidence)
    ) throws {
        try settings.validate()
        let description = loaded.description
        layout = SubjectLayout(of: description, setting: settings.layout)
        size = description.inputSize
        let outputs = SubjectLayout.masks(of: description)
        guard !outputs.isEmpty, layout != nil || settings.layout == .auto && description.normalization != nil else {
            throw SubjectLayout.unknown(description, setting: settings.layout)
        }
        guard let model = ModelOutputs(loaded, shapes: [.init(size.area, last: size.width)]) else {
            throw SubjectLayout.unknown(description, setting: settings.layout)
        }
        // The mask is laid over the photo as its pixels lie in the input; nothing may be cut off.
        guard settings.fit != .crop else {
            throw DetectionError(
                .setting, "Masks need the whole photo. Set fit to letterbox or stretch for the task subject.")
        }
        self.model = model
        rules = try ClassRules(settings, names: classNames, count: 1)
        maximumDetections = settings.maximumDetections
        // Their makers scale photos with a low-pass. Scaled so, the masks of 38 photos overlapped theirs by 0.995 at the median;
        // scaled the quick way, by 0.986.
        request = PixelRequest(
            size: .exactly(size), fit: settings.fit ?? .stretch, fill: settings.fill, resampling: .smooth)
        givesLogits = try !Self.givesProbabilities(model, size)
        let isKnown = settings.layout != .auto
        if !isKnown, let layout, layout.isDoubtful(of: description, givesLogits: givesLogits) {
            throw SubjectLayout.unknown(description, setting: settings.layout)
        }
    }

    /// Runs the model once; by descending area.
    ///
    /// - Throws: `InferenceError` where the model fails, ``DetectionError`` where its output is not what it promised.
    public func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        var watch = InferenceWatch()
        var found: [InstanceMask] = []
        let bytes = layout?.isBrightened == true ? Self.brightened(pixels.bytes) : Array(pixels.bytes)
        try model.infer(bytes, &watch) { outputs in
            let probabilities = givesLogits ? outputs[0].map { Float(sigmoid($0)) } : Array(outputs[0])
            found = try subjects(in: probabilities, pixels.placement)
        }
        return watch.answer(.masks(found))
    }

    /// The connected parts of a mask, of those that are sure enough the largest.
    private func subjects(in probabilities: [Float], _ placement: Placement) throws -> [InstanceMask] {
        let parts = ConnectedParts(of: probabilities, size: size)
        return try parts.kept.filter { rules.accepts(Float($0.confidence), 0) }.prefix(maximumDetections)
            .compactMap { part in
                try parts.values(of: part).withUnsafeBufferPointer { values in
                    let tensor = TensorView(shape: [1, 1, size.height, size.width], values: values)
                    let prototypes = try MaskPrototypes(tensor, count: 1, placement: placement)
                    // A cell of the mask reaches into its neighbours where it is enlarged.
                    let area = placement.toPhoto(part.box(grownBy: 1))
                    return prototypes.mask(of: [1], in: area).flatMap { mask in
                        mask.box.map {
                            InstanceMask(
                                label: classNames[0], classId: 0, confidence: part.confidence, box: $0, mask: mask)
                        }
                    }
                }
            }
    }

    /// Pixels whose brightest value has become 255, as U²-Net was trained: it divides each photo by its brightest value.
    private static func brightened(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let brightest = Int(bytes.max() ?? 0)
        guard brightest > 0, brightest < 255 else { return Array(bytes) }
        return bytes.map { UInt8((Int($0) * 255 + brightest / 2) / brightest) }
    }

    /// Whether a grey picture's values are probabilities already: none is outside of 0 to 1.
    private static func givesProbabilities(_ model: ModelOutputs, _ size: PixelSize) throws -> Bool {
        var (watch, areWithin) = (InferenceWatch(), false)
        try model.infer([UInt8](repeating: 114, count: size.area * 3), &watch) { outputs in
            areWithin = outputs[0].allSatisfy { (-1e-4...1.000_1).contains($0) }
        }
        return areWithin
    }
}

import Findings
import Inference

/// Says where a photo lies among others, with a model that gives one row of numbers for it.
///
/// Of a classifier that is what its last layer makes classes of, where the engine has added it as an output.
public final class Embedder: Detector {
    /// What a classifier looks at: a square from the middle of the photo, or as the settings' fit says.
    public let request: PixelRequest
    /// Empty: a vector is of no class.
    public let classNames: [String] = []
    private let loaded: any LoadedModel
    /// The output's place among the model's outputs.
    private let output: Int

    /// Checks that the model gives a vector; throws a sentence where not.
    public init(_ loaded: any LoadedModel, settings: DetectorSettings) throws {
        try settings.validate()
        let model = loaded.description
        let rows = model.outputs.indices.filter { Self.isRow(model.outputs[$0].shape) }
        // What was added is the last one.
        let fitting = model.layer == nil ? rows : rows.filter { $0 == model.outputs.count - 1 }
        guard fitting.count == 1, let output = fitting.first else {
            let shapes = model.outputs.map(\.shapeText).joined(separator: ", ")
            throw DetectionError(
                .taskUnsupported,
                "The model gives no vector for a photo: its outputs are \(shapes), where one of [1,numbers] is needed.")
        }
        self.output = output
        self.loaded = loaded
        request = Classifier.request(of: model, settings)
    }

    /// Whether an output is one row of at least two numbers.
    private static func isRow(_ shape: [Int?]) -> Bool {
        let sides = shape.map { $0 ?? 1 }.filter { $0 != 1 }
        let isOfOnePhoto = shape.count == 1 || (shape.first ?? 1) ?? 1 == 1
        return isOfOnePhoto && sides.count == 1 && (2...Embedding.most).contains(sides[0])
    }

    /// Runs the model once.
    ///
    /// - Throws: `InferenceError` where the model fails, ``DetectionError`` where it gives no direction.
    public func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        let clock = ContinuousClock()
        let start = clock.now
        var (inferred, vector): (ContinuousClock.Instant, Embedding?) = (start, nil)
        try loaded.infer(pixels.bytes) { outputs in
            inferred = clock.now
            vector = outputs.indices.contains(output) ? Embedding(outputs[output].values) : nil
        }
        guard let vector else {
            throw DetectionError(
                .output, "The model gave numbers that are no direction: all are zero, or one is no number.",
                fault: .input)
        }
        var answer = DetectorAnswer(found: .classes([]), infer: inferred - start, decode: clock.now - inferred)
        answer.embedding = vector
        return answer
    }
}

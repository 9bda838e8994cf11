import Findings
import Foundation
import Inference

/// Says which classes a photo shows, with a model that gives one number for each class.
///
/// The five best classes are kept, however unsure, and further ones that are over the confidence of the settings.
public final class Classifier: Detector {
    /// Classes that are kept in any case.
    private static let best = 5
    /// The share of the shorter side that trainers look at, where the model's file does not say (`crop_pct`).
    private static let usualMiddle = 0.875

    public let request: PixelRequest
    public let classNames: [String]
    private let loaded: any LoadedModel
    private let settings: DetectorSettings
    /// Whether the model gives scores of any size, which a softmax makes probabilities of.
    private let givesLogits: Bool

    /// Checks that the model is a classifier; throws a sentence where not.
    public init(_ loaded: any LoadedModel, settings: DetectorSettings) throws {
        try settings.validate()
        let model = loaded.description
        guard model.outputs.count == 1, let shape = model.outputs.first?.shape, let count = shape.last ?? nil,
            count > 1,
            shape.dropLast().allSatisfy({ $0 ?? 1 == 1 })
        else {
            let shapes = model.outputs.map(\.shapeText).joined(separator: ", ")
            throw DetectionError(
                .taskUnsupported,
                "The model is not a classifier: its outputs are \(shapes), where one of [1,classes] is needed.")
        }
        let names = settings.labels.isEmpty ? model.metadata.names ?? [] : settings.labels.map(\.plainName)
        guard names.isEmpty || names.count == count else {
            throw DetectionError(
                .classes,
                "The model gives scores for \(count) classes, and \(names.count) are named. Correct labels in the "
                    + "settings, one for each class in the model's order.")
        }
        classNames = names.isEmpty ? (0..<count).map { "class \($0)" } : names
        let known = Set(classNames)
        if let unknown = settings.classes.first(where: { !known.contains($0) }) {
            throw DetectionError(
                .classes, "The model has no class \(unknown); \(names.count) are known by their names.")
        }
        let middle = model.metadata.entries["crop_pct"].flatMap(Double.init) ?? Self.usualMiddle
        request = PixelRequest(
            size: .exactly(model.inputSize), fit: .stretch, fill: settings.fill,
            middle: (0.1...1).contains(middle) ? middle : Self.usualMiddle, resampling: .smooth)
        self.loaded = loaded
        self.settings = settings
        givesLogits = try !Self.givesProbabilities(loaded)
    }

    public func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        let clock = ContinuousClock()
        let start = clock.now
        var inferred = start
        var scores: [Float] = []
        try loaded.infer(pixels.bytes) { outputs in
            inferred = clock.now
            scores = outputs.first.map { Array($0.values) } ?? []
        }
        guard scores.count == classNames.count, scores.allSatisfy(\.isFinite) else {
            throw DetectionError(.output, "The model gave numbers that are no scores of its classes.", fault: .input)
        }
        return DetectorAnswer(
            found: .classes(classes(of: scores)), infer: inferred - start, decode: clock.now - inferred)
    }

    /// The classes that are kept, by descending confidence.
    private func classes(of scores: [Float]) -> [ClassScore] {
        let probabilities = givesLogits ? Self.softmax(scores) : scores.map { Double($0) }
        let wanted = Set(settings.classes)
        let sorted = zip(classNames, probabilities).enumerated()
            .filter { wanted.isEmpty || wanted.contains($0.element.0) }
            .sorted { ($0.element.1, $1.offset) > ($1.element.1, $0.offset) }
            .prefix(settings.maximumDetections)
        return sorted.enumerated()
            .filter { $0.offset < Self.best || $0.element.element.1 > settings.confidence }
            .map { ClassScore(label: $0.element.element.0, confidence: min(max($0.element.element.1, 0), 1)) }
    }

    /// Probabilities of scores: exp(score) over the sum of all.
    static func softmax(_ scores: [Float]) -> [Double] {
        let highest = Double(scores.max() ?? 0)
        let powers = scores.map { exp(Double($0) - highest) }
        let sum = powers.reduce(0, +)
        return powers.map { $0 / sum }
    }

    /// Whether a grey picture's scores are probabilities already: none is outside of 0 to 1.
    private static func givesProbabilities(_ model: any LoadedModel) throws -> Bool {
        let grey = [UInt8](repeating: 114, count: model.description.inputSize.area * 3)
        var areWithin = false
        try grey.withUnsafeBytes { pixels in
            try model.infer(pixels) { outputs in
                areWithin = outputs.first?.values.allSatisfy { (-1e-6...1.000_1).contains($0) } ?? false
            }
        }
        return areWithin
    }
}

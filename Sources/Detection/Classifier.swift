import Findings
import Foundation
import Inference

/// Says which classes a photo shows, with a model that gives one number for each class.
///
/// The five best classes are kept, however unsure, and further ones that reach the confidence of the settings.
public final class Classifier: Detector {
    /// Classes that are kept in any case.
    private static let best = 5
    /// The share of the shorter side that trainers look at, where the model's file does not say (`crop_pct`).
    private static let usualMiddle = 0.875

    /// The model's input size, filled with a square from the middle of the photo, or as the settings' fit says.
    public let request: PixelRequest
    /// Their names, those of the settings first, in the model's order; `class 0`, `class 1` and so on where neither the settings nor the model names them.
    public var classNames: [String] { naming.names }
    /// What the model's classes are called: probabilities of those that have one name are added.
    private let naming: ClassNaming
    private let ownNames: [String]
    private let loaded: any LoadedModel
    private let settings: DetectorSettings
    private let rules: ClassRules
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
        ownNames = names.isEmpty ? (0..<count).map { "class \($0)" } : names
        rules = try ClassRules(settings, names: ownNames, count: count)
        let renamed = try ClassSelection(names: ownNames, count: count).renamed(settings.rename)
        naming = ClassNaming(of: ownNames, renamed: renamed)
        request = Self.request(of: model, settings)
        self.loaded = loaded
        self.settings = settings
        givesLogits = try !Self.givesProbabilities(loaded)
    }

    /// Refuses a classifier whose input values are not known: with wrong ones it answers, and answers wrong.
    ///
    /// Ultralytics' classifiers take values from 0 to 1, and models of whole numbers take bytes.
    public static func checkNormalization(of model: ModelDescription) throws(DetectionError) {
        let isUltralytics = model.metadata.entries["author"] == "Ultralytics"
        let takesBytes = model.inputs.first?.type == "u8"
        guard model.normalization == nil, !isUltralytics, !takesBytes else { return }
        throw DetectionError(
            .normalization,
            "Neither the settings nor the model's file say which values the model takes. Set mean and std, three "
                + "numbers each, as it was trained; mean 0 and std 1 stand for values from 0 to 1.")
    }

    /// The square from the middle that trainers of such a model look at, or all of the photo where the settings have a fit.
    static func request(of model: ModelDescription, _ settings: DetectorSettings) -> PixelRequest {
        // Ultralytics trains on the whole of the shorter side.
        let usual = model.metadata.entries["author"] == "Ultralytics" ? 1 : usualMiddle
        let middle = model.metadata.entries["crop_pct"].flatMap(Double.init) ?? usual
        return PixelRequest(
            size: .exactly(model.inputSize), fit: settings.fit ?? .stretch, fill: settings.fill,
            middle: settings.fit == nil ? (0.1...1).contains(middle) ? middle : usual : nil, resampling: .smooth)
    }

    /// Runs the model once; the classes are sorted by descending confidence.
    ///
    /// - Throws: `InferenceError` where the model fails, ``DetectionError`` where a class gets no finite number.
    public func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        let clock = ContinuousClock()
        let start = clock.now
        var inferred = start
        var scores: [Float] = []
        try loaded.infer(pixels.bytes) { outputs in
            inferred = clock.now
            scores = outputs.first.map { Array($0.values) } ?? []
        }
        guard scores.count == ownNames.count, scores.allSatisfy(\.isFinite) else {
            throw DetectionError(.output, "The model gave numbers that are no scores of its classes.", fault: .input)
        }
        return DetectorAnswer(
            found: .classes(classes(of: scores)), infer: inferred - start, decode: clock.now - inferred)
    }

    /// The classes that are kept, by descending confidence.
    private func classes(of scores: [Float]) -> [ClassScore] {
        let probabilities = givesLogits ? Self.softmax(scores) : scores.map { Double($0) }
        var sums: [(sum: Double, members: [Int])] = classNames.map { _ in (0, []) }
        for (index, probability) in probabilities.enumerated() where rules.wants(index) {
            guard let place = naming.places[index] else { continue }
            sums[place].sum += probability
            sums[place].members.append(index)
        }
        // What one of several classes is asked for, their sum is asked for.
        let sorted = sums.enumerated()
            .filter { _, one in one.members.contains { !isUnder(one.sum, ownThresholdOf: $0) } }
            .sorted { ($0.element.sum, $1.offset) > ($1.element.sum, $0.offset) }
            .prefix(settings.maximumDetections)
        return sorted.enumerated()
            .filter { rank, one in
                rank < Self.best || one.element.members.contains { rules.accepts(Float(one.element.sum), $0) }
            }
            .map { _, one in
                ClassScore(label: classNames[one.offset], confidence: min(max(one.element.sum, 0), 1))
            }
    }

    /// Whether the settings have a threshold for the class itself that it does not reach, even among the best.
    private func isUnder(_ probability: Double, ownThresholdOf index: Int) -> Bool {
        let own = settings.confidenceByClass[ownNames[index]] ?? settings.confidenceByClass["\(index)"]
        return own != nil && !rules.accepts(Float(probability), index)
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

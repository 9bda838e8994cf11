import Inference
import ModelFiles

/// What the recognition model says of a line: for each step from left to right, how probable each character is.
///
/// It views the engine's memory and must not outlive it.
struct CharacterSteps {
    /// One character that was read.
    struct Reading: Hashable {
        /// The step at which it was read first.
        var step: Int
        /// Its class.
        var symbol: Int
        /// At that step.
        var probability: Float
    }

    /// The number of steps.
    let count: Int
    /// The number of classes.
    let classes: Int
    private let values: UnsafeBufferPointer<Float>

    /// Views values step by step; nil where there are not as many as steps times classes.
    init?(count: Int, classes: Int, values: UnsafeBufferPointer<Float>) {
        guard count >= 0, classes > 1, values.count == count * classes else { return nil }
        self.count = count
        self.classes = classes
        self.values = values
    }

    /// Views a model's only output; throws where its classes are not those of an alphabet.
    init(_ outputs: [TensorView], classes: Int) throws(InferenceError) {
        guard let output = outputs.first, output.shape.count == 3, output.shape[0] == 1, output.shape[2] == classes,
            let steps = CharacterSteps(count: output.shape[1], classes: classes, values: output.values)
        else {
            let shapes = outputs.map { "\($0.shape)" }.joined(separator: ", ")
            throw InferenceError(
                .modelUnsuitable,
                "The model for reading text gives \(shapes), and not steps of \(classes) classes. "
                    + "Use the one that scripts/models fetches.")
        }
        self = steps
    }

    /// The probabilities of all classes at a step.
    func step(_ index: Int) -> UnsafeBufferPointer<Float> {
        UnsafeBufferPointer(rebasing: values[index * classes..<(index + 1) * classes])
    }

    /// The most probable class of each step, where it is no blank and not the one of the step before.
    ///
    /// This is best path decoding: A. Graves et al., Connectionist Temporal Classification, ICML 2006.
    func best() -> [Reading] {
        var readings: [Reading] = []
        var previous = Alphabet.blank
        for index in 0..<count {
            let (symbol, probability) = Self.greatest(step(index))
            if symbol != Alphabet.blank, symbol != previous {
                readings.append(Reading(step: index, symbol: symbol, probability: probability))
            }
            previous = symbol
        }
        return readings
    }

    private static func greatest(_ values: UnsafeBufferPointer<Float>) -> (Int, Float) {
        var best: (Int, Float) = (0, -.infinity)
        for index in values.indices where values[index] > best.1 { best = (index, values[index]) }
        return best
    }
}

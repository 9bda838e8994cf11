import Inference
import ModelFiles

/// The output of the recognition model for a line: for each step from left to right, how probable each character is.
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
                    + "Use the one that 'quiver model fetch text' fetches.")
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

    /// A space is put between two characters where it is at least this probable at a step between them.
    ///
    /// The model leaves out many spaces that are plain to see, and it hints at most of those with a small chance.
    private static let leastSpace: Float = 0.1

    /// Readings of this line with the spaces that were seen between them and were less probable than a blank.
    ///
    /// None within numbers: a point or a comma stands there in much white.
    func withSpaces(_ readings: [Reading], _ alphabet: Alphabet) -> [Reading] {
        var spaced: [Reading] = []
        for reading in readings {
            if let last = spaced.last, last.symbol != alphabet.space, reading.symbol != alphabet.space,
                !(alphabet.isOfNumber(last.symbol) && alphabet.isOfNumber(reading.symbol)),
                let seen = likeliest(alphabet.space, after: last.step, before: reading.step),
                seen.probability >= Self.leastSpace
            {
                spaced.append(seen)
            }
            spaced.append(reading)
        }
        return spaced
    }

    /// Where between two steps a class is most probable; nil where there is no step between them.
    private func likeliest(_ symbol: Int, after start: Int, before end: Int) -> Reading? {
        guard start + 1 < end else { return nil }
        return (start + 1..<end).map { Reading(step: $0, symbol: symbol, probability: step($0)[symbol]) }
            .max { $0.probability < $1.probability }
    }
}

extension Alphabet {
    /// Whether a class is a digit or a mark that numbers are written with.
    fileprivate func isOfNumber(_ symbol: Int) -> Bool {
        guard let scalar = self[symbol] else { return false }
        return ("0"..."9").contains(scalar) || ".,:-+$€£%".unicodeScalars.contains(scalar)
    }
}

/// The characters that the recognition model distinguishes, by the numbers of its classes.
struct Alphabet {
    /// Class 0 stands for no character.
    static let blank = 0

    /// One for each class from 1.
    private let characters: [Unicode.Scalar]

    /// Class 0 included.
    var count: Int { characters.count + 1 }
    /// The class of the space, which is the last.
    var space: Int { characters.count }

    /// The characters that a model's metadata lists under `character`, and after them the space.
    ///
    /// The file lists one on each line; metadata is held without line breaks, so that each scalar is a character.
    /// - Throws: `InferenceError` where there is no list, or the model has another number of classes.
    init(of model: ModelDescription) throws(InferenceError) {
        guard let list = model.metadata.entries["character"], !list.isEmpty else {
            throw InferenceError(
                .modelUnsuitable,
                "The model for reading text does not name its characters. Use the one that 'quiver model fetch text' fetches."
            )
        }
        self.init(list)
        if let classes = model.outputs.first?.shape.last ?? nil, classes != count {
            throw InferenceError(
                .modelUnsuitable,
                "The model for reading text has \(classes) classes and names \(count - 2) characters, where there should "
                    + "be two fewer than classes. Use the one that 'quiver model fetch text' fetches.")
        }
    }

    /// The characters of a text, and after them the space.
    init(_ characters: String) {
        self.characters = characters.unicodeScalars.filter { $0 != "\n" && $0 != "\r" } + [" "]
    }

    /// The character of a class; nil for the blank and for classes that there are not.
    subscript(number: Int) -> Unicode.Scalar? {
        number > Self.blank && number < count ? characters[number - 1] : nil
    }
}

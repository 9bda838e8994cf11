import Inference
import ModelFiles

/// The characters that the recognition model tells apart, by the numbers of its classes.
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
                "The model for reading text does not name its characters. Use the one that scripts/models fetches.")
        }
        self.init(list)
        if let classes = model.outputs.first?.shape.last ?? nil, classes != count {
            throw InferenceError(
                .modelUnsuitable,
                "The model for reading text has \(classes) classes and names \(count - 2) characters, where there should "
                    + "be two fewer than classes. Use the one that scripts/models fetches.")
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

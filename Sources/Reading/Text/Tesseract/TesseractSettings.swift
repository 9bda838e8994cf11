import Findings

/// How Tesseract reads.
public struct TesseractSettings: Hashable, Sendable {
    /// By Tesseract's names, such as `eng`; the first weighs most, and each further one costs time.
    public var languages: [String]
    /// How much time is spent on a photo: fast is one look at a smaller picture, for large and upright text.
    public var level: TextLevel
    /// Whether words of the language's dictionary are preferred: right for prose, wrong for codes and part numbers.
    public var correction: Bool
    /// How many other readings of each line are given, at most; 0 to 10.
    public var candidates: Int
    /// Lines less high than this share of the photo's height are left out; 0 to 1.
    public var minimumHeight: Double
    /// Lines that the engine is less sure of are left out; 0 to 1.
    public var confidence: Double
    /// Words that no dictionary has, such as names: preferred where a doubtful word is one letter off.
    public var words: [String]
    /// The folder of the languages' data; nil for the one that the system's package fills.
    public var folder: String?

    /// How Tesseract reads; without a word of yours English, thoroughly.
    public init(
        languages: [String] = ["eng"], level: TextLevel = .accurate, correction: Bool = true, candidates: Int = 0,
        minimumHeight: Double = 0, confidence: Double = 0.6, words: [String] = [], folder: String? = nil
    ) {
        self.languages = languages
        self.level = level
        self.correction = correction
        self.candidates = candidates
        self.minimumHeight = minimumHeight
        self.confidence = confidence
        self.words = words
        self.folder = folder
    }

    /// Throws where a number is outside its range; the languages are checked by ``LanguageData``.
    func check() throws(TextReadingError) {
        guard (0...10).contains(candidates) else {
            throw TextReadingError(.setting, "candidates is \(candidates); give a number from 0 to 10.")
        }
        for (name, value) in [("minimumHeight", minimumHeight), ("confidence", confidence)]
        where !(0...1).contains(value) {
            throw TextReadingError(.setting, "\(name) is \(value); give a number from 0 to 1.")
        }
        for word in words where word.isEmpty || word.contains(where: { $0.isWhitespace || $0.isNewline }) {
            throw TextReadingError(.setting, "the word '\(word)' is empty or holds a space; give single words.")
        }
    }
}

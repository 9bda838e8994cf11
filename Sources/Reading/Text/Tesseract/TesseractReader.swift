import CTesseract
import Findings

/// Reads printed text in photos with Tesseract 5, one photo at a time, on the calling thread alone.
///
/// All files are opened when it is made: it reads on after its process has given up the right to open files. It holds
/// about 50 MB for English, and some 10 to 20 more for each further language.
public final class TesseractReader {
    let settings: TesseractSettings
    let engine: TesseractEngine
    /// Detects how a page lies turned; nil where that is not asked for or not installed.
    let orientation: TesseractEngine?
    let plausibility: TextPlausibility
    let words: UserWords

    /// Opens the data of the languages; throws where a setting is wrong or a language is not installed.
    public init(settings: TesseractSettings = TesseractSettings()) throws(ReadingError) {
        try settings.check()
        try TesseractEngine.load()
        let data = try LanguageData(folder: settings.folder)
        try data.check(settings.languages)
        self.settings = settings
        plausibility = TextPlausibility(confidence: settings.confidence)
        words = UserWords(settings.words)
        var variables: [(name: String, value: String)] = []
        // 2: Tesseract keeps other readings of each character (its documentation of lstm_choice_mode).
        if settings.candidates > 0 { variables.append(("lstm_choice_mode", "2")) }
        engine = try MemoryFile.holding(settings.words) { path throws(ReadingError) in
            let list = path.map { [(name: "user_words_file", value: $0)] } ?? []
            return try TesseractEngine(
                languages: settings.languages, in: data, mode: CTESS_NETWORK, variables: variables + list)
        }
        orientation =
            settings.level == .accurate && data.tellsOrientation
            ? try TesseractEngine(languages: ["osd"], in: data, mode: CTESS_LEGACY) : nil
    }

    /// Reads a photo.
    ///
    /// - Parameter pixels: Red, green and blue of each pixel, row by row without gaps, upright as the photo is seen.
    /// - Parameter size: In pixels.
    /// - Parameter isTable: Whether it shows a table whose lines were painted over: it is then read row by row, too, since
    ///   reading in columns passes over short numbers.
    /// - Returns: No lines where there is no text. Corners are in pixels of the picture that was given.
    public func lines(
        in pixels: UnsafeRawBufferPointer, size: PixelSize, isTable: Bool = false
    ) throws(ReadingError) -> PageText {
        let photo = try TesseractPicture(pixels, size: size)
        // Tesseract cannot read letters of fewer pixels.
        guard min(size.width, size.height) >= 8 else { return PageText(lines: []) }
        let attempt =
            settings.level == .fast
            ? try look(at: photo, quarters: 0, angle: try levelling(of: photo)) : try study(photo, isTable: isTable)
        return PageText(attempt, settings: settings)
    }
}

/// How Tesseract reads.
public struct TesseractSettings: Hashable, Sendable {
    /// By Tesseract's names, such as `eng`; the first weighs most, and each further one costs time.
    public var languages: [String]
    /// How much time is spent on a photo: fast is one look at a smaller picture, for large and upright text.
    public var level: TextLevel
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

    /// How Tesseract reads; by default English, thoroughly.
    public init(
        languages: [String] = ["eng"], level: TextLevel = .accurate, candidates: Int = 0,
        minimumHeight: Double = 0, confidence: Double = 0.6, words: [String] = [], folder: String? = nil
    ) {
        self.languages = languages
        self.level = level
        self.candidates = candidates
        self.minimumHeight = minimumHeight
        self.confidence = confidence
        self.words = words
        self.folder = folder
    }

    /// Throws where a number is outside its range; the languages are checked by ``LanguageData``.
    func check() throws(ReadingError) {
        guard (0...10).contains(candidates) else {
            throw ReadingError(.setting, "candidates is \(candidates); give a number from 0 to 10.")
        }
        for (name, value) in [("minimumHeight", minimumHeight), ("confidence", confidence)]
        where !(0...1).contains(value) {
            throw ReadingError(.setting, "\(name) is \(value); give a number from 0 to 1.")
        }
        for word in words where word.isEmpty || word.contains(where: { $0.isWhitespace || $0.isNewline }) {
            throw ReadingError(.setting, "the word '\(word)' is empty or holds a space; give single words.")
        }
    }
}

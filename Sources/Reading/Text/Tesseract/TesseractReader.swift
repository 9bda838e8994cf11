import CTesseract
import Findings

/// Reads printed text in photos with Tesseract 5, one photo at a time, on the calling thread alone.
///
/// All files are opened when it is made: it reads on after its process has given up the right to open files. It holds
/// about 50 MB for English, and some 10 to 30 more for each further language.
public final class TesseractReader {
    let settings: TesseractSettings
    /// By the languages that each reads; one, but where the languages are chosen by a page's script.
    let engines: [(languages: [String], engine: TesseractEngine)]
    private let choice: LanguageChoice?
    /// Which of the engines reads the photo that is read now.
    var chosen = 0
    /// Detects how a page lies turned, and its script; nil where that is not asked for or not installed.
    private let orientation: TesseractEngine?
    /// What that saw of the photo that is read now; nil where it was not asked yet.
    private var seen: PageLie??
    let plausibility: TextPlausibility
    let words: UserWords

    /// Opens the data of the languages; throws where a setting is wrong or a language is not installed.
    public init(settings: TesseractSettings = TesseractSettings()) throws(ReadingError) {
        try settings.check()
        try TesseractEngine.load()
        let data = try LanguageData(folder: settings.folder)
        guard settings.languages.count == 1 || !settings.languages.contains(LanguageChoice.word) else {
            throw ReadingError(
                .setting,
                "\(LanguageChoice.word) stands alone among the languages of text; leave the others out, or name each.")
        }
        choice = settings.languages == [LanguageChoice.word] ? try LanguageChoice(in: data) : nil
        let groups = choice.map { $0.groups.map(\.languages) } ?? [settings.languages]
        for languages in groups { try data.check(languages) }
        self.settings = settings
        plausibility = TextPlausibility(confidence: settings.confidence)
        words = UserWords(settings.words)
        var variables: [(name: String, value: String)] = []
        if !settings.correction { variables += [("load_system_dawg", "0"), ("load_freq_dawg", "0")] }
        // 2: Tesseract keeps other readings of each character (its documentation of lstm_choice_mode).
        if settings.candidates > 0 { variables.append(("lstm_choice_mode", "2")) }
        engines = try MemoryFile.holding(settings.words) { path throws(ReadingError) in
            let list = path.map { [(name: "user_words_file", value: $0)] } ?? []
            var engines: [(languages: [String], engine: TesseractEngine)] = []
            for languages in groups {
                engines.append(
                    (
                        languages,
                        try TesseractEngine(
                            languages: languages, in: data, mode: CTESS_NETWORK, variables: variables + list)
                    ))
            }
            return engines
        }
        let isWanted = settings.level == .accurate || groups.count > 1
        orientation =
            isWanted && data.tellsOrientation
            ? try TesseractEngine(languages: ["osd"], in: data, mode: CTESS_LEGACY) : nil
    }

    /// What reads the photo that is read now.
    var engine: TesseractEngine { engines[chosen].engine }

    /// The languages that it reads the photo in.
    var languages: [String] { engines[chosen].languages }

    /// Whether a page was read in English alone: because no other language is asked for, or none was seen.
    public func isEnglish(_ page: PageText) -> Bool {
        choice == nil ? settings.languages == ["eng"] : page.languages == ["eng"]
    }

    /// Whether the dictionary of the engine that reads the photo is one of the language that is meant.
    var hasDictionary: Bool { settings.correction && (choice == nil || languages.count == 1) }

    /// How the photo lies, by the shapes of its letters; nil for too few, or where they do not tell.
    func lie(of photo: borrowing TesseractPicture) throws(ReadingError) -> PageLie? {
        if let seen { return seen }
        let small = try photo.resized(to: photo.size.fitting(longestSide: 2400))
        let lie = orientation?.lie(of: small)
        seen = .some(lie)
        return lie
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
        seen = nil
        if let choice, choice.groups.count > 1 { chosen = try engine(for: photo, of: choice) }
        let attempt =
            settings.level == .fast
            ? try look(at: photo, quarters: 0, angle: try levelling(of: photo)) : try study(photo, isTable: isTable)
        return PageText(attempt, settings: settings)
    }
}

/// How Tesseract reads.
public struct TesseractSettings: Hashable, Sendable {
    /// By Tesseract's names, such as `eng`; the first weighs most, and each further one costs time.
    ///
    /// ``LanguageChoice/word`` alone stands for the installed ones of a page's script.
    public var languages: [String]
    /// How much time is spent on a photo: fast is one look at a smaller picture, for large and upright text.
    public var level: TextLevel
    /// Whether words of the languages' dictionaries are preferred: right for prose, wrong for codes and part numbers.
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

    /// How Tesseract reads; by default English, thoroughly.
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

import CTesseract
import Findings

/// Reads printed text in photos with Tesseract 5, one photo at a time, on the calling thread alone.
///
/// All files are opened when it is made: it reads on after its process has given up the right to open files. It holds
/// about 50 MB for English, and some 10 to 20 more for each further language.
public final class TesseractReader {
    let settings: TesseractSettings
    let engine: TesseractEngine
    /// Tells how a page lies turned; nil where that is not asked for or not installed.
    let orientation: TesseractEngine?
    let plausibility: TextPlausibility
    let words: UserWords

    /// Opens the data of the languages; throws where a setting is wrong or a language is not installed.
    public init(settings: TesseractSettings = TesseractSettings()) throws(TextReadingError) {
        try settings.check()
        try TesseractEngine.load()
        let data = try LanguageData(folder: settings.folder)
        try data.check(settings.languages)
        self.settings = settings
        plausibility = TextPlausibility(confidence: settings.confidence)
        words = UserWords(settings.words)
        var variables: [(name: String, value: String)] = []
        if !settings.correction { variables += [("load_system_dawg", "0"), ("load_freq_dawg", "0")] }
        // 2: Tesseract keeps other readings of each character (its documentation of lstm_choice_mode).
        if settings.candidates > 0 { variables.append(("lstm_choice_mode", "2")) }
        engine = try MemoryFile.holding(settings.words) { path throws(TextReadingError) in
            let list = path.map { [(name: "user_words_file", value: $0)] } ?? []
            return try TesseractEngine(
                languages: settings.languages, in: data, mode: CTESS_NETWORK, variables: variables + list)
        }
        orientation =
            settings.level == .accurate && data.tellsOrientation
            ? try TesseractEngine(languages: ["osd"], in: data, mode: CTESS_LEGACY) : nil
    }

    /// Tesseract's version, such as `5.3.0`.
    public var version: String { TesseractEngine.version }

    /// Reads a photo.
    ///
    /// - Parameter pixels: Red, green and blue of each pixel, row by row without gaps, upright as people see the photo.
    /// - Parameter size: In pixels.
    /// - Parameter isTable: Whether it shows a table whose lines were painted over: it is then read row by row, too, since
    ///   reading in columns passes over short numbers.
    /// - Returns: No lines where there is no text. Corners are in pixels of the picture that was given.
    public func lines(
        in pixels: UnsafeRawBufferPointer, size: PixelSize, isTable: Bool = false
    ) throws(TextReadingError) -> PageText {
        let photo = try TesseractPicture(pixels, size: size)
        // Tesseract cannot tell letters of fewer pixels.
        guard min(size.width, size.height) >= 8 else { return PageText(lines: []) }
        let attempt =
            settings.level == .fast
            ? try look(at: photo, quarters: 0, angle: try levelling(of: photo)) : try study(photo, isTable: isTable)
        return PageText(attempt, settings: settings)
    }
}

/// The installed languages that `auto` reads in: those of the script that a page shows.
///
/// Each language takes memory and time, so that not all are taken where many are installed.
public struct LanguageChoice: Hashable, Sendable {
    /// The languages of one script, which are read together.
    public struct Group: Hashable, Sendable {
        /// Tesseract's name of the script, such as `Latin`.
        public var script: String
        /// The first weighs most.
        public var languages: [String]
    }

    /// The word of the settings for this choice.
    public static let word = "auto"
    /// At most so many languages of one script.
    static let mostOfScript = 8
    /// At most so many of all scripts.
    static let most = 16

    /// The script that counts where none is recognised first.
    public let groups: [Group]
    /// Installed languages that are not taken, as there are too many.
    public let left: [String]

    /// The choice among the languages of a folder; throws where there is none.
    ///
    /// Without data for detecting a script there is but one group: which of several is meant cannot be seen.
    public init(in data: LanguageData) throws(ReadingError) {
        self.init(of: data.languages, tellsScripts: data.tellsOrientation)
        guard !groups.isEmpty else {
            throw ReadingError(
                .language, "no language of Tesseract's is installed; run apt-get install tesseract-ocr-eng.",
                fault: .environment)
        }
    }

    init(of installed: [String], tellsScripts: Bool) {
        let known = installed.filter { !Self.isVariant($0) }
        let sorted = known.sorted { (Self.rank($0), $0) < (Self.rank($1), $1) }
        var (groups, left): ([Group], [String]) = ([], [])
        var count = 0
        for language in sorted {
            let script = Self.script(of: language)
            let place = groups.firstIndex { $0.script == script }
            let isFull =
                place.map { groups[$0].languages.count >= Self.mostOfScript } ?? !(tellsScripts || groups.isEmpty)
            guard count < Self.most, !isFull else {
                left.append(language)
                continue
            }
            count += 1
            if let place {
                groups[place].languages.append(language)
            } else {
                groups.append(Group(script: script, languages: [language]))
            }
        }
        (self.groups, self.left) = (groups, left)
    }

    /// The place of the group of a script that was seen; the first where it is not known, or no language has it.
    func index(of script: String?) -> Int {
        let named = script.map { Self.otherNames[$0] ?? $0 }
        return groups.firstIndex { $0.script == named } ?? 0
    }

    /// The script that a language is written in, by Tesseract's names of both.
    static func script(of language: String) -> String { scripts[language] ?? "Latin" }

    /// Whether the data are of other print of a language that has data of its own: set vertically, or of former spelling; or
    /// of formulas, which are no language.
    private static func isVariant(_ language: String) -> Bool {
        language.hasSuffix("_vert") || language.hasSuffix("_old") || language == "equ"
    }

    /// What is taken first where there are too many, by how much is printed in each.
    private static let usual = [
        "eng", "deu", "fra", "spa", "por", "ita", "nld", "pol", "rus", "chi_sim", "jpn", "ara", "kor", "chi_tra", "hin",
        "ell", "heb", "tha", "ukr", "tur", "swe", "ces", "dan", "nor", "fin", "hun", "ron", "vie", "ind",
    ]

    private static func rank(_ language: String) -> Int { usual.firstIndex(of: language) ?? usual.count }

    /// The languages that are not written in Latin letters.
    private static let scripts: [String: String] = {
        let languages = [
            "Cyrillic": "rus ukr bel bul srp mkd kaz kir mon tat tgk uzb_cyrl aze_cyrl", "Greek": "ell grc",
            "Arabic": "ara fas urd pus snd uig", "Hebrew": "heb yid", "Devanagari": "hin mar nep san",
            "Han": "chi_sim chi_tra", "Japanese": "jpn", "Korean": "kor", "Thai": "tha", "Bengali": "ben asm",
            "Gujarati": "guj", "Gurmukhi": "pan", "Tamil": "tam", "Telugu": "tel", "Kannada": "kan",
            "Malayalam": "mal", "Sinhala": "sin", "Oriya": "ori", "Myanmar": "mya", "Khmer": "khm", "Lao": "lao",
            "Georgian": "kat", "Armenian": "hye", "Ethiopic": "amh tir", "Tibetan": "bod dzo", "Thaana": "div",
            "Syriac": "syr", "Cherokee": "chr", "Canadian_Aboriginal": "iku", "Fraktur": "frk deu_latf",
        ]
        return languages.reduce(into: [:]) { scripts, entry in
            for language in entry.value.split(separator: " ") { scripts[String(language)] = entry.key }
        }
    }()

    /// What the data for detecting scripts call parts of them.
    private static let otherNames = ["Hangul": "Korean", "Katakana": "Japanese", "Hiragana": "Japanese"]
}

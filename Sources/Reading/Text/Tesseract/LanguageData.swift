import CTesseract
import Findings
import Foundation

/// The folder of Tesseract's languages, one file each.
public struct LanguageData: Hashable, Sendable {
    /// The folder's path, without a slash at its end.
    public let folder: String

    /// Where distributions put it: Debian 12 and later, Debian 11, Fedora and Arch, and what is built by hand.
    static let usual = [
        "/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tesseract-ocr/4.00/tessdata",
        "/usr/share/tesseract/tessdata", "/usr/share/tessdata", "/usr/local/share/tessdata",
    ]

    /// A folder that is named, or the first of the usual ones that exists.
    public init(folder: String? = nil) throws(ReadingError) {
        let candidates = folder.map { [$0] } ?? Self.usual
        guard let found = candidates.first(where: FileManager.default.fileExists(atPath:)) else {
            guard let folder else {
                throw ReadingError(
                    .language, "Tesseract's languages are not installed; run apt-get install tesseract-ocr-eng.",
                    fault: .environment)
            }
            throw ReadingError(.setting, "there is no folder \(folder) of Tesseract's languages.")
        }
        self.folder = found
    }

    /// The languages that are installed, by name; `osd` is none, it is for detecting how a page is turned.
    public var languages: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let ending = ".traineddata"
        return names.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }
            .filter { $0 != "osd" && Self.isName($0) }.sorted()
    }

    /// Whether turned pages can be detected, which takes a file of its own.
    public var tellsOrientation: Bool { has("osd") }

    /// Throws where no language is named, one is not installed, or one is no name of a language.
    public func check(_ languages: [String]) throws(ReadingError) {
        guard !languages.isEmpty else {
            throw ReadingError(.language, "no language is named; name one, such as eng.")
        }
        for language in languages {
            guard Self.isName(language), language != "osd" else {
                throw ReadingError(
                    .language, "'\(language)' is no name of a language for Tesseract; installed are \(installed).")
            }
            guard has(language) else {
                throw ReadingError(
                    .language,
                    """
                    the language '\(language)' is not installed; run apt-get install \
                    \(Self.package(of: language)), or choose of \(installed).
                    """)
            }
        }
    }

    /// The Debian package that brings a language: `chi_sim` is in `tesseract-ocr-chi-sim`.
    public static func package(of language: String) -> String {
        "tesseract-ocr-" + language.lowercased().replacingOccurrences(of: "_", with: "-")
    }

    private var installed: String { languages.joined(separator: ", ") }

    private func has(_ language: String) -> Bool {
        FileManager.default.isReadableFile(atPath: "\(folder)/\(language).traineddata")
    }

    /// Letters, digits and underscores: no name may lead out of the folder, nor read as Tesseract's `+` or `~`.
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 40
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

/// Words that the user expects: a doubtful word that is one letter off becomes one of them.
///
/// Tesseract takes them too, but only as a small weight among others in its search.
struct UserWords {
    private let words: [[Character]]
    private let known: Set<String>

    /// Above this confidence a word is left as it was read.
    static let doubt = 0.9

    init(_ words: [String]) {
        known = Set(words)
        // Short words have too many neighbours.
        self.words = words.filter { $0.count >= 4 }.map(Array.init)
    }

    /// The word that is meant, or the same one; marks around it, such as brackets and commas, stay.
    func corrected(_ word: ReadWord) -> ReadWord {
        guard !words.isEmpty, word.confidence < Self.doubt else { return word }
        let text = Array(word.text)
        guard let first = text.firstIndex(where: { $0.isLetter || $0.isNumber }),
            let last = text.lastIndex(where: { $0.isLetter || $0.isNumber })
        else { return word }
        let core = Array(text[first...last])
        guard !known.contains(String(core)) else { return word }
        let near = words.filter { Self.differByOne(core, $0) }
        guard near.count == 1, let meant = near.first else { return word }
        var corrected = word
        corrected.text = String(text[..<first] + meant + text[(last + 1)...])
        return corrected
    }

    /// Whether one letter was changed, left out or put in.
    static func differByOne(_ a: [Character], _ b: [Character]) -> Bool {
        guard abs(a.count - b.count) <= 1, a != b else { return false }
        let same = zip(a, b).prefix { $0 == $1 }.count
        let (restA, restB) = (a.dropFirst(same), b.dropFirst(same))
        if a.count == b.count { return restA.dropFirst().elementsEqual(restB.dropFirst()) }
        return a.count > b.count ? restA.dropFirst().elementsEqual(restB) : restA.elementsEqual(restB.dropFirst())
    }
}

/// A file in memory that holds the user's words while Tesseract opens them: it takes them from a file alone.
enum MemoryFile {
    /// Calls the body with the path of a file of these words, one a line; with nil where there are none.
    ///
    /// The path can be opened by this process alone, and only until the body returns.
    static func holding<Result>(
        _ words: [String], _ body: (String?) throws(ReadingError) -> Result
    ) throws(ReadingError) -> Result {
        guard !words.isEmpty else { return try body(nil) }
        let bytes = Array((words.joined(separator: "\n") + "\n").utf8)
        let descriptor = ctess_memory_file(bytes, bytes.count)
        guard descriptor >= 0 else {
            throw ReadingError(
                .memory, "the words of the settings could not be handed to Tesseract; raise workers.memory.",
                fault: .environment, detail: "error \(-descriptor)")
        }
        defer { ctess_memory_file_close(descriptor) }
        return try body("/proc/self/fd/\(descriptor)")
    }
}

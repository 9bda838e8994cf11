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
    public init(folder: String? = nil) throws(TextReadingError) {
        let candidates = folder.map { [$0] } ?? Self.usual
        guard let found = candidates.first(where: FileManager.default.fileExists(atPath:)) else {
            guard let folder else {
                throw TextReadingError(
                    .language, "Tesseract's languages are not installed; run apt-get install tesseract-ocr-eng.",
                    fault: .environment)
            }
            throw TextReadingError(.setting, "there is no folder \(folder) of Tesseract's languages.")
        }
        self.folder = found
    }

    /// The languages that are installed, by name; `osd` is none, it tells how a page is turned.
    public var languages: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let ending = ".traineddata"
        return names.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }
            .filter { $0 != "osd" && Self.isName($0) }.sorted()
    }

    /// Whether pages that lie turned can be told, which takes a file of its own.
    public var tellsOrientation: Bool { has("osd") }

    /// Throws where no language is named, one is not installed, or one is no name of a language.
    public func check(_ languages: [String]) throws(TextReadingError) {
        guard !languages.isEmpty else {
            throw TextReadingError(.language, "no language is named; name one, such as eng.")
        }
        for language in languages {
            guard Self.isName(language), language != "osd" else {
                throw TextReadingError(
                    .language, "'\(language)' is no name of a language for Tesseract; installed are \(installed).")
            }
            guard has(language) else {
                throw TextReadingError(
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

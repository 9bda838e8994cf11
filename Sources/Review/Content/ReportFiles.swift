import Foundation
import JSONTree
import Reports
import Scoring

/// What the reports add to the page's files: their words and faces as a script for each language, and the style of their
/// drawings, which stands in front of the page's own in one file.
enum ReportFiles {
    /// The page's style, which that of the drawings comes before.
    static let style = "style/site.css"

    /// The page's own files with what the reports add, sorted: for each its path, a blank, and its bytes in base64.
    static func added(to own: String) -> String {
        let lines = own.utf8.split(separator: UInt8(ascii: "\n")).map { line in
            let text = String(Substring(line))
            guard text.hasPrefix(style + " "), let bytes = Data(base64Encoded: String(text.dropFirst(style.count + 1)))
            else { return text }
            return Self.line(style, Data(PageSources.style.utf8) + bytes)
        }
        let scripts = ReportLanguage.allCases.map { Self.line("reports/\($0.rawValue).js", Data(script(in: $0).utf8)) }
        return (lines + scripts).sorted().joined(separator: "\n")
    }

    private static func line(_ path: String, _ bytes: Data) -> String { path + " " + bytes.base64EncodedString() }

    private static func script(in language: ReportLanguage) -> String {
        let words = JSONValue.object(PageSources.words(in: language).map { .init($0.key, .string($0.text)) })
        let faces = JSONValue.object(PageSources.faces.map { .init($0.family.rawValue, .string($0.svg)) })
        return "export const words = \(words.line);\nexport const faces = \(faces.line);\n"
    }
}

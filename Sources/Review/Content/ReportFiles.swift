import Foundation
import JSONTree
import Reports

/// The page's files that the reports give: their words and faces as a script for each language, and the style of their drawings.
enum ReportFiles {
    /// Each file as the page's own are built in: its path, a blank, and its bytes in base64.
    static var lines: [String] {
        let scripts = ReportLanguage.allCases.map { ("reports/\($0.rawValue).js", script(in: $0)) }
        return (scripts + [("reports/style.css", PageSources.style)]).map { path, text in
            path + " " + Data(text.utf8).base64EncodedString()
        }
    }

    private static func script(in language: ReportLanguage) -> String {
        let words = JSONValue.object(PageSources.words(in: language).map { .init($0.key, .string($0.text)) })
        let faces = JSONValue.object(PageSources.faces.map { .init($0.family.rawValue, .string($0.svg)) })
        return "export const words = \(words.line);\nexport const faces = \(faces.line);\n"
    }
}

import Foundation

/// What an OpenVINO model says about itself: `model_info` near the end of its XML file.
enum IRHeader {
    /// The entries of `model_info`, with the class names in the form that other model files use.
    static func metadata(_ xml: UnsafeRawBufferPointer) -> [String: String] {
        // The section closes the file, and the graph before it can be many megabytes.
        let tail = UnsafeRawBufferPointer(rebasing: xml[max(0, xml.count - 1_048_576)...])
        let text = String(decoding: tail, as: UTF8.self)
        guard let start = text.range(of: "<model_info>", options: .backwards),
            let end = text.range(of: "</model_info>", range: start.upperBound..<text.endIndex)
        else { return [:] }
        var entries: [String: String] = [:]
        for element in text[start.upperBound..<end.lowerBound].split(separator: "<") {
            guard let name = element.split(whereSeparator: { " />\n\t".contains($0) }).first,
                let value = element.range(of: "value=\"")
            else { continue }
            entries[String(name)] = unescape(element[value.upperBound...].prefix { $0 != "\"" })
        }
        if let labels = entries.removeValue(forKey: "labels") {
            let names = labels.split(separator: " ").map { PythonText.quoted(String($0)) }
            entries["names"] = "[" + names.joined(separator: ", ") + "]"
        }
        return entries
    }

    private static func unescape(_ text: Substring) -> String {
        var text = String(text)
        for (entity, character) in [("&quot;", "\""), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")] {
            text = text.replacingOccurrences(of: entity, with: character)
        }
        return text
    }
}

/// Writes text as a Python literal.
enum PythonText {
    /// The text in single quotes.
    static func quoted(_ text: String) -> String {
        let escaped = text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "'", with: "\\'")
        return "'" + escaped + "'"
    }
}

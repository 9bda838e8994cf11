import Foundation

/// What an OpenVINO model says of itself in its XML file.
enum IRHeader {
    /// Whether a layer makes 8-bit integers, as in a quantized model.
    static func isQuantized(_ xml: UnsafeRawBufferPointer) -> Bool {
        let word = Array("FakeQuantize\"".utf8)
        var rest = xml
        while rest.count >= word.count, let start = rest.baseAddress,
            let found = memchr(start, Int32(word[0]), rest.count)
        {
            rest = UnsafeRawBufferPointer(rebasing: rest[(UnsafeRawPointer(found) - start)...])
            if rest.starts(with: word) { return true }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
        }
        return false
    }

    /// The entries of `model_info` near the end, with the class names in the form that other model files use.
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

/// The `metadata.yaml` that trainers put beside a model whose format holds little text of its own.
///
/// Only the shape they write is read: `key: value`, and under a bare `key:` either `- item` lines or indented
/// `key: value` lines one level deep. Anything else is left out.
enum SidecarMetadata {
    /// The entries, lists and maps as Python literals.
    static func read(_ text: String) -> [String: String] {
        var entries: [String: String] = [:]
        var open: (key: String, items: [String], isMap: Bool)?
        func close() {
            guard let block = open, !block.items.isEmpty else { return }
            let inner = block.items.joined(separator: ", ")
            entries[block.key] = block.isMap ? "{\(inner)}" : "[\(inner)]"
        }
        for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            if line.hasPrefix("- ") || line.hasPrefix("  - ") {
                open?.items.append(literal(line.drop { $0 == " " }.dropFirst(2)))
            } else if line.hasPrefix(" ") {
                guard let pair = pair(line.drop { $0 == " " }), !pair.value.isEmpty else { continue }
                open?.items.append("\(literal(pair.key[...])): \(literal(pair.value[...]))")
                open?.isMap = true
            } else if let pair = pair(line) {
                close()
                open = pair.value.isEmpty ? (pair.key, [], false) : nil
                if !pair.value.isEmpty { entries[pair.key] = unquoted(pair.value) }
            }
        }
        close()
        return entries
    }

    private static func pair(_ line: Substring) -> (key: String, value: String)? {
        guard let colon = line.range(of: ": ") ?? line.range(of: ":", options: [.anchored, .backwards]) else {
            return nil
        }
        let value = line[colon.upperBound...].trimmingCharacters(in: .whitespaces)
        return (unquoted(String(line[..<colon.lowerBound])), value)
    }

    private static func literal(_ text: Substring) -> String {
        let text = text.trimmingCharacters(in: .whitespaces)
        if Double(text) != nil { return text }
        switch text {
        case "true": return "True"
        case "false": return "False"
        case "null", "~": return "None"
        default: return PythonText.quoted(unquoted(text))
        }
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count > 1, let quote = text.first, quote == text.last else { return text }
        switch quote {
        case "'": return text.dropFirst().dropLast().replacingOccurrences(of: "''", with: "'")
        case "\"": return String(text.dropFirst().dropLast())
        default: return text
        }
    }
}

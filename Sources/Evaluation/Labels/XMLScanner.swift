/// Reads XML from text, an event at a time, as files of labels have it: elements, attributes, text, and the five characters that
/// are named or numbered.
///
/// A document type is passed over and no entity of its own is resolved, so that no document grows while it is read.
struct XMLScanner {
    enum Event: Equatable {
        case start(String, [String: String])
        case text(String)
        case end(String)
    }

    private var rest: Substring.UnicodeScalarView
    /// The end of an element that was closed where it began.
    private var pending: Event?
    private var open: [String] = []
    private static let deepest = 64

    init(_ text: String) { rest = text[...].unicodeScalars }

    /// The next event; nil at the end.
    mutating func next() throws(GivenError) -> Event? {
        if let event = pending {
            pending = nil
            return event
        }
        while let first = rest.first {
            guard first == "<" else {
                let text = rest.prefix { $0 != "<" }
                rest = rest[text.endIndex...]
                return .text(try Self.plain(text))
            }
            let start = rest.startIndex
            if let text = try section() { return .text(text) }
            // Behind a comment or the like another one may stand.
            guard rest.startIndex == start else { continue }
            return try tag()
        }
        guard open.isEmpty else { throw GivenError("the element <\(open.last ?? "")> is not closed") }
        return nil
    }

    /// Passes over a comment, an instruction and a document type; returns the text of a section of characters.
    private mutating func section() throws(GivenError) -> String? {
        for (start, end) in [("<!--", "-->"), ("<?", "?>")] where starts(with: start) {
            _ = try pass(start, to: end)
            return nil
        }
        if starts(with: "<![CDATA[") {
            let text = try pass("<![CDATA[", to: "]]>")
            guard text.unicodeScalars.allSatisfy(Self.isPossible) else { throw Self.control }
            return String(text)
        }
        guard starts(with: "<!") else { return nil }
        var depth = 0
        while let scalar = rest.popFirst() {
            if scalar == "[" || scalar == "<" { depth += 1 }
            if scalar == "]" { depth -= 1 }
            if scalar == ">" {
                depth -= 1
                if depth <= 0 { return nil }
            }
        }
        throw GivenError("the document type has no end")
    }

    private func starts(with text: String) -> Bool { rest.starts(with: text.unicodeScalars) }

    private mutating func pass(_ start: String, to end: String) throws(GivenError) -> Substring {
        rest.removeFirst(start.unicodeScalars.count)
        let text = Substring(rest)
        guard let range = text.firstRange(of: end) else { throw GivenError("'\(start)' has no '\(end)'") }
        rest = text[range.upperBound...].unicodeScalars
        return text[..<range.lowerBound]
    }

    private mutating func tag() throws(GivenError) -> Event {
        rest.removeFirst()
        if rest.first == "/" {
            rest.removeFirst()
            let name = word()
            skipSpace()
            guard rest.popFirst() == ">", open.popLast() == name else {
                throw GivenError("</\(name.beginning)> closes no element")
            }
            return .end(name)
        }
        let name = word()
        guard !name.isEmpty else { throw GivenError("'<' begins no element") }
        var attributes: [String: String] = [:]
        while true {
            skipSpace()
            guard let scalar = rest.first else { throw GivenError("the element <\(name.beginning)> has no end") }
            if scalar == ">" {
                rest.removeFirst()
                break
            }
            if scalar == "/" {
                rest.removeFirst()
                guard rest.popFirst() == ">" else { throw GivenError("the element <\(name.beginning)> has no end") }
                pending = .end(name)
                return .start(name, attributes)
            }
            let (key, value) = try attribute()
            attributes[key] = value
        }
        guard open.count < Self.deepest else { throw GivenError("more than \(Self.deepest) elements are open") }
        open.append(name)
        return .start(name, attributes)
    }

    private mutating func attribute() throws(GivenError) -> (String, String) {
        let key = word()
        skipSpace()
        guard !key.isEmpty, rest.popFirst() == "=" else { throw GivenError("an attribute has a name and a value") }
        skipSpace()
        guard let quote = rest.popFirst(), quote == "\"" || quote == "'" else {
            throw GivenError("the attribute \(key.beginning) has no value in quotes")
        }
        let value = rest.prefix { $0 != quote }
        rest = rest[value.endIndex...]
        guard rest.popFirst() == quote else { throw GivenError("the attribute \(key.beginning) has no end") }
        return (key, try Self.plain(value))
    }

    private mutating func word() -> String {
        let word = rest.prefix { !$0.properties.isWhitespace && !"<>/=\"'".unicodeScalars.contains($0) }
        rest = rest[word.endIndex...]
        return String(word)
    }

    private mutating func skipSpace() { rest = rest.drop { $0.properties.isWhitespace } }

    /// Whether a document may hold a character, as itself or by its number.
    private static func isPossible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 || scalar == "\t" || scalar == "\n" || scalar == "\r"
    }

    private static let control = GivenError("a control character is no text of XML")

    /// Text with its characters in the place of their names.
    private static func plain(_ text: Substring.UnicodeScalarView) throws(GivenError) -> String {
        guard text.allSatisfy(isPossible) else { throw control }
        guard text.contains("&") else { return String(text) }
        var (plain, rest) = (String.UnicodeScalarView(), text)
        let names: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
        while let scalar = rest.popFirst() {
            guard scalar == "&" else {
                plain.append(scalar)
                continue
            }
            let name = String(rest.prefix { $0 != ";" }.prefix(12))
            rest = rest.dropFirst(name.unicodeScalars.count)
            guard rest.popFirst() == ";" else { throw GivenError("'&' begins no character") }
            let isHex = name.hasPrefix("#x")
            let number = name.hasPrefix("#") ? UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10) : nil
            guard let known = names[name] ?? number.flatMap(Unicode.Scalar.init), isPossible(known) else {
                throw GivenError("'&\(name.beginning);' is no character")
            }
            plain.append(known)
        }
        return String(plain)
    }
}

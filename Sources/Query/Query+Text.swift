extension QueryNode {
    /// The canonical text: parsed again it is the same query.
    var text: String {
        switch self {
        case .all: return ""
        case .or(let nodes): return nodes.map(\.text).joined(separator: " OR ")
        case .and(let nodes):
            // Two groups that stood in brackets are two, which only brackets say.
            let isGrouped = (nodes.filter(\.isFindings).count > 1, nodes.filter(\.isWords).count > 1)
            return nodes.map { node in
                let isBracketed = node.isOr || (node.isFindings && isGrouped.0) || (node.isWords && isGrouped.1)
                return isBracketed ? "(\(node.text))" : node.text
            }.joined(separator: " ")
        case .not(let node): return node.isOneTerm ? "-\(node.text)" : "-(\(node.text))"
        case .photo(let test): return test.text
        case .findings(let tests, let counts): return (tests + counts).map(\.text).joined(separator: " ")
        case .words(let words): return words.map { QuotedText.word($0) }.joined(separator: " ")
        }
    }

    private var isFindings: Bool { if case .findings = self { true } else { false } }
    private var isWords: Bool { if case .words = self { true } else { false } }
    private var isOr: Bool { if case .or = self { true } else { false } }

    private var isOneTerm: Bool {
        switch self {
        case .photo: true
        case .findings(let tests, let counts): tests.count + counts.count == 1
        case .words(let words): words.count == 1
        case .all, .and, .or, .not: false
        }
    }
}

extension QueryTest {
    /// The term with its values, as it is typed.
    var text: String { "\(term.rawValue)\(relation.rawValue)\(values.map(\.text).joined(separator: ","))" }
}

extension QueryValue {
    fileprivate var text: String {
        switch self {
        case .text(let pattern): QuotedText.pattern(pattern)
        case .number(let number): QueryNumber.text(of: number)
        case .numbers(let from, let to):
            "\(from.map(QueryNumber.text(of:)) ?? "")..\(to.map(QueryNumber.text(of:)) ?? "")"
        case .date(let date): date
        case .dates(let from, let to): "\(from ?? "")..\(to ?? "")"
        }
    }
}

/// Texts in a query, in quotes where they need them.
private enum QuotedText {
    /// A word to look for.
    static func word(_ word: String) -> String {
        // A star is one here; a sign of comparison would make a term of what stands before it.
        let isBare = word.unicodeScalars.allSatisfy { isPlain($0) && !":=<>!".unicodeScalars.contains($0) }
        let isKeyword = ["AND", "OR", "NOT"].contains(word)
        return isBare && !isKeyword && word.unicodeScalars.first != "-" && !word.isEmpty ? word : quoted(word)
    }

    /// A value, perhaps with stars.
    static func pattern(_ pattern: TextPattern) -> String {
        if let text = pattern.plain {
            return !text.isEmpty && text.unicodeScalars.allSatisfy(isPlainValue) ? text : quoted(text)
        }
        return pattern.pieces.map { escaped($0) { !isPlainValue($0) } }.joined(separator: "*")
    }

    private static func isPlainValue(_ character: Unicode.Scalar) -> Bool {
        isPlain(character) && character != "," && character != "*"
    }

    private static func isPlain(_ character: Unicode.Scalar) -> Bool {
        !character.properties.isWhitespace && !QueryParser.isBracket(character) && character != "\\"
            && !QueryParser.quotes.contains(character)
    }

    private static func quoted(_ text: String) -> String {
        "\"" + escaped(text) { $0 == "\"" || $0 == "\\" } + "\""
    }

    private static func escaped(_ text: String, _ isEscaped: (Unicode.Scalar) -> Bool) -> String {
        var escaped = String.UnicodeScalarView()
        for character in text.unicodeScalars {
            if isEscaped(character) { escaped.append("\\") }
            escaped.append(character)
        }
        return String(escaped)
    }
}

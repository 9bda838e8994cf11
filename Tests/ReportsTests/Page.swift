import Foundation

/// A page as a test reads it: its elements and their text.
struct Page {
    let html: String

    /// The element with an id, tags and all; nil where there is none.
    func element(_ id: String) -> String? {
        guard let mark = html.range(of: " id=\"\(id)\""),
            let start = html[..<mark.lowerBound].lastIndex(of: "<")
        else { return nil }
        let name = html[html.index(after: start)...].prefix { $0.isLetter || $0.isNumber }
        var depth = 0
        for tag in html[start...].matches(of: Self.tag) where tag.2 == name {
            depth += tag.1.isEmpty ? 1 : -1
            if depth == 0 { return String(html[start..<tag.range.upperBound]) }
        }
        return nil
    }

    /// The text of the element with an id.
    func text(_ id: String) -> String? { element(id).map(Self.text) }

    /// A piece's words without its tags, one space between each two.
    static func text(_ html: String) -> String {
        let plain = html.replacing(tag, with: " ")
            .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
        return plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The words of all elements of a class, in the page's order.
    func texts(class name: String) -> [String] {
        html.matches(of: Self.tag).filter { tag in
            tag.1.isEmpty && Self.classes(of: tag.3).contains(Substring(name))
        }.map { tag in
            Self.text(String(html[tag.range.upperBound...]).before("</\(tag.2)>"))
        }
    }

    /// The names of the elements that are not closed, or closed where they are not open.
    var unbalanced: [String] {
        var open: [Substring] = []
        var wrong: [String] = []
        for tag in html.matches(of: Self.tag) where !Self.void.contains(tag.2) {
            if tag.1.isEmpty {
                open.append(tag.2)
            } else if open.popLast() != tag.2 {
                wrong.append(String(tag.2))
            }
        }
        return wrong + open.map(String.init)
    }

    private static func classes(of attributes: Substring) -> [Substring] {
        guard let match = attributes.firstMatch(of: #/class="([^"]*)"/#) else { return [] }
        return match.1.split(separator: " ")
    }

    private static var tag: Regex<(Substring, Substring, Substring, Substring)> {
        #/<(\/?)([a-z][a-z0-9]*)([^>]*)>/#
    }

    private static let void: Set<Substring> = ["meta", "img", "input", "br", "link"]
}

extension String {
    /// What stands before a text, or all of it.
    fileprivate func before(_ end: String) -> String {
        range(of: end).map { String(self[..<$0.lowerBound]) } ?? self
    }
}

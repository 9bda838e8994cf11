/// A piece of a page: text, an element, or several of them.
///
/// Text is escaped when it is written, so that nothing from outside (file names, reasons) can become markup. Only
/// literals of our own code can be names of elements and attributes, or go into a page as they are.
///
///     Markup("p", ["class": "note"], "In ", Markup("bdi", [:], .text(photo.path)))
struct Markup: Sendable, Hashable, ExpressibleByStringLiteral {
    private indirect enum Node: Sendable, Hashable {
        case text(String)
        case raw(String)
        case element(String, [Attribute], [Markup])
        case group([Markup])
    }

    private struct Attribute: Sendable, Hashable {
        var name: String
        var value: String
    }

    private let node: Node

    private init(_ node: Node) { self.node = node }

    /// Text of our own.
    init(stringLiteral text: String) { node = .text(text) }

    /// An element; an attribute whose value is nil is left out.
    ///
    /// One without attributes takes an empty list of them: a lone literal is text.
    init(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>, _ children: Markup...) {
        self.init(name, attributes, children)
    }

    /// An element with children that were made before.
    init(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>, _ children: [Markup]) {
        let present = attributes.compactMap { name, value in
            value.map { Attribute(name: name.description, value: $0) }
        }
        node = .element(name.description, present, children)
    }

    /// Text from anywhere.
    static func text(_ text: String) -> Markup { Markup(.text(text)) }

    /// Pieces one after another.
    static func group(_ pieces: [Markup]) -> Markup { Markup(.group(pieces)) }

    /// Nothing.
    static let none = Markup(.group([]))

    /// A style sheet of our own, as it is.
    static func style(_ sheet: String) -> Markup { Markup("style", [:], Markup(.raw(sheet))) }

    /// The first line of a page.
    static let doctype = Markup(.raw("<!DOCTYPE html>\n"))

    /// The piece as HTML.
    var html: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch node {
        case .text(let value): Escaping.write(value, to: &text)
        case .raw(let value): text += value
        case .group(let pieces): for piece in pieces { piece.write(to: &text) }
        case .element(let name, let attributes, let children):
            text += "<" + name
            for attribute in attributes {
                text += " " + attribute.name + "=\""
                Escaping.write(attribute.value, to: &text)
                text += "\""
            }
            text += ">"
            if !Self.void.contains(name) {
                for child in children { child.write(to: &text) }
                text += "</" + name + ">"
            }
            if Self.lines.contains(name) { text += "\n" }
        }
    }

    /// Elements that have no end tag.
    private static let void: Set<String> = ["br", "img", "input", "link", "meta"]

    /// Elements that a line ends after, so that the page's source can be read.
    private static let lines: Set<String> = [
        "html", "head", "meta", "title", "style", "body", "header", "main", "footer", "section", "h1", "h2", "h3", "p",
        "ul", "ol", "li", "dl", "div", "table", "caption", "thead", "tbody", "tfoot", "tr", "figure", "svg", "g",
        "input", "label",
    ]
}

/// Text from outside as HTML shows it, in text and in attributes alike.
enum Escaping {
    /// Appends a text with every character replaced that has a meaning in HTML, that HTML does not allow, or that would
    /// turn the direction of what stands beside it.
    static func write(_ value: String, to text: inout String) {
        // The whole bytes of a picture come through here too: look at bytes first.
        if value.utf8.allSatisfy(isPlain) {
            text += value
            return
        }
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            case "\n", "\t": text.unicodeScalars.append(scalar)
            case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
                text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x22, 0x26, 0x27, 0x3C, 0x3E: false
        case 0x20..<0x7F: true
        default: false
        }
    }
}

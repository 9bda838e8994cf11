/// Goes through a document of XML once, from its beginning to its end.
struct XMLScan {
    private let bytes: [UInt8]
    private var at = 0
    private var open: [Int] = []
    private(set) var elements: [XMLTree.Element] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func run() throws(XMLFault) {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw fault("it is no text in UTF-8") }
        if starts(with: "\u{FEFF}") { at = 3 }
        while at < bytes.count {
            guard bytes[at] == UInt8(ascii: "<") else {
                try text()
                continue
            }
            if starts(with: "<?") {
                try declaration()
            } else if starts(with: "<!--") {
                // Not from the mark's own hyphens on: `<!-->` begins a comment, and does not end one.
                _ = try skip(behind: "-->", from: 4)
            } else if starts(with: "<![CDATA[") {
                let range = try skip(behind: "]]>")
                guard let last = open.last else { throw fault("text stands outside of all elements") }
                elements[last].text += string(range.lowerBound + 9..<range.upperBound - 3)
            } else if starts(with: "<!") {
                throw fault("it has a document type, which no sidecar has")
            } else if starts(with: "</") {
                try close()
            } else {
                try begin()
            }
        }
        guard open.isEmpty, !elements.isEmpty else { throw fault("it ends in the middle") }
    }

    /// The namespace of a prefix within an element; nil where none is bound.
    static func namespace(of prefix: String, in element: Int, _ elements: [XMLTree.Element]) -> String? {
        if prefix == "xml" { return "http://www.w3.org/XML/1998/namespace" }
        var next: Int? = element
        while let one = next {
            if let found = elements[one].bindings[prefix] { return found }
            next = elements[one].parent
        }
        return nil
    }

    private mutating func begin() throws(XMLFault) {
        let start = at
        at += 1
        let name = try word()
        guard elements.count < XMLTree.mostElements, open.count < XMLTree.deepest else {
            throw fault("it has more elements than are read")
        }
        var element = XMLTree.Element(
            parent: open.last, qualifiedName: name, name: XMLName(namespace: "", local: name), start: start,
            contentStart: 0, end: 0)
        var attributes: [(String, String)] = []
        while true {
            skipBlanks()
            guard at < bytes.count else { throw fault("it ends in the middle") }
            if starts(with: "/>") || starts(with: ">") { break }
            let (key, value) = try attribute()
            if key == "xmlns" {
                element.bindings[""] = value
            } else if key.hasPrefix("xmlns:") {
                element.bindings[String(key.dropFirst(6))] = value
            } else {
                attributes.append((key, value))
            }
        }
        let isWhole = starts(with: "/>")
        at += isWhole ? 2 : 1
        (element.contentStart, element.end) = (at, at)
        let number = elements.count
        elements.append(element)
        if let parent = open.last { elements[parent].children.append(number) }
        guard number == 0 || !open.isEmpty else { throw fault("it has two outermost elements") }
        elements[number].name = try resolved(name, in: number, isAttribute: false)
        for (key, value) in attributes {
            let name = try resolved(key, in: number, isAttribute: true)
            guard elements[number].attributes.updateValue(value, forKey: name) == nil else {
                throw fault("an element has the attribute \(key.plainName) twice")
            }
        }
        if !isWhole { open.append(number) }
    }

    private mutating func close() throws(XMLFault) {
        let start = at
        at += 2
        let name = try word()
        skipBlanks()
        guard let last = open.popLast(), elements[last].qualifiedName == name, starts(with: ">") else {
            throw fault("</\(name.plainName)> closes another element")
        }
        at += 1
        elements[last].contentEnd = start
        elements[last].end = at
    }

    private mutating func attribute() throws(XMLFault) -> (String, String) {
        let key = try word()
        skipBlanks()
        guard starts(with: "=") else { throw fault("an attribute has no value") }
        at += 1
        skipBlanks()
        guard at < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[at]) else {
            throw fault("an attribute's value has no quotes")
        }
        let (quote, start) = (bytes[at], at + 1)
        guard let end = bytes[start...].firstIndex(of: quote) else { throw fault("it ends in the middle") }
        guard !bytes[start..<end].contains(UInt8(ascii: "<")) else { throw fault("an attribute's value has a <") }
        at = end + 1
        return (key, try decoded(start..<end, isAttribute: true))
    }

    private mutating func text() throws(XMLFault) {
        let end = bytes[at...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        defer { at = end }
        guard let last = open.last else {
            guard bytes[at..<end].allSatisfy({ Self.isBlank($0) }) else {
                throw fault("text stands outside of all elements")
            }
            return
        }
        elements[last].text += try decoded(at..<end, isAttribute: false)
    }

    /// The declaration of XML, which may name another encoding than what the bytes are read as, or any instruction.
    private mutating func declaration() throws(XMLFault) {
        let isFirst = starts(with: "<?xml ")
        let range = try skip(behind: "?>")
        guard isFirst else { return }
        let text = string(range).lowercased()
        guard !text.contains("encoding") || text.contains("utf-8") || text.contains("ascii") else {
            throw fault("it is no text in UTF-8")
        }
    }

    private mutating func skip(behind end: String, from first: Int = 2) throws(XMLFault) -> Range<Int> {
        let start = at
        let mark = Array(end.utf8)
        var next = at + first
        while next + mark.count <= bytes.count {
            if bytes[next] == mark[0], bytes[next..<next + mark.count].elementsEqual(mark) {
                at = next + mark.count
                return start..<at
            }
            next += 1
        }
        throw fault("it ends in the middle")
    }

    private mutating func word() throws(XMLFault) -> String {
        let start = at
        while at < bytes.count, !Self.endsName(bytes[at]) { at += 1 }
        guard at > start else { throw fault("a name is missing") }
        return string(start..<at)
    }

    private func resolved(_ name: String, in element: Int, isAttribute: Bool) throws(XMLFault) -> XMLName {
        guard let colon = name.firstIndex(of: ":") else {
            // An attribute without a prefix is of no namespace.
            let own = isAttribute ? nil : Self.namespace(of: "", in: element, elements)
            return XMLName(namespace: own ?? "", local: name)
        }
        let prefix = String(name[..<colon])
        guard let namespace = Self.namespace(of: prefix, in: element, elements) else {
            throw fault("the prefix \(prefix.plainName) is of no namespace")
        }
        return XMLName(namespace: namespace, local: String(name[name.index(after: colon)...]))
    }

    private func decoded(_ range: Range<Int>, isAttribute: Bool) throws(XMLFault) -> String {
        guard bytes[range].contains(where: { $0 == UInt8(ascii: "&") || $0 == 0x0D || isAttribute && $0 < 0x20 })
        else { return string(range) }
        var (text, rest) = ("", string(range).unicodeScalars[...])
        while let scalar = rest.popFirst() {
            switch scalar {
            case "&":
                guard let end = rest.firstIndex(of: ";"),
                    let meant = Self.reference(String(rest[..<end]))
                else { throw fault("an & begins nothing that is known") }
                text.unicodeScalars.append(meant)
                rest = rest[rest.index(after: end)...]
            case "\r":
                if rest.first == "\n" { rest.removeFirst() }
                text += isAttribute ? " " : "\n"
            case "\t" where isAttribute, "\n" where isAttribute: text += " "
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    private static func reference(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.first == "#" else { return nil }
            let digits = name.dropFirst()
            let number = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
            return number.flatMap(Unicode.Scalar.init)
        }
    }

    private mutating func skipBlanks() { while at < bytes.count, Self.isBlank(bytes[at]) { at += 1 } }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "<", ">", "/", "=", "'", "\"", "&": true
        default: isBlank(byte)
        }
    }

    private func starts(with text: String) -> Bool { bytes[at...].starts(with: text.utf8) }

    private func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private func fault(_ what: String) -> XMLFault {
        XMLFault(what: what, line: 1 + bytes[..<min(at, bytes.count)].count { $0 == 0x0A })
    }
}

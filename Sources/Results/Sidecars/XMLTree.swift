/// A document of XML 1.0 as its elements and where their bytes lie, so that an edit leaves all else as it is.
///
/// It takes UTF-8 alone, and no document type: neither stands in a sidecar, and the latter makes a small file large.
struct XMLTree: Sendable {
    /// An element; its place in ``elements`` is its number.
    struct Element: Sendable {
        /// The element around it; nil of the outermost.
        let parent: Int?
        /// Its name with the prefix that the document has.
        let qualifiedName: String
        var name: XMLName
        var attributes: [XMLName: String] = [:]
        /// The namespaces that it binds to prefixes.
        var bindings: [String: String] = [:]
        var children: [Int] = []
        /// Its own text, without that of its children.
        var text = ""
        let start: Int
        /// Behind the `>` of its first tag.
        var contentStart: Int
        /// At the `<` of its last tag; nil where its first is all.
        var contentEnd: Int?
        var end: Int
    }

    /// More than any sidecar has; a hostile one must not take all of the memory.
    static let (mostElements, deepest) = (100_000, 100)
    private static let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

    let bytes: [UInt8]
    let elements: [Element]

    /// Reads a document.
    ///
    /// - Throws: `XMLFault` with the line of what is no such XML.
    init(_ bytes: [UInt8]) throws(XMLFault) {
        var scan = XMLScan(bytes)
        try scan.run()
        (self.bytes, elements) = (bytes, scan.elements)
    }

    /// The namespace of a prefix within an element; nil where none is bound.
    func namespace(of prefix: String, in element: Int) -> String? {
        XMLScan.namespace(of: prefix, in: element, elements)
    }

    /// The first child of a name.
    func child(_ name: XMLName, of element: Int) -> Int? {
        elements[element].children.first { elements[$0].name == name }
    }

    /// Whether nothing but blanks stands between an element's children: no text, comment or instruction.
    func holdsElementsAlone(_ element: Int) -> Bool {
        let own = elements[element]
        var from = own.contentStart
        for (start, end) in own.children.map({ (elements[$0].start, elements[$0].end) }) + [(own.contentEnd ?? from, 0)]
        {
            guard bytes[from..<max(from, start)].allSatisfy(Self.blanks.contains) else { return false }
            from = end
        }
        return true
    }

    /// From where an element goes with the blanks in front of it, as it was put there.
    func startWithBlanks(_ element: Int) -> Int {
        var start = elements[element].start
        while start > 0, Self.blanks.contains(bytes[start - 1]) { start -= 1 }
        return start
    }
}

/// A name with the namespace that it is of.
struct XMLName: Sendable, Hashable {
    /// The namespace's address; empty for none.
    let namespace: String
    let local: String

    init(_ namespace: XMPNamespace, _ local: String) { self.init(namespace: namespace.rawValue, local: local) }

    init(namespace: String, local: String) { (self.namespace, self.local) = (namespace, local) }
}

/// What is wrong in a document, and in which line.
struct XMLFault: Error, Hashable {
    let what: String
    let line: Int
}

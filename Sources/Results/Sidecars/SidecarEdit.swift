/// Changes of a sidecar's bytes: elements are put in or taken out, and all else stays.
struct SidecarEdit {
    /// An element that is put in, with prefixes as Quiver writes them.
    struct Node {
        /// The namespaces of its prefixes.
        let namespaces: [XMPNamespace]
        /// Its text; what it is handed stands behind its name, and binds prefixes.
        let text: (_ bindings: String) -> String

        init(_ namespaces: [XMPNamespace], _ text: @escaping (String) -> String) {
            (self.namespaces, self.text) = (namespaces, text)
        }

        /// A property that is a list.
        init(list place: Sidecar.Place, kind: String, _ items: [Node]) {
            let space = XMPNamespace(rawValue: place.name.namespace) ?? .quiver
            let name = "\(space.prefix):\(place.name.local)"
            self.init([.rdf, space]) { bindings in
                let list = items.map { "\n     " + $0.text("") }.joined()
                return "<\(name)\(bindings)>\n    <rdf:\(kind)>\(list)\n    </rdf:\(kind)>\n   </\(name)>"
            }
        }
    }

    private struct Splice {
        let range: Range<Int>
        let text: String
    }

    private let former: Sidecar
    private var tree: XMLTree { former.tree }
    private var splices: [Splice] = []
    private var made: [Node] = []
    /// The properties that go as a whole.
    private var gone: Set<Int> = []
    private var removed: [Sidecar.Place: [Int]] = [:]
    private var added: [Sidecar.Place: [Node]] = [:]

    init(of former: Sidecar) { self.former = former }

    /// Takes a property out.
    mutating func remove(_ place: Sidecar.Place) {
        if let list = former.list(place) { gone.insert(list.property) }
    }

    /// Takes items out of a list, and the property with its last one.
    mutating func remove(_ items: [Int], of place: Sidecar.Place) { removed[place, default: []] += items }

    /// Puts items into a list that is there.
    mutating func add(_ items: [Node], to place: Sidecar.Place) { added[place, default: []] += items }

    /// Puts in a property that is not there.
    mutating func make(_ property: Node) { made.append(property) }

    /// The sidecar with the changes.
    var bytes: [UInt8] {
        var edit = self
        edit.spliceLists()
        edit.spliceProperties()
        var (bytes, at) = ([UInt8](), 0)
        let order = edit.splices.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }
        for (_, splice) in order {
            bytes += tree.bytes[at..<splice.range.lowerBound]
            bytes += splice.text.utf8
            at = splice.range.upperBound
        }
        return bytes + tree.bytes[at...]
    }

    private mutating func spliceLists() {
        for place in [Sidecar.Place.keywords, .hierarchy, .tags, .regions, .notes] {
            guard let list = former.list(place), !gone.contains(list.property) else { continue }
            let (items, nodes) = (removed[place] ?? [], added[place] ?? [])
            if !items.isEmpty, items.count == list.items.count, nodes.isEmpty, former.holdsNothingElse(place) {
                gone.insert(list.property)
                continue
            }
            for item in items { cut(item) }
            put(nodes, into: list.list)
        }
    }

    private mutating func spliceProperties() {
        // Into the description with Quiver's notes, or one of its own.
        let home = former.list(.notes).flatMap { tree.elements[$0.property].parent }
        for description in former.descriptions {
            let element = tree.elements[description]
            let going = element.children.filter(gone.contains)
            let isBare = element.attributes.keys.allSatisfy { $0.local == "about" }
            let isHome = description == home && !made.isEmpty
            let isAll = going.count == element.children.count && tree.holdsElementsAlone(description)
            if !going.isEmpty, isAll, isBare, !isHome {
                cut(description)
            } else {
                for property in going { cut(property) }
            }
        }
        guard !made.isEmpty else { return }
        if let home {
            put(made, into: home, indent: "\n   ")
        } else {
            let nodes = made
            let namespaces = XMPNamespace.allCases.filter { space in nodes.contains { $0.namespaces.contains(space) } }
            let about = XMLText.escaped(former.about)
            let description = Node(namespaces) { bindings in
                let properties = nodes.map { "\n   " + $0.text("") }.joined()
                return "<rdf:Description\(bindings) rdf:about=\"\(about)\">\(properties)\n  </rdf:Description>"
            }
            put([description], into: former.rdf, indent: "\n  ")
        }
    }

    private mutating func cut(_ element: Int) {
        splices.append(Splice(range: tree.startWithBlanks(element)..<tree.elements[element].end, text: ""))
    }

    /// Puts elements behind the last one of an element.
    private mutating func put(_ nodes: [Node], into parent: Int, indent: String? = nil) {
        guard !nodes.isEmpty else { return }
        let element = tree.elements[parent]
        let last = element.children.last
        let blanks = last.map { last in
            String(decoding: tree.bytes[tree.startWithBlanks(last)..<tree.elements[last].start], as: UTF8.self)
        }
        let text = nodes.map { node in
            (indent ?? blanks ?? "") + node.text(XMPNamespace.bindings(missing(node.namespaces, in: parent)))
        }.joined()
        if element.contentEnd != nil {
            let place = last.map { tree.elements[$0].end } ?? element.contentStart
            splices.append(Splice(range: place..<place, text: text))
        } else {
            // `<rdf:Bag/>` is opened.
            let slash = element.end - 2
            splices.append(Splice(range: slash..<element.end, text: ">" + text + "</\(element.qualifiedName)>"))
        }
    }

    /// The namespaces whose prefixes mean something else in an element, or nothing.
    private func missing(_ namespaces: [XMPNamespace], in element: Int) -> [XMPNamespace] {
        namespaces.filter { tree.namespace(of: $0.prefix, in: element) != $0.rawValue }
    }
}

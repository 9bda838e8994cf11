/// A sidecar as it lies there: what keywords and regions it has, and which of them are Quiver's.
struct Sidecar: Sendable {
    /// A property that is a list.
    struct List: Sendable {
        /// The property's element.
        let property: Int
        /// The `rdf:Bag` or `rdf:Seq` in it.
        let list: Int
        /// Its items.
        let items: [Int]
    }

    /// Where a list stands.
    enum Place: Sendable, Hashable {
        case keywords, hierarchy, tags, regions, notes

        var name: XMLName {
            switch self {
            case .keywords: XMLName(.dc, "subject")
            case .hierarchy: XMLName(.lr, "hierarchicalSubject")
            case .tags: XMLName(.digiKam, "TagsList")
            case .regions: XMLName(.regions, "Regions")
            case .notes: XMLName(.quiver, "Labels")
            }
        }
    }

    static let description = XMLName(.rdf, "Description")
    private static let lists = [XMLName(.rdf, "Bag"), XMLName(.rdf, "Seq"), XMLName(.rdf, "Alt")]

    let tree: XMLTree
    /// The element that holds all descriptions.
    let rdf: Int
    /// The elements that hold properties.
    let descriptions: [Int]
    private let found: [Place: List]

    /// A sidecar without anything in it.
    static let empty = """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="\(XMPNamespace.meta.rawValue)" x:xmptk="Quiver">
         <rdf:RDF xmlns:rdf="\(XMPNamespace.rdf.rawValue)">
         </rdf:RDF>
        </x:xmpmeta>
        <?xpacket end="w"?>

        """

    /// - Throws: `SidecarFault` with what is wrong in it.
    init(_ bytes: [UInt8]) throws(SidecarFault) {
        do throws(XMLFault) { tree = try XMLTree(bytes) } catch {
            throw SidecarFault("line \(error.line): \(error.what)")
        }
        let root = XMLName(.rdf, "RDF")
        guard let rdf = tree.elements[0].name == root ? 0 : tree.child(root, of: 0) else {
            throw SidecarFault("it holds no XMP")
        }
        self.rdf = rdf
        let (tree, descriptions) = (tree, tree.elements[rdf].children)
        self.descriptions = descriptions.filter { tree.elements[$0].name == Self.description }
        var found: [Place: List] = [:]
        for place in [Place.keywords, .hierarchy, .tags, .notes, .regions] {
            let isAttribute = self.descriptions.contains { tree.elements[$0].attributes[place.name] != nil }
            let property = self.descriptions.lazy.compactMap { tree.child(place.name, of: $0) }.first
            guard isAttribute || property != nil else { continue }
            let holder =
                place == .regions
                ? property.flatMap { Self.field(XMLName(.regions, "RegionList"), of: $0, tree) } : property
            guard !isAttribute, let property, let holder,
                let list = tree.elements[holder].children.first(where: { Self.lists.contains(tree.elements[$0].name) })
            else {
                let local = place.name.local
                throw SidecarFault("its \(local) has a form that is not known")
            }
            let items = tree.elements[list].children.filter { tree.elements[$0].name == XMLName(.rdf, "li") }
            found[place] = List(property: property, list: list, items: items)
        }
        self.found = found
    }

    /// A list of it; nil where it has none.
    func list(_ place: Place) -> List? { found[place] }

    /// The texts of a list's items.
    func texts(_ place: Place) -> [String] { found[place].map { $0.items.map(text) } ?? [] }

    /// The text of an item, which may have qualifiers beside it.
    func text(_ item: Int) -> String {
        let value = XMLName(.rdf, "value")
        let holder = tree.child(Self.description, of: item) ?? item
        return tree.elements[holder].attributes[value]
            ?? tree.elements[tree.child(value, of: holder) ?? item].text
    }

    /// The region of an item; nil where it has no rectangle.
    func region(_ item: Int) -> SidecarLabels.Region? {
        func number(_ local: String, _ area: Int) -> Double? {
            Self.text(XMLName(.area, local), of: area, tree).flatMap { Double($0) }
        }
        guard let area = Self.field(XMLName(.regions, "Area"), of: item, tree), let x = number("x", area),
            let y = number("y", area), let width = number("w", area), let height = number("h", area)
        else { return nil }
        let name = Self.text(XMLName(.regions, "Name"), of: item, tree) ?? ""
        return .init(name: name, x: x, y: y, width: width, height: height)
    }

    /// The size of the photo that the regions go by; nil where it is not said.
    var appliedSize: (width: Double, height: Double)? {
        guard let regions = found[.regions],
            let size = Self.field(XMLName(.regions, "AppliedToDimensions"), of: regions.property, tree),
            let width = Self.text(XMLName(.dimensions, "w"), of: size, tree).flatMap({ Double($0) }),
            let height = Self.text(XMLName(.dimensions, "h"), of: size, tree).flatMap({ Double($0) })
        else { return nil }
        return (width, height)
    }

    /// What `rdf:about` says, which is the same in all descriptions of a sidecar.
    var about: String {
        descriptions.lazy.compactMap { [tree] in
            tree.elements[$0].attributes[XMLName(.rdf, "about")]
                ?? tree.elements[$0].attributes[XMLName(namespace: "", local: "about")]
        }.first ?? ""
    }

    /// A field of a structure, which RDF writes as children of its element or of a description in it.
    private static func field(_ name: XMLName, of structure: Int, _ tree: XMLTree) -> Int? {
        let holder = tree.child(description, of: structure) ?? structure
        return tree.child(name, of: holder)
    }

    /// The text of a field, which may be an attribute too.
    private static func text(_ name: XMLName, of structure: Int, _ tree: XMLTree) -> String? {
        let holder = tree.child(description, of: structure) ?? structure
        return tree.elements[structure].attributes[name] ?? tree.elements[holder].attributes[name]
            ?? tree.child(name, of: holder).map { tree.elements[$0].text }
    }
}

/// Why a sidecar stays as it is, to follow its name.
struct SidecarFault: Error, Hashable {
    let why: String

    init(_ why: String) { self.why = why }
}

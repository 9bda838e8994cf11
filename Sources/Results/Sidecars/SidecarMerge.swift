/// Puts a photo's labels into a sidecar: what is Quiver's is replaced, all else stays byte for byte.
struct SidecarMerge {
    /// The keyword above Quiver's in trees of keywords.
    static let root = "quiver"
    /// How far other programs move a region when they write it in pixels and back.
    private static let (moved, exact) = (0.002, 0.000_01)

    private let former: Sidecar
    private let labels: SidecarLabels
    private let owned: SidecarNotes
    private var edit: SidecarEdit

    private init(_ former: Sidecar, _ labels: SidecarLabels) {
        (self.former, self.labels) = (former, labels)
        owned = SidecarNotes(former.texts(.notes))
        edit = SidecarEdit(of: former)
    }

    /// A sidecar with the labels; the same bytes where it says them already.
    static func merged(_ former: Sidecar, with labels: SidecarLabels) -> [UInt8] {
        var merge = SidecarMerge(former, labels)
        var notes = SidecarNotes()
        notes.keywords = merge.mergeKeywords()
        notes.regions = merge.mergeRegions()
        if !labels.isEmpty { (notes.photo, notes.part) = (labels.photo, labels.part) }
        merge.set(.notes, to: notes.texts) { _ in true }
        return merge.edit.bytes
    }

    /// The keywords that are Quiver's: a keyword that the user has too stays the user's.
    private mutating func mergeKeywords() -> [String] {
        let own = Set(owned.keywords)
        let users = Set(former.texts(.keywords)).subtracting(own)
        let noted = labels.keywords.filter { !users.contains($0) }
        set(.keywords, to: noted) { own.contains($0) }
        // Programs that find a tree of keywords pass over those that are not in it: a user's must not be hidden by ours.
        let isOwn = { (text: String, separator: String) in text.hasPrefix(Self.root + separator) }
        func branches(_ separator: String) -> [String] {
            labels.keywords.map { Self.root + separator + $0.replacing(separator, with: "-") }
        }
        let usersTree = former.texts(.hierarchy).contains { !isOwn($0, "|") }
        let mayHaveTree = usersTree || users.subtracting([Self.root]).isEmpty
        set(.hierarchy, to: mayHaveTree ? branches("|") : []) { isOwn($0, "|") }
        if former.texts(.tags).contains(where: { !isOwn($0, "/") }) {
            set(.tags, to: branches("/")) { isOwn($0, "/") }
        }
        return noted
    }

    /// The regions that are Quiver's.
    private mutating func mergeRegions() -> [SidecarLabels.Region] {
        var (gone, kept, users): ([Int], [SidecarLabels.Region], [SidecarLabels.Region]) = ([], [], [])
        var (open, wanted) = (owned.regions, labels.regions)
        var usersItems = 0
        for item in former.list(.regions)?.items ?? [] {
            guard let region = former.region(item),
                let note = open.firstIndex(where: { $0.isNear(region, within: Self.moved) })
            else {
                usersItems += 1
                users += [former.region(item)].compactMap { $0 }
                continue
            }
            open.remove(at: note)
            if let same = wanted.firstIndex(where: { $0.isNear(region, within: Self.exact) }) {
                kept.append(wanted.remove(at: same))
            } else {
                gone.append(item)
            }
        }
        wanted.removeAll { region in users.contains { $0.isNear(region, within: Self.moved) } }
        let staying = Set(kept).union(wanted)
        let all = labels.regions.filter(staying.contains)
        let isStale = former.appliedSize.map { $0 != (Double(labels.width), Double(labels.height)) } ?? false
        if former.list(.regions) != nil, usersItems == 0, all.isEmpty || isStale {
            // Without a user's region in it the whole is Quiver's, if any of it is.
            guard !gone.isEmpty || !kept.isEmpty else {
                edit.add(wanted.map(region), to: .regions)
                return all
            }
            edit.remove(.regions)
            if !all.isEmpty { edit.make(regions(all)) }
        } else if former.list(.regions) != nil {
            edit.remove(gone, of: .regions)
            edit.add(wanted.map(region), to: .regions)
        } else if !wanted.isEmpty {
            edit.make(regions(wanted))
        }
        return all
    }

    /// Has a list hold these texts and those of others.
    ///
    /// - Parameter isOwn: Whether a text there may go.
    private mutating func set(_ place: Sidecar.Place, to texts: [String], _ isOwn: (String) -> Bool) {
        let items = texts.map { text in
            SidecarEdit.Node([.rdf]) { "<rdf:li\($0)>\(XMLText.escaped(text))</rdf:li>" }
        }
        guard let list = former.list(place) else {
            let kind = place == .tags ? "Seq" : "Bag"
            if !items.isEmpty { edit.make(.init(list: place, kind: kind, items)) }
            return
        }
        let wanted = Set(texts)
        var present: Set<String> = []
        let gone = list.items.filter { item in
            let text = former.text(item)
            // A second one of its own goes too.
            if isOwn(text), !wanted.contains(text) || present.contains(text) { return true }
            present.insert(text)
            return false
        }
        edit.remove(gone, of: place)
        edit.add(zip(texts, items).filter { !present.contains($0.0) }.map(\.1), to: place)
    }

    private func region(_ region: SidecarLabels.Region) -> SidecarEdit.Node {
        let values = [("x", region.x), ("y", region.y), ("w", region.width), ("h", region.height)]
        let area = values.map { "<stArea:\($0.0)>\(SidecarNotes.number($0.1))</stArea:\($0.0)>" }.joined()
        let type = region.type.map { "<mwg-rs:Type>\($0)</mwg-rs:Type>" } ?? ""
        return .init([.rdf, .regions, .area]) {
            "<rdf:li\($0) rdf:parseType=\"Resource\">\(XMLText.element("mwg-rs:Name", region.name))\(type)"
                + "<mwg-rs:Area rdf:parseType=\"Resource\">\(area)<stArea:unit>normalized</stArea:unit></mwg-rs:Area>"
                + "</rdf:li>"
        }
    }

    private func regions(_ all: [SidecarLabels.Region]) -> SidecarEdit.Node {
        let items = all.map { "\n      " + region($0).text("") }.joined()
        let size = [("w", "\(labels.width)"), ("h", "\(labels.height)"), ("unit", "pixel")]
        let fields = size.map { "<stDim:\($0.0)>\($0.1)</stDim:\($0.0)>" }.joined()
        return .init([.rdf, .regions, .area, .dimensions]) {
            "<mwg-rs:Regions\($0) rdf:parseType=\"Resource\">\n"
                + "    <mwg-rs:AppliedToDimensions rdf:parseType=\"Resource\">\(fields)</mwg-rs:AppliedToDimensions>\n"
                + "    <mwg-rs:RegionList>\n     <rdf:Bag>\(items)\n     </rdf:Bag>\n    </mwg-rs:RegionList>\n"
                + "   </mwg-rs:Regions>"
        }
    }
}

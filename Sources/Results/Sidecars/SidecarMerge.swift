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
        (notes.branches, notes.usersBranches) = merge.mergeTrees()
        notes.regions = merge.mergeRegions()
        if !labels.isEmpty { (notes.photo, notes.part) = (labels.photo, labels.part) }
        merge.set(.notes, to: notes.texts) { _ in true }
        return merge.edit.bytes
    }

    /// The keywords of users: one that has more than its text is a user's, whatever it says.
    private var usersKeywords: Set<String> {
        Set(former.texts(.keywords)).subtracting(owned.keywords).union(former.texts(.keywords, isPlain: false))
    }

    /// The keywords that are Quiver's: a keyword that the user has too stays the user's.
    private mutating func mergeKeywords() -> [String] {
        let (own, users) = (Set(owned.keywords), usersKeywords)
        let noted = labels.keywords.filter { !users.contains($0) }
        set(.keywords, to: noted) { own.contains($0) }
        return noted
    }

    /// The branches in trees of keywords that are Quiver's though their keyword is a user's, and those that are a user's.
    ///
    /// A user may have a root of the same name, and branches below it.
    private mutating func mergeTrees() -> (own: [String], users: [String]) {
        let (usersKeywords, known) = (self.usersKeywords, Set(owned.keywords + owned.branches))
        var (isMade, users): (Bool, Set<String>) = (false, [])
        var all: Set<String> = []
        for (place, separator) in [(Sidecar.Place.hierarchy, "|"), (.tags, "/")] {
            func branch(_ label: String) -> String { Self.root + separator + label.replacing(separator, with: "-") }
            let own = Set(known.map(branch)).subtracting(owned.usersBranches)
            let others = Set(former.texts(place)).subtracting(own)
            all.formUnion(labels.keywords.map(branch))
            users.formUnion(labels.keywords.map(branch).filter(others.contains))
            // Programs that find a tree of keywords pass over those that are not in it: a user's must not be hidden by ours.
            let mayBe =
                !others.isEmpty || place == .hierarchy && usersKeywords.subtracting([Self.root]).isEmpty
            var met: Set<String> = []
            set(place, to: mayBe ? labels.keywords.map(branch).filter { met.insert($0).inserted } : []) {
                own.contains($0)
            }
            isMade = isMade || mayBe
        }
        // Where Quiver makes none, a branch that comes later is a user's.
        if !isMade { users = all }
        return (labels.keywords.filter { isMade && usersKeywords.contains($0) }, users.sorted())
    }

    /// The regions that are Quiver's.
    private mutating func mergeRegions() -> [SidecarLabels.Region] {
        var (gone, kept, users): ([Int], [SidecarLabels.Region], [SidecarLabels.Region]) = ([], [], [])
        var open = RegionIndex(owned.regions, within: Self.moved)
        var wanted = RegionIndex(labels.regions, within: Self.exact)
        var usersItems = 0
        for item in former.list(.regions)?.items ?? [] {
            let region = former.region(item)
            // One that a user described further is that user's from then on.
            guard let region, former.isPlainRegion(item), open.takeNear(region) != nil else {
                usersItems += 1
                users += [region].compactMap { $0 }
                continue
            }
            if let same = wanted.takeNear(region) { kept.append(same) } else { gone.append(item) }
        }
        let others = RegionIndex(users, within: Self.moved)
        let added = wanted.rest.filter { !others.hasNear($0) }
        let staying = Set(kept).union(added)
        let all = labels.regions.filter(staying.contains)
        let isStale = former.appliedSize.map { $0 != (Double(labels.width), Double(labels.height)) } ?? false
        if former.list(.regions) != nil, usersItems == 0, all.isEmpty || isStale, former.holdsNothingElse(.regions) {
            // Without a user's region in it the whole is Quiver's, if any of it is.
            guard !gone.isEmpty || !kept.isEmpty else {
                edit.add(added.map(region), to: .regions)
                return all
            }
            edit.remove(.regions)
            if !all.isEmpty { edit.make(regions(all)) }
        } else if former.list(.regions) != nil {
            edit.remove(gone, of: .regions)
            edit.add(added.map(region), to: .regions)
        } else if !added.isEmpty {
            edit.make(regions(added))
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
            // A second one of its own goes too; one to which a user added something stays.
            if isOwn(text), former.isPlain(item), !wanted.contains(text) || present.contains(text) { return true }
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

/// What of a sidecar has the form that Quiver gives it: all else in it is a user's, and stays.
extension Sidecar {
    /// The names that stand in regions of Quiver's; Lightroom adds a rotation of zero.
    private static let ofRegions = Set(
        ["Name", "Type", "Area", "Rotation"].map { XMLName(.regions, $0) }
            + ["x", "y", "w", "h", "unit"].map { XMLName(.area, $0) }
            + ["Description", "parseType", "type", "value"].map { XMLName(.rdf, $0) })
    /// The names above them.
    private static let aboveRegions: Set = [description, XMLName(.regions, "RegionList")]

    /// The texts of the items that are texts alone, or of those that have more.
    func texts(_ place: Place, isPlain: Bool) -> [String] {
        list(place)?.items.filter { self.isPlain($0) == isPlain }.map(text) ?? []
    }

    /// Whether an item is a text alone: without qualifiers, and without a language.
    func isPlain(_ item: Int) -> Bool {
        tree.elements[item].attributes.isEmpty && tree.elements[item].children.isEmpty
    }

    /// Whether an item has what Quiver writes of a region, in whatever form, and nothing further.
    func isPlainRegion(_ item: Int) -> Bool {
        let element = tree.elements[item]
        return element.attributes.keys.allSatisfy(Self.ofRegions.contains)
            && element.children.allSatisfy { Self.ofRegions.contains(tree.elements[$0].name) && isPlainRegion($0) }
    }

    /// Whether a property has nothing in it but a list's items and, of regions, the size that they go by.
    func holdsNothingElse(_ place: Place) -> Bool {
        guard let list = list(place) else { return true }
        func isOwn(_ element: Int) -> Bool {
            let children = tree.elements[element].children
            let isBare = tree.elements[element].attributes.keys.allSatisfy {
                $0.namespace == Self.description.namespace
            }
            guard isBare, tree.holdsElementsAlone(element) else { return false }
            if element == list.list { return children == list.items }
            return children.allSatisfy { child in
                let name = tree.elements[child].name
                if name == XMLName(.regions, "AppliedToDimensions") { return true }
                return (child == list.list || Self.aboveRegions.contains(name)) && isOwn(child)
            }
        }
        return isOwn(list.property)
    }
}

import Findings

/// A kind of finding that is looked for in tiles of a photo; settings refuse tiles for all others.
package protocol TiledFinding: FindingKind {
    /// The findings of overlapping tiles as those of the whole photo, as ``FindingList/merged(_:threshold:edge:)`` has them.
    static func merged(_ found: [TileFindings], threshold: Double, edge: Double) -> [Self]
}

extension TiledFinding {
    /// The kind's findings of all tiles.
    static func all(of found: [TileFindings]) -> [Self] { found.flatMap { $0.found[of: Self.self] ?? [] } }
}

extension TiledFinding where Self: BoxedFinding {
    /// One finding for each object, with the best confidence of its parts, by descending confidence.
    ///
    /// - Parameters:
    ///   - areSame: Whether two parts of one label show one object.
    ///   - join: Makes one finding of pieces, the most confident first.
    static func merged(
        _ found: [TileFindings], edge: Double, where areSame: (TilePart<Self>, TilePart<Self>) -> Bool,
        join: ([TilePart<Self>]) -> Self?
    ) -> [Self] {
        let parts = found.flatMap { tile in
            (tile.found[of: Self.self] ?? []).map { TilePart($0, box: $0.box, in: tile.tile, edge: edge) }
        }
        let sound = parts.filter { !$0.item.confidence.isNaN }
        let merged = Dictionary(grouping: sound, by: \.item.label).sorted { $0.key < $1.key }.flatMap { _, parts in
            TileGroup.groups(of: parts, where: areSame).compactMap { group -> Self? in
                var found = join(group.parts)
                found?.confidence = group.confidence
                return found
            }
        }
        return merged.sorted { $0.confidence > $1.confidence }
    }

    /// What shares so much of its boxes is one object, and its surest part stands for it.
    package static func merged(_ found: [TileFindings], threshold: Double, edge: Double) -> [Self] {
        merged(found, edge: edge) {
            $0.box.intersectionOverUnion($1.box) > threshold
        } join: {
            $0.first?.item
        }
    }
}

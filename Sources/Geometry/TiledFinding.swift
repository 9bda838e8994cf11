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

/// What a detector found in one tile of a photo.
public struct TileFindings: Hashable, Sendable {
    /// The tile.
    public var tile: TileGrid.Tile
    /// In pixels of the upright photo.
    public var found: FindingList

    /// Findings of a tile, in pixels of the upright photo.
    public init(tile: TileGrid.Tile, found: FindingList) {
        self.tile = tile
        self.found = found
    }
}

/// A finding of one tile, with what decides whether it is part of a larger object.
struct TilePart<Item: Finding> {
    let item: Item
    let box: Box
    let tile: TileGrid.Tile
    /// Whether it ends where the tile ends.
    let isCut: Bool

    /// - Parameter edge: How near to the tile's edge, as a share of its side.
    init(_ item: Item, box: Box, in tile: TileGrid.Tile, edge: Double) {
        self.item = item
        self.box = box
        self.tile = tile
        isCut = tile.cuts(box, within: edge)
    }

    /// The pixels that both tiles show; nil where they share none.
    func overlap(with other: TilePart) -> Box? { tile.box.intersection(other.tile.box) }

    /// The area that has to lie in the other part: the piece's, or the smaller one's of two; nil where both are whole.
    func pieceArea(_ own: Double, with other: TilePart, _ others: Double) -> Double? {
        switch (isCut, other.isCut) {
        case (true, true): min(own, others)
        case (true, false): own
        case (false, true): others
        case (false, false): nil
        }
    }
}

/// What shows one object: a part that no edge cuts, or pieces of several tiles.
struct TileGroup<Item: Finding> {
    /// One whole part, or pieces with the most confident one first.
    private(set) var parts: [TilePart<Item>]
    /// The best of all parts that show it.
    private(set) var confidence: Double

    private init(_ part: TilePart<Item>) {
        parts = [part]
        confidence = part.item.confidence
    }

    /// Joins the parts of one label, greedily by confidence.
    ///
    /// Whole parts go before pieces: one that is the same as a better one goes, and so does a piece that a whole part
    /// explains. Pieces that are left are joined, also where only a third one shows that two belong together.
    /// - Parameter areSame: Whether two parts of different tiles show one object.
    static func groups(
        of parts: [TilePart<Item>], where areSame: (TilePart<Item>, TilePart<Item>) -> Bool
    ) -> [TileGroup] {
        let ordered = parts.sorted { $0.item.confidence > $1.item.confidence }
        func fit(_ group: TileGroup, _ part: TilePart<Item>) -> Bool {
            group.parts.contains { $0.tile != part.tile && areSame($0, part) }
        }
        var whole: [TileGroup] = []
        for part in ordered where !part.isCut && !whole.contains(where: { fit($0, part) }) {
            whole.append(TileGroup(part))
        }
        var pieces: [TileGroup] = []
        for part in ordered where part.isCut {
            let overlap = { (index: Int) in whole[index].parts[0].box.intersectionOverUnion(part.box) }
            let shown = whole.indices.filter { fit(whole[$0], part) }.max { overlap($0) < overlap($1) }
            if let shown {
                whole[shown].confidence = max(whole[shown].confidence, part.item.confidence)
                continue
            }
            let fitting = pieces.indices.filter { fit(pieces[$0], part) }
            guard let first = fitting.first else {
                pieces.append(TileGroup(part))
                continue
            }
            for index in fitting.dropFirst().reversed() { pieces[first].parts += pieces.remove(at: index).parts }
            pieces[first].parts.append(part)
        }
        return whole + pieces
    }
}

extension Box {
    /// The part that two boxes share; nil where they share none.
    func intersection(_ other: Box) -> Box? {
        let shared = Box(
            left: max(x, other.x), top: max(y, other.y), right: min(right, other.right),
            bottom: min(bottom, other.bottom))
        return shared.width > 0 && shared.height > 0 ? shared : nil
    }

    /// The smallest box around both.
    func union(_ other: Box) -> Box {
        Box(
            left: min(x, other.x), top: min(y, other.y), right: max(right, other.right),
            bottom: max(bottom, other.bottom))
    }
}

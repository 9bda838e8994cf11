import Findings

extension FindingList {
    /// The findings of overlapping tiles as those of the whole photo, by descending confidence; nil without tiles.
    ///
    /// Findings of different tiles with one label are one object where their intersection over union is over the threshold;
    /// where a tile's edge cuts a box or a mask, also where so much of the piece lies in the other one, or of the smaller
    /// one of two pieces, looking only at the pixels that both tiles show. A finding that no edge cuts stands for its object
    /// before all that are cut; where all are, boxes and masks are put together. Classes have the best score of all tiles.
    ///
    /// - Parameters:
    ///   - found: The tiles' findings, of one kind; those of another kind than the first tile's are left out.
    ///   - threshold: 0 to 1.
    ///   - edge: How near to a tile's edge a cut finding ends, as a share of the tile's side.
    public static func merged(
        _ found: [TileFindings], threshold: Double = 0.5, edge: Double = 0.01
    ) -> FindingList? {
        func parts<Item: Finding>(_ list: (FindingList) -> [Item]?, _ box: (Item) -> Box) -> [TilePart<Item>] {
            found.flatMap { tile in
                (list(tile.found) ?? []).map { TilePart($0, box: box($0), in: tile.tile, edge: edge) }
            }
        }
        return switch found.first?.found {
        case .detections: .detections(Self.detections(parts(\.detections, \.box), threshold))
        case .poses: .poses(Self.poses(parts(\.poses, \.box), threshold))
        case .masks: .masks(Self.masks(parts(\.masks, \.box), threshold))
        case .classes: .classes(Self.best(found.flatMap { $0.found.classes ?? [] }))
        case .codes: .codes(Self.codes(found))
        // Lines, pages and tables are read in whole photos: settings refuse tiles for them.
        case .texts, .pages, .contents: found.first?.found
        case nil: nil
        }
    }

    private static func detections(_ parts: [TilePart<Detection>], _ threshold: Double) -> [Detection] {
        one(of: parts) { a, b in
            if a.box.intersectionOverUnion(b.box) > threshold { return true }
            guard let both = a.overlap(with: b), let own = a.box.intersection(both),
                let other = b.box.intersection(both),
                let piece = a.pieceArea(own.area, with: b, other.area), let shared = own.intersection(other)
            else { return false }
            return shared.area > threshold * piece
        } join: { pieces in
            // A turned box cannot be put together: the largest piece stands for it.
            if pieces.contains(where: { $0.item.corners != nil }) {
                return pieces.max { $0.box.area < $1.box.area }?.item
            }
            guard var found = pieces.first?.item else { return nil }
            found.box = pieces.reduce(found.box) { $0.union($1.box) }
            return found
        }
    }

    private static func poses(_ parts: [TilePart<Pose>], _ threshold: Double) -> [Pose] {
        one(of: parts) {
            $0.box.intersectionOverUnion($1.box) > threshold
        } join: {
            $0.first?.item
        }
    }

    private static func masks(_ parts: [TilePart<InstanceMask>], _ threshold: Double) -> [InstanceMask] {
        one(of: parts) { a, b in
            guard a.box.intersection(b.box) != nil else { return false }
            if a.item.mask.intersectionOverUnion(b.item.mask) > threshold { return true }
            guard a.isCut || b.isCut, let both = a.overlap(with: b),
                let window = RunLengthMask(size: a.item.mask.size, box: both),
                let own = a.item.mask.intersection(window), let other = b.item.mask.intersection(window),
                let piece = a.pieceArea(Double(own.area), with: b, Double(other.area)),
                let shared = own.intersection(other)
            else { return false }
            return Double(shared.area) > threshold * piece
        } join: { pieces in
            guard var found = pieces.first?.item, pieces.count > 1 else { return pieces.first?.item }
            found.mask = pieces.dropFirst().reduce(found.mask) { $0.union($1.item.mask) ?? $0 }
            found.box = found.mask.box ?? found.box
            found.polygons = found.mask.polygons()
            return found
        }
    }

    /// One finding for each object, with the best confidence of its parts.
    ///
    /// - Parameter join: Makes one finding of pieces, the most confident first.
    private static func one<Item: MergedFinding>(
        of parts: [TilePart<Item>], where areSame: (TilePart<Item>, TilePart<Item>) -> Bool,
        join: ([TilePart<Item>]) -> Item?
    ) -> [Item] {
        let sound = parts.filter { !$0.item.confidence.isNaN }
        let merged = Dictionary(grouping: sound, by: \.item.label).sorted { $0.key < $1.key }.flatMap { _, parts in
            TileGroup.groups(of: parts, where: areSame).compactMap { group -> Item? in
                var found = join(group.parts)
                found?.confidence = group.confidence
                return found
            }
        }
        return merged.sorted { $0.confidence > $1.confidence }
    }

    /// Each code once, as the first tile that shows it has it.
    private static func codes(_ found: [TileFindings]) -> [Code] {
        found.flatMap { $0.found.codes ?? [] }.reduce(into: []) { kept, code in
            let isKnown = kept.contains { other in
                other.symbology == code.symbology && other.bytes == code.bytes
                    && other.corners.bounds.intersectionOverUnion(code.corners.bounds) > 0.2
            }
            if !isKnown { kept.append(code) }
        }
    }

    private static func best(_ classes: [ClassScore]) -> [ClassScore] {
        Dictionary(classes.filter { !$0.confidence.isNaN }.map { ($0.label, $0.confidence) }, uniquingKeysWith: max)
            .map { ClassScore(label: $0.key, confidence: $0.value) }
            .sorted { $0.confidence == $1.confidence ? $0.label < $1.label : $0.confidence > $1.confidence }
    }
}

/// A finding whose confidence follows from its parts.
private protocol MergedFinding: Finding {
    var confidence: Double { get set }
}

extension Detection: MergedFinding {}
extension Pose: MergedFinding {}
extension InstanceMask: MergedFinding {}

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

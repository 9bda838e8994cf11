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
        guard let first = found.first?.found, let kind = first.kind as? any TiledFinding.Type else {
            return found.first?.found
        }
        return kind.list(of: found, threshold: threshold, edge: edge)
    }
}

extension TiledFinding {
    fileprivate static func list(of found: [TileFindings], threshold: Double, edge: Double) -> FindingList {
        FindingList(merged(found, threshold: threshold, edge: edge))
    }
}

extension Detection: TiledFinding {
    /// As in ``FindingList/merged(_:threshold:edge:)``.
    package static func merged(_ found: [TileFindings], threshold: Double, edge: Double) -> [Detection] {
        merged(found, edge: edge) { a, b in
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
}

extension Pose: TiledFinding {}

extension InstanceMask: TiledFinding {
    /// As in ``FindingList/merged(_:threshold:edge:)``.
    package static func merged(_ found: [TileFindings], threshold: Double, edge: Double) -> [InstanceMask] {
        merged(found, edge: edge) { a, b in
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
}

extension Code: TiledFinding {
    /// Each code once, as the first tile that shows it has it.
    package static func merged(_ found: [TileFindings], threshold: Double, edge: Double) -> [Code] {
        all(of: found).reduce(into: []) { kept, code in
            let isKnown = kept.contains { other in
                other.symbology == code.symbology && other.bytes == code.bytes
                    && other.corners.bounds.intersectionOverUnion(code.corners.bounds) > 0.2
            }
            if !isKnown { kept.append(code) }
        }
    }
}

extension ClassScore: TiledFinding {
    /// Each class with its best score.
    package static func merged(_ found: [TileFindings], threshold: Double, edge: Double) -> [ClassScore] {
        Dictionary(
            all(of: found).filter { !$0.confidence.isNaN }.map { ($0.label, $0.confidence) }, uniquingKeysWith: max
        )
        .map { ClassScore(label: $0.key, confidence: $0.value) }
        .sorted { $0.confidence == $1.confidence ? $0.label < $1.label : $0.confidence > $1.confidence }
    }
}

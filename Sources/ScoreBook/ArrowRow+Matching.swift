import Findings
import Scoring

extension [ArrowRow] {
    /// The rows of a photo after the model has looked at it again.
    ///
    /// Each new arrow takes the row of the nearest old one that is near enough to be the same; pairs are made from the
    /// closest up. What is left over of the new ones gets numbers that nobody has, from the lowest up. What is left over of
    /// the old ones goes, unless a person spoke of it.
    func matched(
        to arrows: [DetectedArrow], on faces: [TargetDetection.Face], except taken: Set<Int>
    ) -> [ArrowRow] {
        var pairs: [(distance: Double, row: Int, arrow: Int)] = []
        for (row, places) in map({ $0.places(on: faces) }).enumerated() {
            for (index, arrow) in arrows.enumerated() {
                let tip = Point(x: arrow.pixelX, y: arrow.pixelY)
                guard let distance = places.map({ $0.distance(to: tip) }).min(), distance <= arrow.sameness(on: faces)
                else { continue }
                pairs.append((distance, row, index))
            }
        }
        var rows = self
        var matched: [Int: Int] = [:]
        var settled: Set<Int> = []
        for pair in pairs.sorted(by: { ($0.distance, $0.row, $0.arrow) < ($1.distance, $1.row, $1.arrow) })
        where matched[pair.row] == nil && !settled.contains(pair.arrow) {
            matched[pair.row] = pair.arrow
            settled.insert(pair.arrow)
            rows[pair.row].model = arrows[pair.arrow]
        }
        var result = rows.enumerated().filter { matched[$0.offset] != nil || $0.element.word != nil }.map(\.element)
        var numbers = taken.union(result.map(\.number))
        for (index, arrow) in arrows.enumerated() where !settled.contains(index) {
            let number = numbers.lowestFree
            numbers.insert(number)
            result.append(ArrowRow(number: number, model: arrow, word: nil))
        }
        return result.sorted { $0.number < $1.number }
    }
}

extension ArrowRow {
    /// How far a model may see an arrow from where it saw it before, in radii of the full 10-ring face.
    ///
    /// Generous, because the closest pairs come first: what is left over is seldom another arrow.
    fileprivate static let sameness = 0.08

    /// Where the model saw the arrow and where a person says that it stands, in pixels: a better model may see it there.
    fileprivate func places(on faces: [TargetDetection.Face]) -> [Point] {
        [model.map { Point(x: $0.pixelX, y: $0.pixelY) }, word?.pixel(on: faces)].compactMap { $0 }
    }
}

extension DetectedArrow {
    fileprivate func sameness(on faces: [TargetDetection.Face]) -> Double {
        guard let face, faces.indices.contains(face) else { return 0 }
        let outline = faces[face].outline
        return ArrowRow.sameness * (outline.a * outline.b).squareRoot() / faces[face].type.outlineRadius
    }
}

extension [ArrowRow] {
    /// The same arrows under numbers that nobody else has.
    func renumbered(avoiding taken: Set<Int>) -> [ArrowRow] {
        var numbers = taken.union(map(\.number))
        return map { row in
            guard taken.contains(row.number) else { return row }
            var row = row
            row.number = numbers.lowestFree
            numbers.insert(row.number)
            return row
        }
    }
}

extension Set<Int> {
    /// The lowest number from 1 that is not in it.
    var lowestFree: Int { (1...count + 1).first { !contains($0) } ?? count + 1 }
}

import Findings
import Scoring

extension [ArrowRow] {
    /// The rows of a photo after the model has looked at it again.
    ///
    /// A new arrow has its place in the list as its number, which the annotated picture shows. It takes over what a person
    /// said of the nearest old one that is near enough to be the same; pairs are made from the closest up. What a person
    /// said of an arrow that is no longer seen stays, under a number behind the new ones.
    func matched(to arrows: [DetectedArrow], on faces: [TargetDetection.Face]) -> [ArrowRow] {
        var pairs: [(distance: Double, row: Int, arrow: Int)] = []
        for (row, places) in map({ $0.places(on: faces) }).enumerated() {
            for (index, arrow) in arrows.enumerated() {
                let tip = Point(x: arrow.pixelX, y: arrow.pixelY)
                // Where the book cannot say any more where the arrow stood, its number has to do.
                if self[row].isDamaged, self[row].number == index + 1 { pairs.append((0, row, index)) }
                guard let distance = places.map({ $0.distance(to: tip) }).min(), distance <= arrow.sameness(on: faces)
                else { continue }
                pairs.append((distance, row, index))
            }
        }
        var matched: Set<Int> = []
        var corrections: [Int: ArrowRow] = [:]
        for pair in pairs.sorted(by: { ($0.distance, $0.row, $0.arrow) < ($1.distance, $1.row, $1.arrow) })
        where !matched.contains(pair.row) && corrections[pair.arrow] == nil {
            matched.insert(pair.row)
            corrections[pair.arrow] = self[pair.row]
        }
        var result = arrows.enumerated().map { index, arrow in
            ArrowRow(
                number: index + 1, model: arrow, manual: corrections[index]?.manual, archer: corrections[index]?.archer)
        }
        var numbers = Set(result.map(\.number))
        let rest = enumerated().filter { !matched.contains($0.offset) && $0.element.manual != nil }.map(\.element)
        for row in rest.sorted(by: { $0.number < $1.number }) {
            let number = numbers.contains(row.number) ? numbers.union(rest.map(\.number)).lowestFree : row.number
            numbers.insert(number)
            result.append(ArrowRow(number: number, model: row.model, manual: row.manual, archer: row.archer))
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
        [model.map { Point(x: $0.pixelX, y: $0.pixelY) }, manual?.pixel(on: faces)].compactMap { $0 }
    }
}

extension DetectedArrow {
    fileprivate func sameness(on faces: [TargetDetection.Face]) -> Double {
        guard let face, faces.indices.contains(face) else { return 0 }
        let outline = faces[face].outline
        return ArrowRow.sameness * (outline.a * outline.b).squareRoot() / faces[face].type.outlineRadius
    }
}

extension Set<Int> {
    /// The lowest number from 1 that is not in it.
    var lowestFree: Int { (1...count + 1).first { !contains($0) } ?? count + 1 }
}

import Findings
import Scoring

extension ArrowRow {
    /// The arrow as a session has it; nil where a user removed it.
    func arrow(inPhoto photo: Int, of row: PhotoRow, by settings: ScoringSettings) -> Session.Arrow? {
        let model = model.map { row.rescored($0, by: settings) }
        let archer = archer ?? row.marks.archer
        guard let manual else {
            return model.map { Session.Arrow(number: number, photo: photo, value: $0, archer: archer) }
        }
        if manual.isRemoved { return nil }
        let faces = row.faces
        let isPlaced = model != nil || manual.pixel(on: faces, of: model) != nil
        return Session.Arrow(
            number: number, photo: photo, value: manual.value(of: model, on: faces, by: settings),
            corrected: model, isPlaced: isPlaced, archer: archer)
    }
}

extension ArrowRow {
    /// The row on the same face as before, which may have another index since the photo was worked again.
    func moved(from old: [TargetDetection.Face], to new: [TargetDetection.Face]) -> ArrowRow {
        func index(_ face: Int?) -> Int? {
            guard let face, old.indices.contains(face) else { return face }
            let center = old[face].center
            return new.indices.min { new[$0].center.distance(to: center) < new[$1].center.distance(to: center) } ?? face
        }
        var row = self
        row.model?.face = index(model?.face)
        row.manual?.face = index(manual?.face)
        return row
    }
}

extension Correction.Value {
    /// The manual correction over what the model read: certain, and nothing to look at any more.
    fileprivate func value(
        of model: DetectedArrow?, on faces: [TargetDetection.Face], by settings: ScoringSettings
    ) -> DetectedArrow {
        var value = model ?? blank(on: faces)
        value.score = score
        value.isX = isX
        value.confidence = 1
        value.source = .person
        value.reviewReasons = []
        value.needsReview = false
        if !isPlace(of: model, on: faces), let position, let pixel = pixel(on: faces, of: model) {
            let index = index(on: faces) ?? 0
            let scorer = ArrowScorer(
                face: faces[index].type, system: settings.system, lineRule: settings.lineRule,
                shaftDiameter: settings.shaftDiameter)
            value.face = index
            value.place(at: position, scorer.score(at: position))
            (value.pixelX, value.pixelY) = (pixel.x, pixel.y)
        }
        return value
    }

    /// Where the correction puts the arrow, in pixels of the photo; nil where it does not say, or on no face.
    ///
    /// A user's place is one of the face's map. What was only confirmed is a place that the model read, which lies beside
    /// where the map has its pixel on a card that curls: by as much it lies beside the map's place in a later reading too.
    func pixel(on faces: [TargetDetection.Face], of model: DetectedArrow?) -> Point? {
        guard let position, let index = index(on: faces) else { return nil }
        let homography = faces[index].homography
        guard let model, model.face == index else { return homography.inverse?.map(position) }
        if isPlace(of: model, on: faces) { return model.pixel }
        let bend = isOnlyConfirmed ? homography.map(model.pixel) - model.place : Point(x: 0, y: 0)
        return homography.inverse?.map(position + bend)
    }

    /// Whether the correction leaves the arrow where the model read it; clients get that place with five decimals.
    func isPlace(of model: DetectedArrow?, on faces: [TargetDetection.Face]) -> Bool {
        guard let model, let position, let index = index(on: faces), model.face == index else { return false }
        return position.distance(to: model.place) < 1e-5
    }

    /// The value as a user gives it, with the face that it is about where it names a place.
    func settled(on own: Int?) -> Correction.Value {
        var value = self
        value.isOnlyConfirmed = false
        if position != nil { value.face = face ?? own ?? 0 }
        return value
    }

    private func index(on faces: [TargetDetection.Face]) -> Int? {
        let index = face ?? 0
        return faces.indices.contains(index) ? index : nil
    }

    /// An arrow that the model has not seen.
    private func blank(on faces: [TargetDetection.Face]) -> DetectedArrow {
        let index = index(on: faces)
        let pixel = pixel(on: faces, of: nil) ?? Point(x: 0, y: 0)
        return DetectedArrow(
            id: 0, face: index, normalizedX: 0, normalizedY: 0, pixelX: pixel.x, pixelY: pixel.y,
            distanceFromCenter: 0, clockPositionDeg: 0, confidence: 1,
            boundingBox: Box(x: pixel.x, y: pixel.y, width: 0, height: 0),
            kind: index.map { faces[$0].type == .card } == true ? .hole : .arrow, nock: nil, score: score, isX: isX,
            distanceMm: 0, distanceToLine: 0, reviewReasons: [], source: .person)
    }
}

extension [ArrowRow] {
    /// The rows of a photo after the model has looked at it again.
    ///
    /// A new arrow has its place in the list as its number, which the annotated picture shows. It takes over what a user
    /// said of the nearest old one that is near enough to be the same; pairs are made from the closest up. What a user
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

    /// Where the model saw the arrow and where a user says that it stands, in pixels: a better model may see it there.
    fileprivate func places(on faces: [TargetDetection.Face]) -> [Point] {
        let said = model != nil && manual?.isOnlyConfirmed == true ? nil : manual
        return [model?.pixel, said?.pixel(on: faces, of: model)].compactMap { $0 }
    }
}

extension DetectedArrow {
    fileprivate var pixel: Point { Point(x: pixelX, y: pixelY) }
    fileprivate var place: Point { Point(x: normalizedX, y: normalizedY) }

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

import Findings
import Scoring

extension ArrowRow {
    /// The arrow as a session has it; nil where a person removed it.
    func arrow(inPhoto photo: Int, of row: PhotoRow, by settings: ScoringSettings) -> Session.Arrow? {
        let model = model.map { row.rescored($0, by: settings) }
        guard let manual else {
            return model.map { Session.Arrow(number: number, photo: photo, value: $0, archer: archer) }
        }
        if manual.isRemoved { return nil }
        let faces = row.faces
        let isPlaced = model != nil || manual.pixel(on: faces) != nil
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
        if let position, let pixel = pixel(on: faces) {
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
    func pixel(on faces: [TargetDetection.Face]) -> Point? {
        guard let position, let index = index(on: faces) else { return nil }
        return faces[index].homography.inverse?.map(position)
    }

    /// The value as a person gives it, with the face that it is about where it names a place.
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
        let pixel = pixel(on: faces) ?? Point(x: 0, y: 0)
        return DetectedArrow(
            id: 0, face: index, normalizedX: 0, normalizedY: 0, pixelX: pixel.x, pixelY: pixel.y,
            distanceFromCenter: 0, clockPositionDeg: 0, confidence: 1,
            boundingBox: Box(x: pixel.x, y: pixel.y, width: 0, height: 0),
            kind: index.map { faces[$0].type == .card } == true ? .hole : .arrow, nock: nil, score: score, isX: isX,
            distanceMm: 0, distanceToLine: 0, reviewReasons: [], source: .person)
    }
}

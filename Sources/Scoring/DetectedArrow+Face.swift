import Findings

extension DetectedArrow {
    /// The same pixel of the photo on a face that a person moved or named, scored there; nil beyond its plane's horizon.
    ///
    /// A hole in a card keeps the radius that its box says. What the rule of spots made a miss stays one.
    public func moved(
        onto face: TargetDetection.Face, by settings: ScoringSettings,
        tolerances: ReviewTolerances = ReviewTolerances()
    ) -> DetectedArrow? {
        let tip = Point(x: pixelX, y: pixelY)
        let place = face.homography.map(tip)
        guard place.length.isFinite else { return nil }
        let scorer = ArrowScorer(
            face: face.type, system: settings.system, lineRule: settings.lineRule,
            shaftDiameter: settings.shaftDiameter)
        let pixel = face.homography.scale(at: tip)
        let radius = kind == .hole ? tolerances.holeRadius(boundingBox, pixel, on: face.type) : nil
        let geometry = scorer.score(at: place, radius: radius)
        var arrow = self
        arrow.place(at: place, geometry)
        if !(score == 0 && reviewReasons.contains(.secondInSpot)) {
            (arrow.score, arrow.isX) = (geometry.score, geometry.isX)
        }
        return arrow
    }

    /// Puts the arrow at a point of its face's plane, with what the rings say of that point; its score stays.
    public mutating func place(at point: Point, _ geometry: ArrowScore) {
        (normalizedX, normalizedY) = (point.x, point.y)
        distanceFromCenter = geometry.distanceFromCenter
        clockPositionDeg = geometry.clockPositionDeg
        distanceMm = geometry.distanceMm
        distanceToLine = geometry.distanceToLine
    }
}

import Findings

/// What the model saw of one arrow or hole, in pixels of the upright photo.
public struct Impact: Sendable, Hashable, Codable {
    /// What the model took it for.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case arrow, hole
    }

    /// Whether it is an arrow or a hole.
    public var kind: Kind
    /// Where the shaft enters the face, or the hole's centre.
    public var tip: Point
    /// The other end of the shaft; nil for a hole and where it is out of sight.
    public var nock: Point?
    /// How far the shaft can be followed where its nock is out of sight: to where it leaves the picture, or beyond.
    public var leaves: Point?
    /// 0 to 1.
    public var confidence: Double
    /// The arrow from tip to nock, or the hole.
    public var box: Box
    /// The index of the registered face it was seen on.
    public var face: Int
    /// The colour of the arrow's vanes and nock; nil where it is not seen.
    public var colour: ArrowColour?

    /// An impact in the photo's pixels, on the face of that index.
    public init(
        kind: Kind, tip: Point, nock: Point?, leaves: Point? = nil, confidence: Double, box: Box, face: Int,
        colour: ArrowColour? = nil
    ) {
        self.kind = kind
        self.tip = tip
        self.nock = nock
        self.leaves = leaves
        self.confidence = confidence
        self.box = box
        self.face = face
        self.colour = colour
    }

    /// The end of what is seen of the shaft; nil for a hole and where only the tip is seen.
    var shaftEnd: Point? { nock ?? leaves }
}

/// One arrow or hole of a photo, scored, as the photo's record names it.
///
/// Normalised lengths are in radii of the full 10-ring face, on reduced faces too.
public struct DetectedArrow: Sendable, Hashable, Codable {
    /// From 1, in the order of the photo's list: the arrow's number in the picture, on the sheet and for a correction.
    public var id: Int
    /// The index of the face in the photo's list; nil where it stands on none.
    public var face: Int?
    /// Right positive.
    public var normalizedX: Double
    /// Down positive.
    public var normalizedY: Double
    /// The point of impact in pixels of the upright photo, from the left.
    public var pixelX: Double
    /// The point of impact in pixels of the upright photo, from the top.
    public var pixelY: Double
    /// From the face's centre to the shaft's middle, in radii of the full 10-ring face.
    public var distanceFromCenter: Double
    /// 0 is three o'clock, growing clockwise: 90 is straight down.
    public var clockPositionDeg: Double
    /// 0 to 1; 1 for a manual correction.
    public var confidence: Double
    /// Around the arrow or hole, in pixels of the upright photo; of no size where it was added by hand.
    public var boundingBox: Box
    /// Whether it is an arrow or a hole.
    public var kind: Impact.Kind
    /// The shaft's other end in pixels of the upright photo; nil for a hole and where it is out of sight.
    public var nock: Point?
    /// 0 is a miss.
    public var score: Int
    /// Whether it counts as X; false where the system has no X.
    public var isX: Bool
    /// From the face's centre to the shaft's middle, in millimetres.
    public var distanceMm: Double
    /// The way to the nearest line that would change the score, in ring widths.
    public var distanceToLine: Double
    /// Whether it needs a manual review: there are ``reviewReasons``.
    public var needsReview: Bool
    /// Why it needs a manual review; empty where nothing is in doubt.
    public var reviewReasons: [ReviewReason]
    /// Whether the score is the model's or a manual correction.
    public var source: Source
    /// The colour of its vanes and nock; nil where it is not seen.
    public var colour: ArrowColour?

    /// Where a score comes from: the model, or a manual correction (`person`).
    public enum Source: String, Sendable, Codable, CaseIterable {
        case model, person
    }

    /// An arrow as a record names it; it needs review where there is a reason.
    public init(
        id: Int, face: Int?, normalizedX: Double, normalizedY: Double, pixelX: Double, pixelY: Double,
        distanceFromCenter: Double, clockPositionDeg: Double, confidence: Double, boundingBox: Box, kind: Impact.Kind,
        nock: Point?, score: Int, isX: Bool, distanceMm: Double, distanceToLine: Double,
        reviewReasons: [ReviewReason], source: Source, colour: ArrowColour? = nil
    ) {
        self.id = id
        self.face = face
        self.normalizedX = normalizedX
        self.normalizedY = normalizedY
        self.pixelX = pixelX
        self.pixelY = pixelY
        self.distanceFromCenter = distanceFromCenter
        self.clockPositionDeg = clockPositionDeg
        self.confidence = confidence
        self.boundingBox = boundingBox
        self.kind = kind
        self.nock = nock
        self.score = score
        self.isX = isX
        self.distanceMm = distanceMm
        self.distanceToLine = distanceToLine
        self.needsReview = !reviewReasons.isEmpty
        self.reviewReasons = reviewReasons
        self.source = source
        self.colour = colour
    }
}

/// Why an arrow needs a manual review.
public enum ReviewReason: String, Sendable, Codable, CaseIterable {
    /// So near a line that the score may be the next one.
    case nearLine
    case lowConfidence
    /// The face's rings do not lie where the map puts them.
    case poorRegistration
    /// More arrows than an end has.
    case tooManyArrows
    /// Fewer arrows than an end has.
    case tooFewArrows
    /// Another arrow in one spot of a sheet: only the lowest may count.
    case secondInSpot
    /// The shaft hides where it enters the face, or another arrow does.
    case hidden
    /// The face in the photo is not of the kind that the settings name.
    case otherFace
    /// A face is there, and nothing was found on it.
    case noArrows
    /// Most ends of the session have another number of arrows.
    case unusualCount
}

extension DetectedArrow {
    /// The same pixel of the photo on a face that was moved or named by hand, scored there; nil beyond its plane's horizon.
    ///
    /// A hole in a card keeps the radius of its box. What the rule of spots made a miss stays one.
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

    /// Puts the arrow at a point of its face's plane, with what the rings give that point; its score stays.
    public mutating func place(at point: Point, _ geometry: ArrowScore) {
        (normalizedX, normalizedY) = (point.x, point.y)
        distanceFromCenter = geometry.distanceFromCenter
        clockPositionDeg = geometry.clockPositionDeg
        distanceMm = geometry.distanceMm
        distanceToLine = geometry.distanceToLine
    }
}

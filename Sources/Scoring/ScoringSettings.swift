/// Which zone an arrow that touches a line counts.
public enum LineRule: String, Sendable, Codable, CaseIterable {
    /// The higher one, as in most codes.
    case higher
    /// The lower one, as in some field codes.
    case lower
}

/// What of a photo counts as a shot.
public enum CountedKind: String, Sendable, Codable, CaseIterable {
    /// Arrows, and holes on cards.
    ///
    /// On a card that a sure arrow stands in, arrows count there too, and its holes are old ones.
    case auto
    case arrows
    case holes
}

/// How a session is counted.
public struct ScoringSettings: Sendable, Hashable, Codable {
    /// Nil where each photo's face decides.
    public var face: FaceType?
    /// The faces of a round, one of whose prints a photo shows where ``face`` is nil; empty for any.
    public var faces: [FaceType]
    /// How arrows count.
    public var system: ScoringSystem
    /// Which zone a shaft counts that touches a line.
    public var lineRule: LineRule
    /// Nil where it is not known, or an end has several photos: nothing is checked then.
    public var arrowsPerEnd: Int?
    /// Whether ``arrowsPerEnd`` is one archer's, as a round says it: of several at one target each has so many.
    public var arrowsAreOneArchers: Bool
    /// In millimetres, see ``shaftDiameters``; 0 scores arrows by their middle alone.
    public var shaftDiameter: Double
    /// Which impacts are shots.
    public var count: CountedKind
    /// Impacts below it are no shots, unless an end is known to have more.
    public var confidence: Double

    /// The version of the rules and the decoder that turn a photo into scores.
    ///
    /// A change of what they answer adds 1: photos that were scored by an older version are then worked again.
    public static let scorerVersion = 9

    /// The shafts that may be shot, in millimetres: World Archery allows up to 9.3.
    public static let shaftDiameters = 0.5...9.3
    /// The shaft where no other is named, in millimetres.
    public static let usualShaftDiameter = 5.5

    /// How thick shafts look in a photo, in millimetres: those that are scored by their middle have the usual thickness.
    var visibleShaftDiameter: Double { shaftDiameter > 0 ? shaftDiameter : Self.usualShaftDiameter }

    /// Settings for one session; what is not named is as it is built in.
    public init(
        face: FaceType? = nil, system: ScoringSystem = .olympic, lineRule: LineRule = .higher,
        arrowsPerEnd: Int? = nil, shaftDiameter: Double = usualShaftDiameter, count: CountedKind = .auto,
        confidence: Double = 0.35, faces: [FaceType] = [], arrowsAreOneArchers: Bool = false
    ) {
        self.arrowsAreOneArchers = arrowsAreOneArchers
        self.face = face
        self.faces = faces
        self.system = system
        self.lineRule = lineRule
        self.arrowsPerEnd = arrowsPerEnd
        self.shaftDiameter = shaftDiameter
        self.count = count
        self.confidence = confidence
    }
}

/// A way to count.
public enum ScoringSystem: String, Sendable, Codable, CaseIterable {
    /// 10 to 1, with X.
    case olympic
    /// 10 to 1, with X.
    case compound
    /// 10 to 1, without X.
    case indoor
    /// 6 to 1.
    case field

    /// Whether an X is distinguished from a 10.
    public var countsX: Bool { self == .olympic || self == .compound }
}

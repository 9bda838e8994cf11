/// One point of a pose.
public struct Keypoint: Hashable, Sendable, Codable {
    /// What it is, as the kind's ``Skeleton`` names it, such as `leftEye`; nil where it has no name.
    public var name: String?
    /// In pixels of the upright photo, right positive; it may lie outside.
    public var x: Double
    /// In pixels of the upright photo, down positive; it may lie outside.
    public var y: Double
    /// The depth in pixels of the photo, away from the camera positive, from an origin of the model's; nil for none.
    public var z: Double?
    /// How sure the model is that it can be seen, 0 to 1; nil where the model does not say.
    public var visibility: Double?
    /// Where it lies in the world, from the middle of the hips or of the hand; nil where the model does not say.
    public var metres: WorldPoint?

    /// A keypoint from its parts.
    public init(
        name: String? = nil, x: Double, y: Double, z: Double? = nil, visibility: Double? = nil,
        metres: WorldPoint? = nil
    ) {
        self.name = name
        self.x = x
        self.y = y
        self.z = z
        self.visibility = visibility
        self.metres = metres
    }

    /// A keypoint at a point.
    public init(
        name: String? = nil, point: Point, z: Double? = nil, visibility: Double? = nil, metres: WorldPoint? = nil
    ) {
        self.init(name: name, x: point.x, y: point.y, z: z, visibility: visibility, metres: metres)
    }

    /// Where it lies.
    public var point: Point {
        get { Point(x: x, y: y) }
        set { (x, y) = (newValue.x, newValue.y) }
    }
}

extension Keypoint {
    static let format = ValueFormat.object(
        Keypoint(x: 0, y: 0),
        [
            RecordKey("name", optional: \.name, .text), RecordKey("x", \.x, .pixels), RecordKey("y", \.y, .pixels),
            RecordKey("z", optional: \.z, .pixels),
            RecordKey("visibility", optional: \.visibility, .share(decimals: 4)),
            RecordKey("metres", optional: \.metres, .metres),
        ]
    ).moving { $1.keypoint($0) }
}

/// One point of a dense surface, without a name.
public struct MeshPoint: Hashable, Sendable {
    /// In pixels of the upright photo, right positive.
    public var x: Double
    /// In pixels of the upright photo, down positive.
    public var y: Double
    /// The depth in pixels of the photo, away from the camera positive.
    public var z: Double

    /// A point from its coordinates.
    public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }
}

/// An array of three numbers, `[x, y, z]`.
extension MeshPoint: Codable {
    /// Reads three numbers; throws `DecodingError` where they are fewer or more.
    public init(from decoder: any Decoder) throws {
        var numbers = try decoder.unkeyedContainer()
        x = try numbers.decode(Double.self)
        y = try numbers.decode(Double.self)
        z = try numbers.decode(Double.self)
        guard numbers.isAtEnd else {
            throw DecodingError.dataCorruptedError(in: numbers, debugDescription: "a point has three numbers")
        }
    }

    /// Writes three numbers.
    public func encode(to encoder: any Encoder) throws {
        var numbers = encoder.unkeyedContainer()
        try numbers.encode(x)
        try numbers.encode(y)
        try numbers.encode(z)
    }
}

extension ValueFormat where Value == MeshPoint {
    /// `[x, y, z]` in pixels of the upright photo.
    static let meshPoint = ValueFormat<[Double]>.list(.pixels).mapped { numbers in
        numbers.count == 3 ? MeshPoint(x: numbers[0], y: numbers[1], z: numbers[2]) : nil
    } from: {
        [$0.x, $0.y, $0.z]
    }.moving { $1.meshPoint($0) }
}

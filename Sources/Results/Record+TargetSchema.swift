import JSONTree
import Scoring

extension Record {
    /// The faces of a photo.
    static var targets: JSONValue {
        object(
            (
                "faces",
                list(
                    of: object(
                        ("type", words(FaceType.self)), ("sizeAssumed", ["type": "boolean"]), ("center", point),
                        ("homography", ["type": "array", "items": number, "minItems": 9, "maxItems": 9]),
                        (
                            "outline",
                            object(
                                ("cx", number), ("cy", number), ("a", positive), ("b", positive), ("angleDeg", number))
                        ),
                        ("residual", positive), ("confidence", share)))
            ),
            ("reason", orNull(text)))
    }

    /// One scored arrow or hole.
    static var arrow: JSONValue {
        object(
            ("id", whole(from: 1)), ("face", orNull(whole(from: 0))), ("normalizedX", number), ("normalizedY", number),
            ("pixelX", number), ("pixelY", number), ("distanceFromCenter", positive),
            ("clockPositionDeg", ["type": "number", "minimum": 0, "maximum": 360]), ("confidence", share),
            ("boundingBox", object(("x", number), ("y", number), ("width", positive), ("height", positive))),
            ("kind", words(Impact.Kind.self)), ("nock", orNull(point)),
            ("score", ["type": "integer", "minimum": 0, "maximum": 10]), ("isX", ["type": "boolean"]),
            ("distanceMm", positive), ("distanceToLine", positive), ("needsReview", ["type": "boolean"]),
            ("reviewReasons", list(of: words(ReviewReason.self))), ("source", words(DetectedArrow.Source.self)))
    }

    private static let number: JSONValue = ["type": "number"]
    private static let positive: JSONValue = ["type": "number", "minimum": 0]
    private static let share: JSONValue = ["type": "number", "minimum": 0, "maximum": 1]

    private static var point: JSONValue { object(("x", number), ("y", number)) }
}

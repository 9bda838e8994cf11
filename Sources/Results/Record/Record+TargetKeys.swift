import Findings
import Foundation
import JSONTree
import Scoring

/// The keys of a scored target.
extension ValueFormat where Value == TargetDetection {
    static let targets = ValueFormat.object(
        TargetDetection(faces: []),
        [
            RecordKey("faces", \.faces, .list(.face)),
            RecordKey("reason", \.reason, .orNull(.text), absent: .some(nil)),
        ])
}

extension ValueFormat where Value == TargetDetection.Face {
    /// One face; its map has nine significant digits, for its last row multiplies pixels by the thousand.
    static let face = ValueFormat.object(
        TargetDetection.Face(
            type: .wa122, sizeAssumed: false, center: Point(x: 0, y: 0), homography: .identity,
            outline: Ellipse(cx: 0, cy: 0, a: 1, b: 1, angleDeg: 0), residual: 0, confidence: 0),
        [
            RecordKey("type", \.type, .word), RecordKey("sizeAssumed", \.sizeAssumed, .bool, absent: false),
            RecordKey("center", \.center, .point), RecordKey("homography", \.homography, .map),
            RecordKey("outline", \.outline, .outline),
            RecordKey("residual", \.residual, .number(decimals: 4, least: 0)),
            RecordKey("confidence", \.confidence, .share(decimals: 4)),
        ])
}

extension ValueFormat where Value == Homography {
    fileprivate static let map = ValueFormat(
        schema: ["type": "array", "items": ["type": "number"], "minItems": 9, "maxItems": 9]
    ) { map in
        .array(map.rows.map(ValueFormat<Double>.significant.write))
    } read: { (json) throws(RecordFormatError) in
        let rows = try ValueFormat<[Double]>.list(.significant).read(json)
        guard rows.count == 9 else { throw RecordFormatError() }
        return Homography(rows: rows)
    }
}

extension ValueFormat where Value == Double {
    /// A number with nine significant digits, for maps whose last row multiplies pixels by the thousand.
    fileprivate static let significant = number(schema: ["type": "number"]) { .significant($0, digits: 9) }
}

extension ValueFormat where Value == Ellipse {
    fileprivate static let outline = ValueFormat.object(
        Ellipse(cx: 0, cy: 0, a: 1, b: 1, angleDeg: 0),
        [
            RecordKey("cx", \.cx, .pixels), RecordKey("cy", \.cy, .pixels),
            RecordKey("a", \.a, .number(decimals: 3, least: 0)), RecordKey("b", \.b, .number(decimals: 3, least: 0)),
            RecordKey("angleDeg", \.angleDeg, .pixels),
        ])
}

extension ValueFormat where Value == DetectedArrow {
    /// One scored arrow or hole.
    static let arrow = ValueFormat.object(
        DetectedArrow(
            id: 1, face: nil, normalizedX: 0, normalizedY: 0, pixelX: 0, pixelY: 0, distanceFromCenter: 0,
            clockPositionDeg: 0, confidence: 0, boundingBox: Box(x: 0, y: 0, width: 0, height: 0), kind: .arrow,
            nock: nil, score: 0, isX: false, distanceMm: 0, distanceToLine: 0, reviewReasons: [], source: .model),
        [
            RecordKey("id", \.id, .whole(from: 1)), RecordKey("face", \.face, .orNull(.whole(from: 0))),
            RecordKey("normalizedX", \.normalizedX, .number(decimals: 5)),
            RecordKey("normalizedY", \.normalizedY, .number(decimals: 5)),
            RecordKey("pixelX", \.pixelX, .number(decimals: 2)), RecordKey("pixelY", \.pixelY, .number(decimals: 2)),
            RecordKey("distanceFromCenter", \.distanceFromCenter, .number(decimals: 5, least: 0)),
            RecordKey("clockPositionDeg", \.clockPositionDeg, .number(decimals: 2, least: 0, most: 360)),
            RecordKey("confidence", \.confidence, .share(decimals: 4)), RecordKey("boundingBox", \.boundingBox, .box),
            RecordKey("kind", \.kind, .word),
            RecordKey("nock", \.nock, .orNull(ValueFormat<Point>.point), absent: .some(nil)),
            RecordKey("score", \.score, .whole(from: 0, to: 10)), RecordKey("isX", \.isX, .bool),
            RecordKey("distanceMm", \.distanceMm, .number(decimals: 2, least: 0)),
            RecordKey("distanceToLine", \.distanceToLine, .number(decimals: 4, least: 0)),
            RecordKey("needsReview", \.needsReview, .bool), RecordKey("reviewReasons", \.reviewReasons, .list(.reason)),
            RecordKey("source", \.source, .word, absent: .model),
            RecordKey("colour", optional: \.colour, .word),
        ])
}

extension ValueFormat where Value == ReviewReason {
    /// A doubt; one of a later version becomes a doubt about the model.
    fileprivate static let reason = ValueFormat(schema: word.schema, write: word.write) {
        (json) throws(RecordFormatError) in
        guard case .string(let text) = json else { throw RecordFormatError() }
        return ReviewReason(rawValue: text) ?? .lowConfidence
    }
}

extension TargetDetection.Face {
    /// The face as records and reports have it.
    public var json: JSONValue { ValueFormat<Self>.face.write(self) }
}

extension DetectedArrow {
    /// The arrow as records and reports have it.
    ///
    /// - Parameter isPlaced: False where it is not known where it stands: everything about its place is then null.
    public func json(isPlaced: Bool) -> JSONValue {
        let json = ValueFormat<Self>.arrow.write(self)
        guard !isPlaced, case .object(let members) = json else { return json }
        return .object(members.map { Self.places.contains($0.name) ? .init($0.name, .null) : $0 })
    }

    /// The keys that say where it stands.
    private static let places: Set = [
        "normalizedX", "normalizedY", "pixelX", "pixelY", "distanceFromCenter", "clockPositionDeg", "boundingBox",
        "distanceMm", "distanceToLine",
    ]
}

extension JSONValue {
    /// A number with so many significant digits.
    static func significant(_ value: Double, digits: Int) -> JSONValue {
        guard value.isFinite, value != 0 else { return .integer(0) }
        let decimals = digits - 1 - Int(log10(value.magnitude).rounded(.down))
        return .rounded(value, decimals: min(max(decimals, 0), 24))
    }
}

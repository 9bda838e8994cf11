import Findings
import Foundation
import JSONTree
import Scoring

extension TargetDetection {
    var json: JSONValue { ["faces": .array(faces.map(\.json)), "reason": .init(reason)] }
}

extension TargetDetection.Face {
    /// The face as records and reports have it.
    ///
    /// The map has nine significant digits: its last row multiplies pixels by the thousand.
    public var json: JSONValue {
        [
            "type": .string(type.rawValue), "sizeAssumed": .bool(sizeAssumed), "center": center.json,
            "homography": .array(homography.rows.map { .significant($0, digits: 9) }),
            "outline": [
                "cx": .rounded(outline.cx, decimals: 3), "cy": .rounded(outline.cy, decimals: 3),
                "a": .rounded(outline.a, decimals: 3), "b": .rounded(outline.b, decimals: 3),
                "angleDeg": .rounded(outline.angleDeg, decimals: 3),
            ],
            "residual": .rounded(residual, decimals: 4), "confidence": .rounded(confidence, decimals: 4),
        ]
    }
}

extension DetectedArrow {
    /// The arrow as a record has it.
    var json: JSONValue { json(isPlaced: true) }

    /// The arrow as records and reports have it.
    ///
    /// - Parameter isPlaced: False where nobody knows where it stands: everything about its place is then null.
    public func json(isPlaced: Bool) -> JSONValue {
        func number(_ value: Double, _ decimals: Int) -> JSONValue {
            isPlaced ? .rounded(value, decimals: decimals) : nil
        }
        return [
            "id": .integer(id), "face": face.map { .integer($0) } ?? nil,
            "normalizedX": number(normalizedX, 5), "normalizedY": number(normalizedY, 5),
            "pixelX": number(pixelX, 2), "pixelY": number(pixelY, 2),
            "distanceFromCenter": number(distanceFromCenter, 5), "clockPositionDeg": number(clockPositionDeg, 2),
            "confidence": .rounded(confidence, decimals: 4), "boundingBox": isPlaced ? boundingBox.json : nil,
            "kind": .string(kind.rawValue), "nock": nock?.json ?? nil, "score": .integer(score), "isX": .bool(isX),
            "distanceMm": number(distanceMm, 2), "distanceToLine": number(distanceToLine, 4),
            "needsReview": .bool(needsReview), "reviewReasons": .array(reviewReasons.map { .string($0.rawValue) }),
            "source": .string(source.rawValue),
        ]
    }
}

extension Point {
    var json: JSONValue { ["x": .rounded(x, decimals: 3), "y": .rounded(y, decimals: 3)] }
}

extension Box {
    var json: JSONValue {
        [
            "x": .rounded(x, decimals: 3), "y": .rounded(y, decimals: 3), "width": .rounded(width, decimals: 3),
            "height": .rounded(height, decimals: 3),
        ]
    }
}

extension JSONValue {
    /// A number with so many significant digits.
    static func significant(_ value: Double, digits: Int) -> JSONValue {
        guard value.isFinite, value != 0 else { return .integer(0) }
        let decimals = digits - 1 - Int(log10(value.magnitude).rounded(.down))
        return .rounded(value, decimals: min(max(decimals, 0), 24))
    }
}

import Findings
import Foundation
import JSONTree
import Scoring

extension TargetDetection {
    var json: JSONValue { ["faces": .array(faces.map(\.json)), "reason": .init(reason)] }
}

extension TargetDetection.Face {
    /// The map has nine significant digits: its last row multiplies pixels by the thousand.
    var json: JSONValue {
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
    var json: JSONValue {
        [
            "id": .integer(id), "face": face.map { .integer($0) } ?? nil,
            "normalizedX": .rounded(normalizedX, decimals: 5), "normalizedY": .rounded(normalizedY, decimals: 5),
            "pixelX": .rounded(pixelX, decimals: 2), "pixelY": .rounded(pixelY, decimals: 2),
            "distanceFromCenter": .rounded(distanceFromCenter, decimals: 5),
            "clockPositionDeg": .rounded(clockPositionDeg, decimals: 2),
            "confidence": .rounded(confidence, decimals: 4), "boundingBox": boundingBox.json,
            "kind": .string(kind.rawValue), "nock": nock?.json ?? nil, "score": .integer(score), "isX": .bool(isX),
            "distanceMm": .rounded(distanceMm, decimals: 2), "distanceToLine": .rounded(distanceToLine, decimals: 4),
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

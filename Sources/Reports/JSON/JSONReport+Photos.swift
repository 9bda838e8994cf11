import Findings
import Foundation
import JSONTree
import Scoring

extension Session.Photo {
    var json: JSONValue {
        [
            "path": .string(path), "captured": .init(captured.map(Dates.iso)), "annotated": .init(annotated),
            "width": .integer(width), "height": .integer(height), "faces": .array(faces.map(\.json)),
        ]
    }
}

extension TargetDetection.Face {
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

extension Session.Arrow {
    var json: JSONValue {
        guard case .object(let members) = value.json(isPlaced: isPlaced) else { return nil }
        let place: [JSONValue.Member] = [
            .init("number", .integer(number)), .init("photo", .init(photo)), .init("isPlaced", .bool(isPlaced)),
        ]
        return .object(place + members + [.init("corrected", corrected?.json(isPlaced: true) ?? nil)])
    }
}

extension DetectedArrow {
    /// The arrow; where it stands is null where that is not known.
    func json(isPlaced: Bool) -> JSONValue {
        func number(_ value: Double, _ decimals: Int) -> JSONValue {
            isPlaced ? .rounded(value, decimals: decimals) : nil
        }
        let box = boundingBox
        let place: JSONValue = isPlaced ? box.json : nil
        return [
            "id": .integer(id), "face": face.map { .integer($0) } ?? nil,
            "normalizedX": number(normalizedX, 5), "normalizedY": number(normalizedY, 5),
            "pixelX": number(pixelX, 2), "pixelY": number(pixelY, 2),
            "distanceFromCenter": number(distanceFromCenter, 5), "clockPositionDeg": number(clockPositionDeg, 2),
            "confidence": .rounded(confidence, decimals: 4), "boundingBox": place,
            "kind": .string(kind.rawValue), "nock": nock?.json ?? nil, "score": .integer(score), "isX": .bool(isX),
            "distanceMm": number(distanceMm, 2), "distanceToLine": number(distanceToLine, 4),
            "needsReview": .bool(needsReview), "reviewReasons": .array(reviewReasons.map { .string($0.rawValue) }),
            "source": .string(source.rawValue),
        ]
    }
}

extension Point {
    fileprivate var json: JSONValue { ["x": .rounded(x, decimals: 3), "y": .rounded(y, decimals: 3)] }
}

extension Box {
    fileprivate var json: JSONValue {
        [
            "x": .rounded(x, decimals: 3), "y": .rounded(y, decimals: 3), "width": .rounded(width, decimals: 3),
            "height": .rounded(height, decimals: 3),
        ]
    }
}

extension JSONValue {
    /// A number with so many significant digits.
    fileprivate static func significant(_ value: Double, digits: Int) -> JSONValue {
        guard value.isFinite, value != 0 else { return .integer(0) }
        let decimals = digits - 1 - Int(log10(value.magnitude).rounded(.down))
        return .rounded(value, decimals: min(max(decimals, 0), 24))
    }
}

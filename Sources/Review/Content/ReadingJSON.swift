import Findings
import JSONTree
import Storage

extension TextLine: AnsweredFinding {
    /// The line as the page gets it.
    var json: JSONValue? {
        [
            "text": .string(text), "confidence": .rounded(confidence, decimals: 4),
            "corners": .array(corners.corners.map(\.pixelJSON)),
        ]
    }

    static func json(_ said: [ReviewedReading]) -> JSONValue { .array(said.map(\.json)) }
}

extension Code: AnsweredFinding {
    /// The code as the page gets it.
    var json: JSONValue? {
        [
            "symbology": .string(symbology.rawValue), "text": .string(text), "confidence": 1,
            "corners": .array(corners.corners.map(\.pixelJSON)),
        ]
    }

    static func json(_ said: [ReviewedReading]) -> JSONValue { .array(said.map(\.json)) }
}

extension ReviewedReading {
    fileprivate var json: JSONValue {
        [
            "text": .string(text), "confidence": confidence.map { .rounded($0, decimals: 4) } ?? nil,
            "origin": .init(origin), "corners": corners.map { .array($0.corners.map(\.pixelJSON)) } ?? nil,
            "symbology": .init(symbology?.rawValue),
        ]
    }
}

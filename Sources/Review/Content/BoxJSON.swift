import Findings
import JSONTree
import Storage

extension Detection: AnsweredFinding {
    /// The box as the page gets it.
    var json: JSONValue? {
        [
            "label": .string(label), "confidence": .rounded(confidence, decimals: 4), "box": box.json,
            "corners": corners.map { .array($0.map(\.pixelJSON)) } ?? nil,
        ]
    }

    static func json(_ said: [ReviewedBox]) -> JSONValue { .array(said.map(\.json)) }
}

extension ReviewedBox {
    fileprivate var json: JSONValue {
        [
            "label": .string(label), "box": box.json,
            "confidence": confidence.map { .rounded($0, decimals: 4) } ?? nil, "origin": .init(origin),
        ]
    }
}

extension ClassScore: AnsweredFinding {
    /// The class as the page gets it.
    var json: JSONValue? { ["label": .string(label), "confidence": .rounded(confidence, decimals: 4)] }

    static func json(_ said: String) -> JSONValue { .string(said) }
}

extension Box {
    var json: JSONValue {
        [
            "x": .rounded(x, decimals: 2), "y": .rounded(y, decimals: 2), "width": .rounded(width, decimals: 2),
            "height": .rounded(height, decimals: 2),
        ]
    }
}

import Findings
import JSONTree
import Storage

extension Page: AnsweredFinding {
    /// The page of paper as the review's page gets it.
    var json: JSONValue? {
        [
            "confidence": .rounded(confidence, decimals: 4),
            "corners": .array(corners.corners.map(\.pixelJSON)),
        ]
    }

    static func json(_ said: [ReviewedPage]) -> JSONValue { .array(said.map(\.json)) }
}

extension ReviewedPage {
    fileprivate var json: JSONValue {
        [
            "corners": .array(corners.corners.map(\.pixelJSON)),
            "confidence": confidence.map { .rounded($0, decimals: 4) } ?? nil, "origin": .init(origin),
        ]
    }
}

import Findings
import JSONTree
import Storage

extension Page {
    /// The page of paper as the review's page gets it.
    var json: JSONValue {
        [
            "confidence": .rounded(confidence, decimals: 4),
            "corners": .array(corners.corners.map(\.pixelJSON)),
        ]
    }
}

extension [String: [ReviewedPage]] {
    /// The pages of each detector, as clients send them and get them.
    var json: JSONValue {
        .object(sorted { $0.key < $1.key }.map { name, pages in .init(name, .array(pages.map(\.json))) })
    }
}

extension ReviewedPage {
    fileprivate var json: JSONValue {
        [
            "corners": .array(corners.corners.map(\.pixelJSON)),
            "confidence": confidence.map { .rounded($0, decimals: 4) } ?? nil, "origin": .init(origin),
        ]
    }
}

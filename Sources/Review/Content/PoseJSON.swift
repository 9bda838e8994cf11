import Findings
import JSONTree
import Storage

extension Pose: AnsweredFinding {
    /// The pose as the page gets it.
    var json: JSONValue? {
        [
            "label": .string(label), "confidence": .rounded(confidence, decimals: 4), "box": box.json,
            "keypoints": .array(keypoints.map(\.json)),
        ]
    }

    static func json(_ said: [ReviewedPose]) -> JSONValue { .array(said.map(\.json)) }
}

extension Keypoint {
    /// The keypoint as clients send it and get it.
    var json: JSONValue {
        [
            "name": .init(name), "x": .rounded(x, decimals: 2), "y": .rounded(y, decimals: 2),
            "visibility": visibility.map { .rounded($0, decimals: 4) } ?? nil,
        ]
    }
}

extension Point {
    /// A corner, in pixels of the photo.
    var pixelJSON: JSONValue { ["x": .rounded(x, decimals: 2), "y": .rounded(y, decimals: 2)] }
}

extension InstanceMask: AnsweredFinding {
    /// The longest side of a mask on the page: finer than a finger, and soon drawn.
    private static let longestSide = 1024

    /// The object as the page gets it, with its mask at a size to draw on.
    var json: JSONValue? {
        mask.scaled(to: mask.size.fitting(longestSide: Self.longestSide)).map { mask in
            [
                "label": .string(label), "confidence": .rounded(confidence, decimals: 4), "box": box.json,
                "mask": mask.json,
            ]
        }
    }

    static func json(_ said: [ReviewedMask]) -> JSONValue { .array(said.map(\.json)) }
}

extension RunLengthMask {
    /// COCO's own object.
    var json: JSONValue {
        ["size": [.integer(size.height), .integer(size.width)], "counts": .string(counts)]
    }
}

extension ReviewedPose {
    /// The pose as clients send it and get it.
    var json: JSONValue {
        [
            "label": .string(label), "box": box.json, "keypoints": .array(keypoints.map(\.json)),
            "confidence": confidence.map { .rounded($0, decimals: 4) } ?? nil, "origin": .init(origin),
        ]
    }
}

extension ReviewedMask {
    /// The object as clients send it and get it.
    var json: JSONValue {
        [
            "label": .string(label), "mask": mask.json,
            "confidence": confidence.map { .rounded($0, decimals: 4) } ?? nil, "origin": .init(origin),
        ]
    }
}

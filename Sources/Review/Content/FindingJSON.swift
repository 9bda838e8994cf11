import Findings
import JSONTree
import Storage

extension Pose {
    /// The pose as the page gets it.
    var json: JSONValue {
        [
            "label": .string(label), "confidence": .rounded(confidence, decimals: 4), "box": box.json,
            "keypoints": .array(keypoints.map(\.json)),
        ]
    }
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

extension Quadrilateral {
    /// The corners, in pixels of the photo.
    fileprivate var json: JSONValue { .array(corners.map(\.pixelJSON)) }
}

extension Box {
    /// The box, in pixels of the photo.
    var json: JSONValue {
        [
            "x": .rounded(x, decimals: 2), "y": .rounded(y, decimals: 2), "width": .rounded(width, decimals: 2),
            "height": .rounded(height, decimals: 2),
        ]
    }
}

extension ReviewedBox {
    /// The box as clients send it and get it.
    var json: JSONValue {
        [
            "label": .string(label), "box": box.json,
            "confidence": confidence.map { .rounded($0, decimals: 4) } ?? nil, "origin": .init(origin),
        ]
    }
}

extension InstanceMask {
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

extension TextLine {
    /// The line as the page gets it.
    var json: JSONValue {
        [
            "text": .string(text), "confidence": .rounded(confidence, decimals: 4),
            "corners": corners.json,
        ]
    }
}

extension Code {
    /// The code as the page gets it.
    var json: JSONValue {
        [
            "symbology": .string(symbology.rawValue), "text": .string(text), "confidence": 1,
            "corners": corners.json,
        ]
    }
}

extension ReviewedReading {
    /// The line or code as clients send it and get it.
    var json: JSONValue {
        [
            "text": .string(text), "confidence": confidence.map { .rounded($0, decimals: 4) } ?? nil,
            "origin": .init(origin), "corners": corners?.json ?? nil,
            "symbology": .init(symbology?.rawValue),
        ]
    }
}

extension TextTable {
    /// The table as the page gets it.
    var json: JSONValue { .object([.init("confidence", .rounded(confidence, decimals: 4))] + members) }

    /// All of it but its confidence.
    fileprivate var members: [JSONValue.Member] {
        [
            .init("corners", corners.json), .init("isRuled", .bool(isRuled)),
            .init("rows", .integer(rows)), .init("columns", .integer(columns)),
            .init("cells", .array(cells.map(\.json))),
        ]
    }
}

extension TextTable.Cell {
    fileprivate var json: JSONValue {
        [
            "row": .integer(row), "column": .integer(column), "rowSpan": .integer(rowSpan),
            "columnSpan": .integer(columnSpan), "text": .string(text),
            "corners": corners.json,
        ]
    }
}

extension ReviewedTable {
    /// The table as clients send it and get it.
    var json: JSONValue {
        .object(
            [
                .init("confidence", confidence.map { .rounded($0, decimals: 4) } ?? nil),
                .init("origin", .integer(origin)),
            ] + table.members)
    }
}

extension Page {
    /// The page of paper as the review's page gets it.
    var json: JSONValue {
        [
            "confidence": .rounded(confidence, decimals: 4),
            "corners": corners.json,
        ]
    }
}

extension ReviewedPage {
    /// The page as clients send it and get it.
    var json: JSONValue {
        [
            "corners": corners.json,
            "confidence": confidence.map { .rounded($0, decimals: 4) } ?? nil, "origin": .init(origin),
        ]
    }
}

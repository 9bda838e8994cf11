import JSONTree

extension ValueFormat where Value == Double {
    /// A coordinate in pixels of the upright photo.
    package static let pixels = number(decimals: 3)
    fileprivate static let edge = number(decimals: 3, least: 0)
}

extension ValueFormat where Value == Box {
    /// In pixels of the upright photo; the corner is the top left one.
    package static let box = ValueFormat.object(
        Box(x: 0, y: 0, width: 0, height: 0),
        [
            RecordKey("x", \.x, .edge), RecordKey("y", \.y, .edge), RecordKey("width", \.width, .edge),
            RecordKey("height", \.height, .edge),
        ]
    ).moving { $1.box($0) }
}

extension ValueFormat where Value == Point {
    /// In pixels of the upright photo.
    package static let point = ValueFormat.object(
        Point(x: 0, y: 0), [RecordKey("x", \.x, .pixels), RecordKey("y", \.y, .pixels)]
    ).moving { $1.point($0) }
}

extension ValueFormat where Value == Quadrilateral {
    /// Four points, clockwise from the top left.
    package static let corners = ValueFormat<[Point]>.list(.point).mapped {
        Quadrilateral($0)
    } from: {
        $0.corners
    }
}

extension ValueFormat where Value == [Double] {
    /// `[x1, y1, x2, y2, …]` in pixels of the upright photo.
    static let polygon = ValueFormat.list(.pixels).moving { $1.polygon($0) }
}

extension ValueFormat where Value == RunLengthMask {
    /// COCO's own object: `{"size": [height, width], "counts": "…"}`.
    package static let runLengths = ValueFormat(
        schema: [
            "type": "object",
            "properties": [
                "size": [
                    "type": "array", "items": ["type": "integer", "minimum": 1], "minItems": 2, "maxItems": 2,
                ],
                "counts": ["type": "string"],
            ], "required": ["size", "counts"],
        ]
    ) { mask in
        ["size": [.integer(mask.size.height), .integer(mask.size.width)], "counts": .string(mask.counts)]
    } read: { (json) throws(RecordFormatError) in
        guard case .array(let sides)? = json["size"], sides.count == 2, case .integer(let height) = sides[0],
            case .integer(let width) = sides[1], case .string(let counts)? = json["counts"],
            let mask = RunLengthMask(size: PixelSize(width: width, height: height), counts: counts)
        else { throw RecordFormatError() }
        return mask
    }
}

/// What the keys of a finding fill.
extension Box {
    static let nowhere = Box(x: 0, y: 0, width: 0, height: 0)
}

extension Quadrilateral {
    static let nowhere = Quadrilateral(Box.nowhere)
}

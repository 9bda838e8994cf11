import Findings
import JSONTree

extension APIFormat where Value == Double {
    /// A coordinate in pixels of the photo, which may lie somewhat outside.
    fileprivate static let place = number(decimals: 2, least: -999_999, most: 999_999)
}

extension APIFormat where Value == Box {
    /// A box that was found.
    static let box = box(place: .number(decimals: 2), side: .number(decimals: 2)).named("Box")
    /// A box as clients send it.
    static let drawn = box(place: .place, side: .number(decimals: 2, least: 0.01, most: 999_999)).named("DrawnBox")

    private static func box(place: APIFormat<Double>, side: APIFormat<Double>) -> APIFormat {
        .object([
            APIKey("x", \.x, place), APIKey("y", \.y, place), APIKey("width", \.width, side),
            APIKey("height", \.height, side),
        ])
    }
}

extension APIFormat where Value == Point {
    /// In pixels of the photo.
    static let pixel = point(.number(decimals: 2)).named("Point")
    /// In radii of a face.
    static let onFace = point(.number(decimals: 6)).named("Point")
    fileprivate static let corner = point(.place)

    private static func point(_ place: APIFormat<Double>) -> APIFormat {
        .object([APIKey("x", \.x, place), APIKey("y", \.y, place)])
    }
}

extension APIFormat where Value == Quadrilateral {
    static let corners = APIFormat<[Point]>.list(.corner).with(["minItems": 4, "maxItems": 4])
        .of(\Quadrilateral.corners)
        .named("Corners", "Clockwise from the top left.")
}

extension APIFormat where Value == Keypoint {
    static let keypoint = object([
        APIKey("name", optional: \.name, .text), APIKey("x", \.x, .place), APIKey("y", \.y, .place),
        APIKey("z", orNull: .place),
        APIKey("visibility", optional: \.visibility, .share),
    ]).named("Keypoint")
}

extension APIFormat where Value == RunLengthMask {
    static let mask = APIFormat(.runLengths).named("Mask", "COCO's run lengths; the size is height, width.")
}

extension APIFormat where Value == Symbology {
    static let symbology = word.named("Symbology")
}

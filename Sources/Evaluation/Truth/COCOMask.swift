import Findings
import Geometry
import JSONTree

/// An object's pixels in one of COCO's three forms.
enum COCOMask {
    /// Run lengths of a size, as text.
    case text(size: PixelSize, counts: String)
    /// Run lengths of a size, as numbers.
    case runs(size: PixelSize, counts: [Int])
    /// Polygons, each as x and y in turn; of the photo's size.
    case polygons([[Double]])

    /// More than the text or the numbers of any mask.
    private static let (longestText, mostNumbers, mostPolygons) = (16 << 20, 2_000_000, 10_000)

    /// Nil where none is there.
    init?(from stream: inout JSONStream) throws {
        switch try stream.kind() {
        case .array:
            let polygons = try Self.polygons(from: &stream)
            guard !polygons.isEmpty else { return nil }
            self = .polygons(polygons)
        case .object: self = try Self.runs(from: &stream)
        case .null:
            try stream.skip()
            return nil
        default: throw stream.error("a \"segmentation\" is a list of polygons, or an object with size and counts")
        }
    }

    private static func polygons(from stream: inout JSONStream) throws -> [[Double]] {
        var (polygons, count): ([[Double]], Int) = ([], 0)
        try stream.array { stream in
            var polygon: [Double] = []
            try stream.array { stream in
                polygon.append(try stream.number())
                count += 1
                guard count <= mostNumbers else { throw stream.error("a mask of more than \(mostNumbers) numbers") }
            }
            guard polygon.count >= 6, polygon.count % 2 == 0 else {
                throw stream.error("a polygon has at least three corners, each an x and a y")
            }
            guard polygons.count < mostPolygons else {
                throw stream.error("a mask of more than \(mostPolygons) polygons")
            }
            polygons.append(polygon)
        }
        return polygons
    }

    private static func runs(from stream: inout JSONStream) throws -> COCOMask {
        var (sides, text, counts): ([Int], String?, [Int]?) = ([], nil, nil)
        try stream.object { stream, name in
            switch name {
            case "size":
                try stream.array { stream in
                    sides.append(try stream.integer())
                    guard sides.count <= 2 else { throw stream.error("a mask's \"size\" is its height and width") }
                }
            case "counts":
                if try stream.kind() == .string {
                    text = try stream.string(atMost: longestText)
                } else {
                    counts = try lengths(from: &stream)
                }
            default: try stream.skip()
            }
        }
        guard sides.count == 2 else { throw stream.error("a mask's \"size\" is its height and width") }
        let size = PixelSize(width: sides[1], height: sides[0])
        if let text { return .text(size: size, counts: text) }
        if let counts { return .runs(size: size, counts: counts) }
        throw stream.error("a mask has \"counts\"")
    }

    private static func lengths(from stream: inout JSONStream) throws -> [Int] {
        var numbers: [Int] = []
        try stream.array { stream in
            numbers.append(try stream.integer())
            guard numbers.count <= mostNumbers else { throw stream.error("a mask of more than \(mostNumbers) numbers") }
        }
        return numbers
    }

    /// The four corners of a mask that is one polygon of so many; nil of others.
    var corners: [Point]? {
        guard case .polygons(let polygons) = self, polygons.count == 1, let only = polygons.first, only.count == 8
        else {
            return nil
        }
        return stride(from: 0, to: 8, by: 2).map { Point(x: only[$0], y: only[$0 + 1]) }
    }

    /// Whether its pixels can be made: polygons need the photo's size.
    func isWhole(in photo: PixelSize?) -> Bool {
        guard case .polygons = self else { return true }
        return photo.map { $0.width > 0 && $0.height > 0 } ?? false
    }

    /// The pixels; nil where the numbers are of no picture of the size.
    ///
    /// - Parameter photo: The photo's size, for polygons.
    func mask(in photo: PixelSize?) -> RunLengthMask? {
        switch self {
        case .text(let size, let counts): return RunLengthMask(size: size, counts: counts)
        case .runs(let size, let counts): return RunLengthMask(size: size, runs: counts)
        case .polygons(let polygons):
            guard let photo else { return nil }
            return RunLengthMask(polygons: polygons, size: photo)
        }
    }
}

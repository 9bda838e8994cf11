import Findings

/// Grey pixels of 8 bits, row by row without gaps, and where they lie in the photo.
struct GreyPicture {
    var width: Int
    var height: Int
    var pixels: [UInt8]
    /// From places in this picture to places in the photo.
    var place = PlaneMap.identity

    /// In pixels.
    var area: Int { width * height }

    /// A picture whose pixels a closure writes, all of them.
    init(width: Int, height: Int, place: PlaneMap, fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        self.width = width
        self.height = height
        self.place = place
        pixels = [UInt8](unsafeUninitializedCapacity: width * height) { buffer, filled in
            buffer.initialize(repeating: 0)
            fill(UnsafeMutableBufferPointer(rebasing: buffer[..<(width * height)]))
            filled = width * height
        }
    }

    /// The luma of interleaved red, green and blue: 0.299, 0.587 and 0.114, as in ITU-R BT.601.
    init(rgb: UnsafeRawBufferPointer, size: PixelSize) {
        self.init(width: size.width, height: size.height, place: .identity) { grey in
            for index in 0..<grey.count {
                let red = UInt32(rgb[3 * index]) &* 306
                let green = UInt32(rgb[3 * index + 1]) &* 601
                let blue = UInt32(rgb[3 * index + 2]) &* 117
                grey[index] = UInt8(truncatingIfNeeded: (red &+ green &+ blue &+ 512) >> 10)
            }
        }
    }
}

/// A map between two planes that keeps parallels: `x' = a x + b y + c`, `y' = d x + e y + f`.
struct PlaneMap: Hashable {
    var a: Double
    var b: Double
    var c: Double
    var d: Double
    var e: Double
    var f: Double

    static let identity = PlaneMap(a: 1, b: 0, c: 0, d: 0, e: 1, f: 0)

    static func scaling(_ factor: Double) -> PlaneMap { PlaneMap(a: factor, b: 0, c: 0, d: 0, e: factor, f: 0) }

    func callAsFunction(_ point: Point) -> Point {
        Point(x: a * point.x + b * point.y + c, y: d * point.x + e * point.y + f)
    }

    /// First the other map, then this one.
    func after(_ first: PlaneMap) -> PlaneMap {
        PlaneMap(
            a: a * first.a + b * first.d, b: a * first.b + b * first.e, c: a * first.c + b * first.f + c,
            d: d * first.a + e * first.d, e: d * first.b + e * first.e, f: d * first.c + e * first.f + f)
    }
}

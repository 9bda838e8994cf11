import Findings
import Foundation

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

extension GreyPicture {
    /// The pixels that a box touches; nil where it touches none.
    ///
    /// - Parameter box: In this picture's own pixels.
    func part(_ box: Box) -> GreyPicture? {
        let left = Int(min(max(box.x.rounded(.down), 0), Double(width)))
        let top = Int(min(max(box.y.rounded(.down), 0), Double(height)))
        let right = Int(min(max(box.right.rounded(.up), 0), Double(width)))
        let bottom = Int(min(max(box.bottom.rounded(.up), 0), Double(height)))
        guard left < right, top < bottom else { return nil }
        let shift = PlaneMap(a: 1, b: 0, c: Double(left), d: 0, e: 1, f: Double(top))
        return GreyPicture(width: right - left, height: bottom - top, place: place.after(shift)) { target in
            for row in 0..<bottom - top {
                let start = (top + row) * width + left
                for column in 0..<right - left {
                    target[row * (right - left) + column] = pixels[start + column]
                }
            }
        }
    }

    /// Black for white.
    func inverted() -> GreyPicture {
        var result = self
        for index in result.pixels.indices { result.pixels[index] = 255 - result.pixels[index] }
        return result
    }

    /// Each pixel is the mean of the square of so many pixels around it; the edge is repeated outwards.
    ///
    /// - Parameter side: Odd, at most 63.
    func blurred(side: Int) -> GreyPicture {
        combined(side: side) { _, mean in mean }
    }

    /// Adds what a pixel differs from the mean of the square around it, `gain` times.
    ///
    /// - Parameter side: Odd, at most 63.
    func sharpened(gain: Float, side: Int) -> GreyPicture {
        combined(side: side) { value, mean in value + gain * (value - mean) }
    }

    /// What a rule makes of each pixel and the mean of the square of so many pixels around it.
    ///
    /// - Parameter side: Odd, at most 63.
    func combined(side: Int, _ rule: (Float, Float) -> Float) -> GreyPicture {
        let reach = side / 2
        let share = 1 / Float((2 * reach + 1) * (2 * reach + 1))
        var columns = [Int32](repeating: 0, count: width)
        return pixels.withUnsafeBufferPointer { source in
            columns.withUnsafeMutableBufferPointer { columns in
                GreyPicture(width: width, height: height, place: place) { target in
                    for offset in -reach...reach {
                        let first = min(max(offset, 0), height - 1) * width
                        for column in 0..<width { columns[column] &+= Int32(source[first + column]) }
                    }
                    for row in 0..<height {
                        var sum: Int32 = 0
                        for offset in -reach...reach { sum &+= columns[min(max(offset, 0), width - 1)] }
                        for column in 0..<width {
                            let index = row * width + column
                            let value = rule(Float(source[index]), Float(sum) * share)
                            target[index] = UInt8(min(max(value + 0.5, 0), 255))
                            sum &+= columns[min(column + reach + 1, width - 1)] &- columns[max(column - reach, 0)]
                        }
                        let leaving = max(row - reach, 0) * width
                        let coming = min(row + reach + 1, height - 1) * width
                        for column in 0..<width {
                            columns[column] &+= Int32(source[coming + column]) &- Int32(source[leaving + column])
                        }
                    }
                }
            }
        }
    }

    /// Half as wide and high, each pixel the mean of four; nil where nothing would be left.
    func halved() -> GreyPicture? {
        let across = width / 2
        let down = height / 2
        guard across > 0, down > 0 else { return nil }
        return pixels.withUnsafeBufferPointer { source in
            GreyPicture(width: across, height: down, place: place.after(.scaling(2))) { target in
                for row in 0..<down {
                    var upper = 2 * row * width
                    for index in row * across..<(row + 1) * across {
                        let lower = upper + width
                        let sum =
                            UInt16(source[upper]) &+ UInt16(source[upper + 1]) &+ UInt16(source[lower])
                            &+ UInt16(source[lower + 1])
                        target[index] = UInt8(truncatingIfNeeded: (sum &+ 2) >> 2)
                        upper += 2
                    }
                }
            }
        }
    }

    /// Twice as wide and high, bilinear about the pixels' middles: three parts of the nearer, one of the farther pixel.
    func doubled() -> GreyPicture {
        pixels.withUnsafeBufferPointer { source in
            GreyPicture(width: 2 * width, height: 2 * height, place: place.after(.scaling(0.5))) { target in
                for row in 0..<2 * height {
                    let near = row / 2 * width
                    let far = (row % 2 == 0 ? max(row / 2 - 1, 0) : min(row / 2 + 1, height - 1)) * width
                    for column in 0..<width {
                        let left = max(column - 1, 0)
                        let right = min(column + 1, width - 1)
                        let middle = 3 * UInt16(source[near + column]) &+ UInt16(source[far + column])
                        let before = 3 * UInt16(source[near + left]) &+ UInt16(source[far + left])
                        let after = 3 * UInt16(source[near + right]) &+ UInt16(source[far + right])
                        let index = row * 2 * width + 2 * column
                        target[index] = UInt8(truncatingIfNeeded: (3 &* middle &+ before &+ 8) >> 4)
                        target[index + 1] = UInt8(truncatingIfNeeded: (3 &* middle &+ after &+ 8) >> 4)
                    }
                }
            }
        }
    }

    /// Turned about its middle into a larger picture, bilinear; what the picture does not cover is white.
    ///
    /// - Parameter degrees: Clockwise.
    func turned(by degrees: Double) -> GreyPicture {
        let cosine = cos(degrees * .pi / 180)
        let sine = sin(degrees * .pi / 180)
        let size = Self.size(of: (Double(width), Double(height)), turnedBy: degrees)
        let across = Int(size.width.rounded(.up)) + 1
        let down = Int(size.height.rounded(.up)) + 1
        // From the new picture's places back to the old one's.
        let back = PlaneMap(
            a: cosine, b: sine, c: (Double(width) - cosine * Double(across) - sine * Double(down)) / 2,
            d: -sine, e: cosine, f: (Double(height) + sine * Double(across) - cosine * Double(down)) / 2)
        return pixels.withUnsafeBufferPointer { source in
            GreyPicture(width: across, height: down, place: place.after(back)) { target in
                for row in 0..<down {
                    for column in 0..<across {
                        let from = back(Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
                        target[row * across + column] = sample(source, x: from.x - 0.5, y: from.y - 0.5)
                    }
                }
            }
        }
    }

    /// The sides of what holds a turned picture.
    static func size(
        of size: (width: Double, height: Double), turnedBy degrees: Double
    ) -> (width: Double, height: Double) {
        let cosine = abs(cos(degrees * .pi / 180))
        let sine = abs(sin(degrees * .pi / 180))
        return (size.width * cosine + size.height * sine, size.width * sine + size.height * cosine)
    }

    /// The value between four pixels; `x` and `y` count from the first pixel's middle.
    @inline(__always)
    func sample(_ source: UnsafeBufferPointer<UInt8>, x: Double, y: Double) -> UInt8 {
        guard x > -0.5, y > -0.5, x < Double(width) - 0.5, y < Double(height) - 0.5 else { return 255 }
        let left = Int(max(x, 0))
        let top = Int(max(y, 0))
        let right = min(left + 1, width - 1)
        let bottom = min(top + 1, height - 1)
        let share = max(x, 0) - Double(left)
        let upper = Double(source[top * width + left]) * (1 - share) + Double(source[top * width + right]) * share
        let lower = Double(source[bottom * width + left]) * (1 - share) + Double(source[bottom * width + right]) * share
        let depth = max(y, 0) - Double(top)
        return UInt8(min(max(upper * (1 - depth) + lower * depth + 0.5, 0), 255))
    }
}

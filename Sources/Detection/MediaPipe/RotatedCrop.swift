import Findings
import Foundation

/// The turned square of a photo that a landmark model looks at.
///
/// Source: MediaPipe 0.10.21, `detections_to_rects_calculator.cc`, `rect_transformation_calculator.cc`,
/// `landmark_projection_calculator.cc`.
struct RotatedSquare: Hashable, Sendable {
    /// In pixels of the photo.
    var center: Point
    /// In pixels of the photo.
    var side: Double
    /// The turn in radians, -π up to π, clockwise positive.
    var angle: Double

    /// The photo's smallest square around it, centred: what a detector looks at.
    init(around photo: PixelSize) {
        center = Point(x: Double(photo.width) / 2, y: Double(photo.height) / 2)
        side = Double(max(photo.width, photo.height))
        angle = 0
    }

    /// A square from its parts.
    init(center: Point, side: Double, angle: Double) {
        self.center = center
        self.side = side
        self.angle = angle
    }

    /// A square around a detection's box.
    ///
    /// - Parameters:
    ///   - angle: The turn.
    ///   - scale: The square's side in longer sides of the box.
    ///   - shift: How far it is moved along its own y axis, in heights of the box.
    init(around box: Box, angle: Double, scale: Double, shift: Double = 0) {
        let middle = Point(x: box.x + box.width / 2, y: box.y + box.height / 2)
        self.init(
            center: Point(
                x: middle.x - box.height * shift * sin(angle), y: middle.y + box.height * shift * cos(angle)),
            side: max(box.width, box.height) * scale, angle: angle)
    }

    /// The turn that brings the direction from one point to another to a target, counter-clockwise from the x axis.
    static func angle(from start: Point, to end: Point, target: Double) -> Double {
        let turn = target - atan2(-(end.y - start.y), end.x - start.x)
        return turn - 2 * .pi * ((turn + .pi) / (2 * .pi)).rounded(.down)
    }

    /// False where there is nothing to look at.
    var isUsable: Bool { side > 0 && side.isFinite && center.x.isFinite && center.y.isFinite && angle.isFinite }

    /// Where a point of the square lies in the photo; the square's own coordinates are 0 to 1 from its top left corner.
    func photo(_ point: Point) -> Point {
        let (x, y) = ((point.x - 0.5) * side, (point.y - 0.5) * side)
        return Point(
            x: cos(angle) * x - sin(angle) * y + center.x, y: sin(angle) * x + cos(angle) * y + center.y)
    }

    /// The overlap of two squares without their turns, as intersection over union.
    func overlap(_ other: RotatedSquare) -> Double { upright.intersectionOverUnion(other.upright) }

    private var upright: Box { Box(centerX: center.x, centerY: center.y, width: side, height: side) }

    /// The indexes of the squares that are looked at: a later one replaces every earlier one that it overlaps by half.
    ///
    /// Source: MediaPipe 0.10.21, `association_norm_rect_calculator.cc`, with a smallest similarity of 0.5.
    static func associated(_ squares: [RotatedSquare]) -> [Int] {
        squares.indices.reduce(into: []) { kept, index in
            kept.removeAll { squares[$0].overlap(squares[index]) > 0.5 }
            kept.append(index)
        }
    }
}

/// Cuts a turned square out of a photo for a model, exactly as MediaPipe does on a processor.
///
/// Sample `u`, `v` of `n` reads the photo at `u/n - 0.5` and `v/n - 0.5` sides from the square's centre, in a frame whose
/// 0,0 is the centre of the first pixel: there is no half pixel anywhere, and nothing is smoothed, however much smaller
/// the crop is. The place is rounded to 1/32 pixel, halves to even; what is mixed of the four pixels around is rounded to
/// 8 bits, halves up. Source: `warpPerspective` of OpenCV 4.10 for 8 bits, as `image_to_tensor_converter_opencv.cc` of
/// MediaPipe 0.10.21 calls it.
struct RotatedCrop {
    /// What lies outside of the photo.
    enum Border {
        /// Black, as detectors have it.
        case zero
        /// The nearest pixel of the photo, as landmark models have it.
        case replicate
    }

    /// The side of the crop in pixels.
    let side: Int
    /// What lies outside of the photo.
    let border: Border

    /// The crop's pixels: 8-bit RGB, `side` × `side`.
    ///
    /// The square must be usable, that is of finite numbers.
    func callAsFunction(_ square: RotatedSquare, of photo: PhotoBytes) -> [UInt8] {
        let (cosine, sine) = (cos(square.angle), sin(square.angle))
        let offsets = (0..<side).map { (Double($0) / Double(side) - 0.5) * square.side }
        let offsetsX = offsets.map { (x: $0 * cosine, y: $0 * sine) }
        return [UInt8](unsafeUninitializedCapacity: side * side * 3) { output, count in
            offsetsX.withUnsafeBufferPointer { columns in
                for v in 0..<side {
                    let (rowX, rowY) = (offsets[v] * sine, offsets[v] * cosine)
                    for u in 0..<side {
                        let x = Self.fixed(square.center.x + columns[u].x - rowX, limit: photo.size.width)
                        let y = Self.fixed(square.center.y + columns[u].y + rowY, limit: photo.size.height)
                        let place = (v * side + u) * 3
                        switch border {
                        case .zero: Self.mixWithZero(photo, x, y, into: output, at: place)
                        case .replicate: Self.mix(photo, x, y, into: output, at: place)
                        }
                    }
                }
            }
            count = side * side * 3
        }
    }

    /// The whole photo's pixels, each side scaled on its own: 8-bit RGB, `side` × `side`.
    func stretched(_ photo: PhotoBytes) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: side * side * 3) { output, count in
            for v in 0..<side {
                let y = Self.fixed(Double(v) * Double(photo.size.height) / Double(side), limit: photo.size.height)
                for u in 0..<side {
                    let x = Self.fixed(Double(u) * Double(photo.size.width) / Double(side), limit: photo.size.width)
                    Self.mix(photo, x, y, into: output, at: (v * side + u) * 3)
                }
            }
            count = side * side * 3
        }
    }

    /// A coordinate in 1/32 pixels; one far outside is as good as one just outside.
    private static func fixed(_ value: Double, limit: Int) -> Int {
        Int((min(max(value, -2), Double(limit + 1)) * 32).rounded(.toNearestOrEven))
    }

    /// The mean of four pixels whose weights are sums of 1/1024, with its halves up.
    @inline(__always)
    private static func mean(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8, _ x: Int, _ y: Int) -> UInt8 {
        let upper = Int(a) * (32 - x) + Int(b) * x
        let lower = Int(c) * (32 - x) + Int(d) * x
        return UInt8(truncatingIfNeeded: (upper * (32 - y) + lower * y + 512) >> 10)
    }

    @inline(__always)
    private static func mix(
        _ photo: PhotoBytes, _ x: Int, _ y: Int, into output: UnsafeMutableBufferPointer<UInt8>, at place: Int
    ) {
        let (lastX, lastY) = (photo.size.width - 1, photo.size.height - 1)
        let (left, right) = (min(max(x >> 5, 0), lastX) * 3, min(max((x >> 5) + 1, 0), lastX) * 3)
        let upper = photo.base + min(max(y >> 5, 0), lastY) * photo.size.width * 3
        let lower = photo.base + min(max((y >> 5) + 1, 0), lastY) * photo.size.width * 3
        for channel in 0..<3 {
            output[place + channel] = mean(
                upper[left + channel], upper[right + channel], lower[left + channel], lower[right + channel],
                x & 31, y & 31)
        }
    }

    @inline(__always)
    private static func mixWithZero(
        _ photo: PhotoBytes, _ x: Int, _ y: Int, into output: UnsafeMutableBufferPointer<UInt8>, at place: Int
    ) {
        let (column, row) = (x >> 5, y >> 5)
        if column >= 0, row >= 0, column + 1 < photo.size.width, row + 1 < photo.size.height {
            return mix(photo, x, y, into: output, at: place)
        }
        func value(_ column: Int, _ row: Int, _ channel: Int) -> UInt8 {
            guard column >= 0, row >= 0, column < photo.size.width, row < photo.size.height else { return 0 }
            return photo.base[(row * photo.size.width + column) * 3 + channel]
        }
        for channel in 0..<3 {
            output[place + channel] = mean(
                value(column, row, channel), value(column + 1, row, channel), value(column, row + 1, channel),
                value(column + 1, row + 1, channel), x & 31, y & 31)
        }
    }
}

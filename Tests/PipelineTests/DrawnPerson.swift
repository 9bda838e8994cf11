import Findings
import Foundation

/// A person of round-ended limbs before a wall, drawn well enough that models of people see one.
struct DrawnPerson {
    /// Both sides of a picture, in pixels.
    static let side = 320

    /// The picture's pixels, red, green, blue from 0 to 255.
    private var pixels: [SIMD3<Float>]

    /// A person of a jumping jack: 0 with arms down and feet together, 1 with arms up and legs apart.
    ///
    /// - Parameter hop: How far the person is above the floor, in shares of the picture.
    init(jack share: Double, hop: Double = 0) {
        let (wall, floor) = (SIMD3<Float>(200, 208, 214), SIMD3<Float>(140, 130, 120))
        pixels = (0..<Self.side * Self.side).map { $0 / Self.side < Self.side * 86 / 100 ? wall : floor }
        let (angle, apart, top) = (0.25 + 2.6 * share, 0.026 + 0.11 * share, 0.31 - hop)
        let (skin, hair) = (SIMD3<Float>(225, 180, 150), SIMD3<Float>(70, 45, 30))
        let (shirt, trousers) = (SIMD3<Float>(50, 70, 160), SIMD3<Float>(55, 60, 70))
        for sign in [1.0, -1] {
            let hip = Point(x: 0.5 + sign * 0.036, y: top + 0.19)
            let ankle = Point(x: hip.x + sign * apart, y: 0.85 - hop)
            limb(hip, ankle, 0.034, 0.018, trousers)
            limb(ankle, Point(x: ankle.x + sign * 0.015, y: ankle.y + 0.02), 0.017, 0.017, .init(30, 30, 30))
        }
        limb(Point(x: 0.5, y: top), Point(x: 0.5, y: top + 0.19), 0.068, 0.062, shirt)
        for sign in [1.0, -1] {
            let shoulder = Point(x: 0.5 + sign * 0.062, y: top)
            let elbow = shoulder + Point(x: sign * sin(angle), y: cos(angle)) * 0.105
            let wrist = elbow + Point(x: sign * sin(angle + 0.15), y: cos(angle + 0.15)) * 0.12
            limb(Point(x: 0.5, y: top), shoulder, 0.03, 0.03, shirt)
            limb(shoulder, elbow, 0.028, 0.02, shirt)
            limb(elbow, wrist, 0.018, 0.013, skin)
        }
        drawHead(at: Point(x: 0.5, y: top - 0.085), skin, hair)
    }

    private mutating func drawHead(at middle: Point, _ skin: SIMD3<Float>, _ hair: SIMD3<Float>) {
        func place(_ x: Double, _ y: Double) -> Point { middle + Point(x: x, y: y) }
        limb(place(0, 0.045), place(0, 0.085), 0.02, 0.02, skin)
        limb(place(0, -0.02), place(0, 0), 0.042, 0.04, hair)
        limb(place(0, -0.005), place(0, 0.022), 0.036, 0.026, skin)
        for sign in [1.0, -1] {
            let eye = sign * 0.014
            limb(place(eye - 0.004, -0.004), place(eye + 0.004, -0.004), 0.0045, 0.0045, .init(245, 245, 245))
            limb(place(eye, -0.004), place(eye, -0.003), 0.0032, 0.0032, .init(20, 30, 40))
            limb(place(eye - 0.007, -0.014), place(eye + 0.007, -0.014), 0.002, 0.002, hair)
            limb(place(sign * 0.036, 0), place(sign * 0.036, 0.008), 0.006, 0.006, skin)
        }
        limb(place(0, 0), place(0, 0.009), 0.0035, 0.0045, .init(200, 150, 120))
        limb(place(-0.009, 0.024), place(0.009, 0.024), 0.0028, 0.0028, .init(170, 80, 80))
    }

    /// A bar with round ends of two radii, brighter at its left; all in shares of the picture's side.
    private mutating func limb(
        _ start: Point, _ end: Point, _ first: Double, _ last: Double, _ color: SIMD3<Float>
    ) {
        let (a, b, wide) = (start * Double(Self.side), end * Double(Self.side), max(first, last) * Double(Self.side))
        let way = b - a
        let length = max(way.x * way.x + way.y * way.y, 1e-6)
        let rows = Int(min(a.y, b.y) - wide - 1)...Int(max(a.y, b.y) + wide + 1)
        let columns = Int(min(a.x, b.x) - wide - 1)...Int(max(a.x, b.x) + wide + 1)
        for y in rows.clamped(to: 0...Self.side - 1) {
            for x in columns.clamped(to: 0...Self.side - 1) {
                let from = Point(x: Double(x), y: Double(y)) - a
                let share = min(max((from.x * way.x + from.y * way.y) / length, 0), 1)
                let nearest = way * share
                let radius = (first + (last - first) * share) * Double(Self.side)
                let cover = Float(min(max(radius - from.distance(to: nearest) + 0.5, 0), 1))
                guard cover > 0 else { continue }
                let light = 0.75 + 0.25 * Float(min(max(1 - (from.x - nearest.x) / max(radius, 1), 0), 1.2))
                let place = y * Self.side + x
                pixels[place] = pixels[place] * (1 - cover) + color * (light * cover)
            }
        }
    }

    /// The picture as a TIFF without compression.
    var tiff: Data {
        func little(_ number: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(number >> ($0 * 8) & 0xFF) } }
        let entries = 9
        let depths = 8 + 2 + entries * 12 + 4
        let start = depths + 6
        // Tag, type, count, and the value or where it is: three bands of 8 bits, one strip.
        let fields = [
            (256, 3, 1, Self.side), (257, 3, 1, Self.side), (258, 3, 3, depths), (259, 3, 1, 1), (262, 3, 1, 2),
            (273, 4, 1, start), (277, 3, 1, 3), (278, 3, 1, Self.side), (279, 4, 1, pixels.count * 3),
        ]
        var bytes = Array("II*\0".utf8) + little(8, 4) + little(entries, 2)
        for (tag, type, count, value) in fields {
            bytes += little(tag, 2) + little(type, 2) + little(count, 4) + little(value, 4)
        }
        bytes += little(0, 4) + little(8, 2) + little(8, 2) + little(8, 2)
        for pixel in pixels {
            for band in 0..<3 { bytes.append(UInt8(min(max(pixel[band], 0), 255))) }
        }
        return Data(bytes)
    }
}

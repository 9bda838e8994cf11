import Findings
import Foundation

extension GreyPicture {
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
    private func sample(_ source: UnsafeBufferPointer<UInt8>, x: Double, y: Double) -> UInt8 {
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

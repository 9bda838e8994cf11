import Findings
import Foundation

/// The zones that the pixels of a small picture may belong to.
struct ZoneMap {
    let width: Int
    let height: Int
    let zones: [ColourZone]

    init(_ raster: Raster) {
        width = raster.size.width
        height = raster.size.height
        let area = raster.size.area
        // Five bits a channel are enough to tell zones apart, and make a table small enough to fill for every photo.
        var table = [ColourZone](repeating: .other, count: 32768)
        for index in 0..<32768 {
            table[index] = ColourZone(
                Colour(
                    red: Double(index >> 10) * 8 + 4, green: Double((index >> 5) & 31) * 8 + 4,
                    blue: Double(index & 31) * 8 + 4))
        }
        zones = [ColourZone](unsafeUninitializedCapacity: area) { target, count in
            raster.bytes.withUnsafeBufferPointer { source in
                table.withUnsafeBufferPointer { table in
                    for i in 0..<area {
                        let red = Int(source[3 * i] >> 3)
                        let green = Int(source[3 * i + 1] >> 3)
                        let blue = Int(source[3 * i + 2] >> 3)
                        target[i] = table[red << 10 | green << 5 | blue]
                    }
                }
            }
            count = area
        }
    }

    /// The zones along a ray, a step apart, up to the picture's edge or a length.
    func ray(from start: Point, angle: Double, step: Double, length: Double) -> [ColourZone] {
        let (dx, dy) = (cos(angle) * step, sin(angle) * step)
        var (x, y) = (start.x, start.y)
        var ray: [ColourZone] = []
        ray.reserveCapacity(Int(length / step) + 1)
        var gone = 0.0
        while gone < length, x >= 0, y >= 0, x < Double(width), y < Double(height) {
            ray.append(zones[Int(y) * width + Int(x)])
            x += dx
            y += dy
            gone += step
        }
        return ray
    }
}

import Findings
import Foundation

/// A colour as the camera gave it, 0 to 255 a channel; also a difference of two.
struct Colour: Equatable {
    var red = 0.0
    var green = 0.0
    var blue = 0.0

    /// The brightness with the weights of ITU-R BT.601.
    var luma: Double { 0.299 * red + 0.587 * green + 0.114 * blue }
    var length: Double { dot(self).squareRoot() }
    var largest: Double { max(red, green, blue) }
    var smallest: Double { min(red, green, blue) }

    /// The median of each channel; black where there are no colours.
    static func median(_ colours: [Colour]) -> Colour {
        guard !colours.isEmpty else { return Colour() }
        func middle(_ channel: (Colour) -> Double) -> Double { colours.map(channel).sorted()[colours.count / 2] }
        return Colour(red: middle(\.red), green: middle(\.green), blue: middle(\.blue))
    }

    func dot(_ other: Colour) -> Double { red * other.red + green * other.green + blue * other.blue }

    static func + (a: Colour, b: Colour) -> Colour {
        Colour(red: a.red + b.red, green: a.green + b.green, blue: a.blue + b.blue)
    }
    static func - (a: Colour, b: Colour) -> Colour {
        Colour(red: a.red - b.red, green: a.green - b.green, blue: a.blue - b.blue)
    }
    static func * (a: Colour, factor: Double) -> Colour {
        Colour(red: a.red * factor, green: a.green * factor, blue: a.blue * factor)
    }
}

/// What a pixel may be on a colour face.
enum ColourZone: UInt8 {
    case other
    case gold
    /// Between gold and red: counts for red, and not against gold.
    case orange
    case red
    case blue
    case black
    case white

    /// The zone of a colour by its hue; generous, because the search later measures the face's own colours.
    init(_ colour: Colour) {
        let largest = colour.largest
        let chroma = largest - colour.smallest
        guard largest >= 24 else {
            self = .black
            return
        }
        let saturation = chroma / largest
        if saturation < 0.2 {
            self = largest < 90 ? .black : .white
            return
        }
        let hue = Self.hue(colour, largest: largest, chroma: chroma)
        if hue >= 30, hue < 72 {
            self = .gold
        } else if hue >= 17, hue < 30 {
            self = .orange
        } else if hue >= 318 || hue < 17 {
            self = largest >= 40 ? .red : .black
        } else if hue >= 168, hue < 262 {
            self = largest >= 50 ? .blue : .black
        } else {
            self = largest < 60 ? .black : .other
        }
    }

    /// The hue in degrees: red 0, yellow 60, blue 240.
    private static func hue(_ colour: Colour, largest: Double, chroma: Double) -> Double {
        var sextant: Double
        if largest == colour.red {
            sextant = (colour.green - colour.blue) / chroma
        } else if largest == colour.green {
            sextant = (colour.blue - colour.red) / chroma + 2
        } else {
            sextant = (colour.red - colour.green) / chroma + 4
        }
        if sextant < 0 { sextant += 6 }
        return sextant * 60
    }
}

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

import Foundation

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

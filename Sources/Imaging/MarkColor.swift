/// A colour to draw in.
public struct MarkColor: Hashable, Sendable {
    /// Red, 0 to 255.
    public var red: UInt8
    /// Green, 0 to 255.
    public var green: UInt8
    /// Blue, 0 to 255.
    public var blue: UInt8

    /// A colour of sRGB values.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// A colour of 0xRRGGBB.
    public init(_ rgb: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
            blue: UInt8(truncatingIfNeeded: rgb))
    }

    /// The colour of a class, the same in every picture; after twelve they repeat.
    public static func ofClass(_ index: Int) -> MarkColor {
        classes[((index % classes.count) + classes.count) % classes.count]
    }

    /// Strong on paper, grass and skin, and told apart by neighbours: hues jump from one to the next.
    private static let classes: [MarkColor] = [
        0xFF3B30, 0x00C2FF, 0xFFD60A, 0x34C759, 0xFF2DD1, 0xFF9500,
        0x3D5AFE, 0xB2FF59, 0xAF52DE, 0x00BFA5, 0xFF8A9B, 0xA0522D,
    ].map { MarkColor($0) }

    /// The colour of a score from 0 to 1: green from 0.7, orange from 0.5, grey below.
    static func ofScore(_ score: Double) -> MarkColor {
        score >= 0.7 ? MarkColor(0x34C759) : score >= 0.5 ? MarkColor(0xFF9500) : MarkColor(0x8E8E93)
    }

    static let black = MarkColor(0x000000)
    static let dark = MarkColor(0x202020)
    static let white = MarkColor(0xFFFFFF)

    /// Black or white, whichever is easier to read on this colour.
    var ink: MarkColor {
        let light = 0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue)
        return light > 140 ? .black : .white
    }
}

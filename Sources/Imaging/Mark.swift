import Findings

/// Something to draw on a photo, in pixels of the upright original.
public struct Mark: Hashable, Sendable {
    /// What is drawn.
    public enum Shape: Hashable, Sendable {
        /// A frame around a box; the line lies outside, so that what it marks stays visible.
        case box(Box)
        /// A thin line through points: a ring of a face, a shaft.
        case line([Point])
        /// A disc with a white middle at a point, as impacts are shown.
        case point(Point)
        /// The pixels of a mask, tinted, under every other shape; one of another size than the photo's is drawn at 0,0.
        case area(RunLengthMask)
        /// A closed line through points, as the edge of an area.
        case outline([Point])
        /// Joints, and lines between them; nil for a joint that is not seen, whose limbs are left out.
        ///
        /// Limbs are pairs of indexes into the points.
        case skeleton(points: [Point?], limbs: [[Int]])
        /// The small dots of a dense surface.
        case dots([Point])
        /// A plate in the top left corner with the label on it, filled from the left as far as a share from 0 to 1.
        ///
        /// The first of several is at the top; those that do not fit into the picture are left out.
        case bar(Double)
        /// Nothing but the label, in a corner of the picture.
        case caption
    }

    /// What is drawn.
    public var shape: Shape
    /// The text on a plate beside it; nil or blank for none.
    public var label: String?
    /// What the plate stands beside where that is not the shape, in pixels of the upright original.
    public var anchor: Box?
    /// The colour of the shape and the plate.
    public var color: MarkColor

    /// A shape in a colour, with the text of its plate and what the plate stands beside.
    public init(_ shape: Shape, label: String? = nil, color: MarkColor, anchor: Box? = nil) {
        self.shape = shape
        self.label = label
        self.anchor = anchor
        self.color = color
    }

    /// A framed box with its label; each class index has a colour of its own.
    public init(box: Box, label: String? = nil, classIndex: Int) {
        self.init(.box(box), label: label, color: .ofClass(classIndex))
    }
}

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

    /// Strong on paper, grass and skin, and distinct between neighbours: hues jump from one to the next.
    private static let classes: [MarkColor] = [
        0xFF3B30, 0x00C2FF, 0xFFD60A, 0x34C759, 0xFF2DD1, 0xFF9500,
        0x3D5AFE, 0xB2FF59, 0xAF52DE, 0x00BFA5, 0xFF8A9B, 0xA0522D,
    ].map { MarkColor($0) }

    /// The colour of a score from 0 to 1: green from high, orange from moderate, grey below.
    static func ofScore(_ score: Double, _ levels: ConfidenceLevels?) -> MarkColor {
        switch (levels ?? .usual).level(of: score) {
        case .veryHigh, .high: MarkColor(0x34C759)
        case .moderate: MarkColor(0xFF9500)
        case .low: MarkColor(0x8E8E93)
        }
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

/// Sizes of lines and type that suit a photo: as visible on 12 megapixels as on a thumbnail.
struct MarkStyle {
    let line: Int
    let type: Int
    let padding: Int
    /// The width of rings and shafts.
    let thin: Double
    /// The radius of an impact's disc.
    let dot: Double

    init(for size: PixelSize) {
        let mean = Double(size.width + size.height) / 2
        line = max(2, Int((mean * 0.0022).rounded()))
        type = max(11, Int((mean * 0.014).rounded()))
        padding = max(2, type / 4)
        thin = max(1, mean * 0.0011)
        dot = max(3.5, mean * 0.006)
    }

    /// The width of a skeleton's limbs: of one that is so many pixels long, and thinner for a small one.
    func limb(ofExtent extent: Double) -> Double { max(min(max(thin * 1.8, 2), extent / 60), thin * 0.6, 1) }

    /// Small objects get a thinner line, or the frame would be all that is seen.
    func line(around rect: PixelRect) -> Int { min(line, max(2, min(rect.width, rect.height) / 6)) }
}

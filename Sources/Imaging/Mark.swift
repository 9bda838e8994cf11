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
        /// Nothing but the label, in a corner of the picture.
        case caption
    }

    /// What is drawn.
    public var shape: Shape
    /// The text on a plate beside it; nil or blank for none.
    public var label: String?
    /// The colour of the shape and the plate.
    public var color: MarkColor

    /// A mark of any shape.
    public init(_ shape: Shape, label: String? = nil, color: MarkColor) {
        self.shape = shape
        self.label = label
        self.color = color
    }
}

extension Mark {
    /// A framed box with its label; each class index has a colour of its own.
    public init(box: Box, label: String? = nil, classIndex: Int) {
        self.init(.box(box), label: label, color: .ofClass(classIndex))
    }

    /// The usual mark of a finding: its outline, what it is and its confidence in per cent.
    ///
    /// - Parameters:
    ///   - detector: The detector's name, where several have to be told apart.
    ///   - number: Moves the colours of a further detector's classes on.
    public init(_ finding: any Finding, of detector: String? = nil, number: Int = 0) {
        let percent = Int((finding.confidence * 100).rounded())
        let name = detector.map { "\($0): \(finding.label)" } ?? finding.label
        let color = MarkColor.ofClass((finding.classIndex ?? 0) + 5 * number)
        let shape: Shape =
            switch finding.region {
            case let region? where region.angle == 0: .box(region.bounds)
            case let region?: .line(region.corners + region.corners.prefix(1))
            case nil: .caption
            }
        self.init(shape, label: "\(name) \(percent)%", color: color)
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

    /// Strong on paper, grass and skin, and told apart by neighbours: hues jump from one to the next.
    private static let classes: [MarkColor] = [
        0xFF3B30, 0x00C2FF, 0xFFD60A, 0x34C759, 0xFF2DD1, 0xFF9500,
        0x3D5AFE, 0xB2FF59, 0xAF52DE, 0x00BFA5, 0xFF8A9B, 0xA0522D,
    ].map { MarkColor($0) }

    static let black = MarkColor(0x000000)
    static let dark = MarkColor(0x202020)
    static let white = MarkColor(0xFFFFFF)

    /// Black or white, whichever is easier to read on this colour.
    var ink: MarkColor {
        let light = 0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue)
        return light > 140 ? .black : .white
    }
}

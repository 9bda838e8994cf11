/// What lies behind an object that is cut out of a photo.
public enum CutoutGround: Sendable, Hashable, Codable {
    /// Nothing: the picture is transparent there.
    case transparent
    /// One colour.
    case colour(Colour)
    /// The photo itself, out of focus.
    case blur
    /// The photo itself, without its colours.
    case grey
    /// Another picture, by its file; it covers the photo, and what does not fit is cut off on both sides.
    case picture(String)

    /// Red, green and blue of 8 bits each, sRGB.
    public struct Colour: Sendable, Hashable, Codable {
        /// The red value.
        public var red: UInt8
        /// The green value.
        public var green: UInt8
        /// The blue value.
        public var blue: UInt8

        /// A colour from its values.
        public init(red: UInt8, green: UInt8, blue: UInt8) {
            (self.red, self.green, self.blue) = (red, green, blue)
        }
    }

    /// A ground by its word or its colour, such as `transparent`, `blur`, `grey`, `#ffffff`; nil for any other text.
    public init?(word text: String) {
        switch text {
        case "transparent": self = .transparent
        case "blur": self = .blur
        case "grey": self = .grey
        default:
            guard text.utf8.count == 7, text.first == "#", text.dropFirst().allSatisfy(\.isHexDigit),
                let number = UInt32(text.dropFirst(), radix: 16)
            else { return nil }
            self = .colour(
                Colour(
                    red: UInt8(number >> 16 & 0xFF), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF)))
        }
    }

    /// The picture's path; nil for every other ground.
    public var picture: String? { if case .picture(let path) = self { path } else { nil } }

    /// The word, the colour, or the picture's path.
    public var text: String {
        switch self {
        case .transparent: "transparent"
        case .blur: "blur"
        case .grey: "grey"
        case .colour(let colour):
            "#"
                + [colour.red, colour.green, colour.blue].map {
                    let digits = String($0, radix: 16)
                    return digits.utf8.count == 1 ? "0" + digits : digits
                }.joined()
        case .picture(let path): path
        }
    }
}

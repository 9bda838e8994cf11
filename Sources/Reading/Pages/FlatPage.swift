import Findings

/// A page as if it had been seen from straight above: pixels row by row, without gaps.
public struct FlatPage: Sendable, Hashable {
    /// The width and height.
    public let size: PixelSize
    /// 3 for red, green and blue; 1 for grey, where 0 is black and 255 is white.
    public let channels: Int
    /// One byte a channel.
    public internal(set) var bytes: [UInt8]

    /// The same page with three bytes a pixel.
    public var rgb: [UInt8] { channels == 3 ? bytes : bytes.flatMap { [$0, $0, $0] } }
}

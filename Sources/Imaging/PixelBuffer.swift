import Findings

/// Pixels in memory: red, green and blue of 8 bits each, sRGB, interleaved, row by row from the top left.
public struct PixelBuffer: Sendable, Hashable {
    /// The width and height.
    public let size: PixelSize
    /// Three bytes a pixel, without gaps between rows.
    public internal(set) var bytes: [UInt8]

    /// A buffer of given bytes; there must be three for each pixel.
    public init(size: PixelSize, bytes: [UInt8]) {
        precondition(bytes.count == size.area * 3, "a pixel buffer has three bytes for each pixel")
        self.size = size
        self.bytes = bytes
    }

    init(size: PixelSize, filledWith value: UInt8) {
        self.init(size: size, bytes: [UInt8](repeating: value, count: size.area * 3))
    }
}

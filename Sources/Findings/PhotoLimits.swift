/// The largest picture that is taken on, checked before any of its pixels are read.
public struct PhotoLimits: Sendable, Codable, Hashable {
    /// The most bytes a file may have (`limits.bytes`).
    public var bytes: Int
    /// The most pixels a picture may have, width times height (`limits.pixels`).
    public var pixels: Int
    /// The longest side a picture may have, in pixels (`limits.side`).
    public var side: Int
    /// The most frames or pages a file may have, of which the first is used (`limits.frames`).
    public var frames: Int

    /// Limits of one's own; what is not given is as in `standard`.
    public init(
        bytes: Int = 512 << 20, pixels: Int = 250_000_000, side: Int = 65_500, frames: Int = 1_000
    ) {
        self.bytes = bytes
        self.pixels = pixels
        self.side = side
        self.frames = frames
    }

    /// Room for the 200 megapixels of today's phones; 65,500 is the longest side that a JPEG can have.
    public static let standard = PhotoLimits()
}

/// Which numbers of a 16-bit grey picture, such as an X-ray, become black and white where it is looked at in 8 bits.
public struct GreyWindow: Sendable, Hashable, Codable {
    /// What becomes black, with all below.
    public var black: Int
    /// What becomes white, with all above.
    public var white: Int

    /// A window; nil where white does not lie above black, or one is no number of 16 bits.
    public init?(black: Int, white: Int) {
        guard (0...65_535).contains(black), (0...65_535).contains(white), black < white else { return nil }
        self.black = black
        self.white = white
    }
}

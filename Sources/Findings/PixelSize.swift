/// The width and height of a picture in whole pixels.
public struct PixelSize: Hashable, Sendable, Codable {
    /// In pixels.
    public var width: Int
    /// In pixels.
    public var height: Int

    /// A size from its sides.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The number of pixels, width times height.
    public var area: Int { width * height }

    /// The same shape with a longest side of at most so many pixels; nil leaves it as it is.
    public func fitting(longestSide: Int?) -> PixelSize {
        let longest = max(width, height)
        guard let longestSide, longest > longestSide, longest > 0 else { return self }
        let share = Double(longestSide) / Double(longest)
        return PixelSize(
            width: max(Int((Double(width) * share).rounded()), 1),
            height: max(Int((Double(height) * share).rounded()), 1))
    }
}

import Findings

/// How many anchors the public networks place on an input, by which a shape without metadata is known.
enum AnchorGrid {
    /// The steps of the networks' output scales, in input pixels.
    private static let strides = [[8, 16, 32], [8, 16, 32, 64], [4, 8, 16, 32], [16, 32]]

    /// True for a number of anchors that a v8 network has on this input: one a cell.
    static func isOnePerCell(_ count: Int, on input: PixelSize) -> Bool {
        cells(input).contains(count)
    }

    /// True for a number of anchors that a v5 network has on this input: three a cell.
    static func isThreePerCell(_ count: Int, on input: PixelSize) -> Bool {
        cells(input).contains { $0 * 3 == count }
    }

    private static func cells(_ input: PixelSize) -> [Int] {
        strides.map { $0.reduce(0) { $0 + (input.width / $1) * (input.height / $1) } }
    }
}

import Findings

/// How a line is given to the models that look at one line: 48 pixels high, grey on its right.
struct LineInput {
    /// In pixels.
    static let height = 48
    /// The widths that reading takes.
    static let leastWidth = 320
    /// Longer lines are pressed together; one of a picture of 2000 pixels is at most so many times wider than it is high.
    static let greatestWidth = 12_000
    /// The byte nearest to the models' zero, which lies between 127 and 128.
    private static let grey: UInt8 = 128

    /// What the model is given.
    let pixels: ScenePicture
    /// How many of its columns the line takes.
    let width: Int

    /// A line in an input of a width.
    init(_ line: ScenePicture, width: Int) {
        let wanted = (Double(Self.height) * Double(line.size.width) / Double(line.size.height)).rounded(.up)
        self.width = max(min(Int(min(wanted, 1e6)), width), 1)
        let scaled = line.resized(to: PixelSize(width: self.width, height: Self.height))
        var pixels = ScenePicture(size: PixelSize(width: width, height: Self.height), filledWith: Self.grey)
        pixels.place(scaled, x: 0, y: 0)
        self.pixels = pixels
    }

    /// The width of the inputs of lines that are read together: that of the widest.
    static func width(forRatios ratios: [Double]) -> Int {
        let widest = ratios.max() ?? 0
        return min(max(Int(min(Double(height) * widest, 1e6)), leastWidth), greatestWidth)
    }
}

import Findings

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

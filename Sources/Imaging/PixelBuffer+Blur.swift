import Findings

extension PixelBuffer {
    /// The most colours along a side that are left of a blurred part.
    static let mostColours = 8

    /// The picture in which nothing can be recognised in these boxes, and a tenth of their sides around them.
    ///
    /// Of each only the mean colours of at most eight by eight fields are left, between which it is smooth: no filter can bring back
    /// what is in none of them, as it can with a plain blur.
    public func blurred(_ boxes: [Box]) -> PixelBuffer {
        var result = self
        for box in boxes {
            let wide = Box(
                x: box.x - box.width / 10, y: box.y - box.height / 10, width: box.width * 1.2, height: box.height * 1.2)
            guard let rect = PixelRect(touchedBy: wide, in: size) else { continue }
            result.smooth(rect, ColourFields(of: self, in: rect))
        }
        return result
    }

    /// Replaces a part by fields of colour, between the middles of which it is smooth.
    private mutating func smooth(_ rect: PixelRect, _ fields: ColourFields) {
        let rowBytes = size.width * 3
        for y in 0..<rect.height {
            let (top, bottom, down) = fields.place(y, of: rect.height, among: fields.rows)
            for x in 0..<rect.width {
                let (left, right, across) = fields.place(x, of: rect.width, among: fields.columns)
                let target = (rect.top + y) * rowBytes + (rect.left + x) * 3
                for band in 0..<3 {
                    let above = fields[left, top, band] * (1 - across) + fields[right, top, band] * across
                    let below = fields[left, bottom, band] * (1 - across) + fields[right, bottom, band] * across
                    bytes[target + band] = UInt8(min(max(above * (1 - down) + below * down, 0), 255).rounded())
                }
            }
        }
    }
}

/// The mean colours of the fields of a part.
private struct ColourFields {
    let columns: Int
    let rows: Int
    private var means: [Double]

    init(of picture: PixelBuffer, in rect: PixelRect) {
        // A field has four pixels at least, or a small face would keep them all.
        let side = max(Double(max(rect.width, rect.height)) / Double(PixelBuffer.mostColours), 2)
        columns = max(Int(Double(rect.width) / side), 1)
        rows = max(Int(Double(rect.height) / side), 1)
        var sums = [Int](repeating: 0, count: columns * rows * 3)
        var counts = [Int](repeating: 0, count: columns * rows)
        for y in 0..<rect.height {
            let row = y * rows / rect.height
            var from = ((rect.top + y) * picture.size.width + rect.left) * 3
            for x in 0..<rect.width {
                let field = row * columns + x * columns / rect.width
                for band in 0..<3 { sums[field * 3 + band] += Int(picture.bytes[from + band]) }
                counts[field] += 1
                from += 3
            }
        }
        means = sums.indices.map { Double(sums[$0]) / Double(max(counts[$0 / 3], 1)) }
    }

    subscript(column: Int, row: Int, band: Int) -> Double { means[(row * columns + column) * 3 + band] }

    /// The two fields between whose middles a pixel lies, and how far it is from the first one's.
    func place(_ pixel: Int, of length: Int, among count: Int) -> (Int, Int, Double) {
        let place = (Double(pixel) + 0.5) * Double(count) / Double(length) - 0.5
        let first = Int(min(max(place.rounded(.down), 0), Double(count - 1)))
        return (first, min(first + 1, count - 1), min(max(place - Double(first), 0), 1))
    }
}

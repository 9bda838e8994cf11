import Findings

/// A bar with its text, before it has a place.
struct LabelBar {
    let text: Coverage
    let share: Double
    let color: MarkColor
}

extension PixelBuffer {
    /// Draws bars of one width in the top left corner, the first at the top.
    mutating func stack(_ bars: [LabelBar], _ style: MarkStyle, _ layout: inout LabelLayout) {
        let gap = max(2, style.padding / 2)
        let widest = bars.map(\.text.width).max() ?? 0
        let highest = bars.map(\.text.height).max() ?? 0
        let width = min(max(widest, style.type * 9) + style.padding * 2, size.width - gap)
        for bar in bars {
            guard let plate = layout.stack(width: width, height: highest + style.padding * 2, gap: gap) else { return }
            let end = plate.left + Int((Double(width) * min(max(bar.share, 0), 1)).rounded())
            fill(plate, .dark)
            fill(plate.clipped(toColumns: plate.left..<end), bar.color)
            let (left, top) = (plate.left + style.padding, plate.top + style.padding)
            paint(bar.text, left: left, top: top, columns: plate.left..<end, bar.color.ink)
            paint(bar.text, left: left, top: top, columns: end..<max(end, plate.right), .white)
        }
    }
}

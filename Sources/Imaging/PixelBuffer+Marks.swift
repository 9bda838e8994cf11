import Findings

extension PixelBuffer {
    /// The picture with marks laid over it; of two that meet, the one that comes first in the list is on top.
    ///
    /// Areas lie under all other shapes, and plates over them.
    func marked(_ marks: [Mark]) -> PixelBuffer {
        var picture = self
        let style = MarkStyle(for: size)
        for mark in marks.reversed() {
            if case .area(let mask) = mark.shape { picture.fill(mask, mark.color) }
        }
        for mark in marks.reversed() { picture.draw(mark, style) }
        // The first marks choose their places first.
        var layout = LabelLayout(size: size)
        var texts = TextRenderer(pixels: style.type)
        let bars = marks.compactMap { mark in
            guard case .bar(let share) = mark.shape, let text = mark.label.flatMap({ texts.mask(of: $0) }) else {
                return LabelBar?.none
            }
            return LabelBar(text: text, share: share, color: mark.color)
        }
        picture.stack(bars, style, &layout)
        var plates: [(plate: PixelRect, text: Coverage, color: MarkColor)] = []
        for mark in marks {
            guard let label = mark.label, let rect = mark.labelled(in: size), let text = texts.mask(of: label)
            else { continue }
            let plate = layout.place(
                width: min(text.width + style.padding * 2, size.width),
                height: min(text.height + style.padding * 2, size.height),
                beside: rect, line: style.line(around: rect))
            plates.append((plate, text, mark.color))
            picture.connect(plate, to: rect, mark.color, style)
        }
        for (plate, text, color) in plates.reversed() {
            picture.fill(plate, color)
            picture.paint(text, left: plate.left + style.padding, top: plate.top + style.padding, color.ink)
        }
        return picture
    }
}

extension PixelBuffer {
    /// Draws a shape but neither areas, which lie under all others, nor plates.
    fileprivate mutating func draw(_ mark: Mark, _ style: MarkStyle) {
        switch mark.shape {
        case .box(let box):
            guard let rect = PixelRect(touchedBy: box, in: size) else { return }
            edgedFrame(rect, line: style.line(around: rect), mark.color)
        case .line(let points):
            stroke(points, width: style.thin + 2, .dark)
            stroke(points, width: style.thin, mark.color)
        case .point(let center):
            disc(center, radius: style.dot + 1, .dark)
            disc(center, radius: style.dot, mark.color)
            disc(center, radius: style.dot * 0.35, .white)
        case .outline(let points): outline(points, mark.color, style)
        case .skeleton(let points, let limbs): skeleton(points, limbs, mark.color, style)
        case .dots(let points): dots(points, mark.color, style)
        case .area, .bar, .caption: break
        }
    }

    /// A line from a plate to what it belongs to, where the plate does not stand beside it.
    fileprivate mutating func connect(_ plate: PixelRect, to rect: PixelRect, _ color: MarkColor, _ style: MarkStyle) {
        let across = max(plate.left - rect.right, rect.left - plate.right)
        let gap = max(across, plate.top - rect.bottom, rect.top - plate.bottom)
        guard gap > plate.height / 2 else { return }
        let ends = [plate, rect].map { (rect: PixelRect) -> Point in
            Point(x: Double(rect.left + rect.right) / 2, y: Double(rect.top + rect.bottom) / 2)
        }
        stroke(ends, width: style.thin + 2, .dark)
        stroke(ends, width: style.thin, color)
    }

    /// A coloured frame between thin dark ones: it is seen on a ground of its own colour too.
    private mutating func edgedFrame(_ rect: PixelRect, line: Int, _ color: MarkColor) {
        let edge = max(1, line / 5)
        frame(rect, line: line + 2 * edge, .dark)
        frame(rect.grown(by: edge), line: line, color)
    }
}

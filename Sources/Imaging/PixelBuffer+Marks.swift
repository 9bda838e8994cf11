import Findings

extension PixelBuffer {
    /// The picture with marks laid over it; of two that meet, the one that comes first in the list is on top.
    func marked(_ marks: [Mark]) -> PixelBuffer {
        var picture = self
        let style = MarkStyle(for: size)
        for mark in marks.reversed() {
            switch mark.shape {
            case .box(let box):
                guard let rect = PixelRect(touchedBy: box, in: size) else { continue }
                picture.edgedFrame(rect, line: style.line(around: rect), mark.color)
            case .line(let points):
                picture.stroke(points, width: style.thin + 2, .dark)
                picture.stroke(points, width: style.thin, mark.color)
            case .point(let center):
                picture.disc(center, radius: style.dot + 1, .dark)
                picture.disc(center, radius: style.dot, mark.color)
                picture.disc(center, radius: style.dot * 0.35, .white)
            case .caption: break
            }
        }
        // Plates go over all frames, and the first marks choose their places first.
        var layout = LabelLayout(size: size)
        var texts = TextRenderer(pixels: style.type)
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
    /// A line from a plate to what it belongs to, where the plate does not stand beside it.
    fileprivate mutating func connect(_ plate: PixelRect, to rect: PixelRect, _ color: MarkColor, _ style: MarkStyle) {
        let across = max(plate.left - rect.right, rect.left - plate.right)
        let gap = max(across, plate.top - rect.bottom, rect.top - plate.bottom)
        guard gap > plate.height / 2 else { return }
        let ends = [plate, rect].map {
            Point(x: Double($0.left + $0.right) / 2, y: Double($0.top + $0.bottom) / 2)
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

extension Mark {
    /// The rectangle that the label belongs to; nil where it lies outside the picture.
    fileprivate func labelled(in size: PixelSize) -> PixelRect? {
        switch shape {
        case .box(let box): return PixelRect(touchedBy: box, in: size)
        case .line(let points):
            guard let last = points.last else { return nil }
            return PixelRect(touchedBy: Box(centerX: last.x, centerY: last.y, width: 1, height: 1), in: size)
        case .point(let center):
            let side = MarkStyle(for: size).dot * 2
            return PixelRect(touchedBy: Box(centerX: center.x, centerY: center.y, width: side, height: side), in: size)
        case .caption: return PixelRect(touchedBy: Box(x: 0, y: 0, width: 1, height: 1), in: size)
        }
    }
}

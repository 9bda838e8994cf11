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

    /// Draws limbs and joints, all dark edges under all colours: no limb cuts another.
    ///
    /// Joints that are close together, as those of a far person's face, get smaller dots.
    mutating func skeleton(_ points: [Point?], _ limbs: [[Int]], _ color: MarkColor, _ style: MarkStyle) {
        let points = points.map { $0.flatMap { $0.x.isFinite && $0.y.isFinite ? $0 : nil } }
        let joints = points.compactMap { $0 }
        guard !joints.isEmpty else { return }
        let extent = Box(around: joints)
        let width = style.limb(ofExtent: max(extent.width, extent.height))
        let pairs: [[Point]] = limbs.map { $0.compactMap { points.indices.contains($0) ? points[$0] : nil } }
        let lines = pairs.filter { $0.count == 2 }
            .map { ends in (ends: ends, width: min(width, max(ends[0].distance(to: ends[1]) / 3, 1))) }
        let dots = joints.enumerated().map { index, joint in
            let others = joints.enumerated().filter { $0.offset != index }.map { $0.element.distance(to: joint) }
            return (center: joint, radius: min(max(width * 1.1, 1.5), max((others.min() ?? .infinity) / 3, 1)))
        }
        let edge = max(1, width / 3)
        for line in lines { stroke(line.ends, width: line.width + 2 * min(edge, line.width), .dark) }
        for dot in dots { disc(dot.center, radius: dot.radius + min(edge, dot.radius), .dark) }
        for line in lines { stroke(line.ends, width: line.width, color) }
        for dot in dots { disc(dot.center, radius: dot.radius, color) }
    }

    /// Draws the dots of a dense surface, without edges: they stand too close for any.
    mutating func dots(_ points: [Point], _ color: MarkColor, _ style: MarkStyle) {
        for point in points { disc(point, radius: style.thin * 0.7, color) }
    }

    /// How much of a pixel's colour becomes the area's, of 256.
    private static let tint: UInt32 = 102

    /// Mixes a colour into the pixels of a mask; what lies outside the picture is left out.
    mutating func fill(_ mask: RunLengthMask, _ color: MarkColor) {
        let (width, height) = (size.width, size.height)
        let rest = 256 - Self.tint
        let ink = [color.red, color.green, color.blue].map { UInt32($0) * Self.tint + 128 }
        let (red, green, blue) = (ink[0], ink[1], ink[2])
        bytes.withUnsafeMutableBufferPointer { bytes in
            mask.forEachRowRun { y, columns in
                let columns = columns.clamped(to: 0..<width)
                guard y < height, !columns.isEmpty else { return }
                let first = (y * width + columns.lowerBound) * 3
                for at in stride(from: first, to: first + columns.count * 3, by: 3) {
                    bytes[at] = UInt8(truncatingIfNeeded: (UInt32(bytes[at]) * rest + red) >> 8)
                    bytes[at + 1] = UInt8(truncatingIfNeeded: (UInt32(bytes[at + 1]) * rest + green) >> 8)
                    bytes[at + 2] = UInt8(truncatingIfNeeded: (UInt32(bytes[at + 2]) * rest + blue) >> 8)
                }
            }
        }
    }

    /// Draws a closed line; wider than a ring's, since it lies between pixels.
    mutating func outline(_ points: [Point], _ color: MarkColor, _ style: MarkStyle) {
        let line = points + points.prefix(1)
        let width = max(1.8, style.thin)
        stroke(line, width: width + max(1.4, style.thin * 0.7), .dark)
        stroke(line, width: width, color)
    }
}

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

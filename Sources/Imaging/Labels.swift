import CVips
import Findings

extension Mark {
    /// How much of an object, from its top, its label stands at: that of a person with spread arms stands at the head.
    private static let head = 0.06
    /// How far from the outermost points a label stands, as a share of their longer side: points are inside of an object.
    private static let room = 0.08

    /// The rectangle that the label belongs to; nil where it lies outside the picture.
    func labelled(in size: PixelSize) -> PixelRect? {
        if let anchor { return PixelRect(touchedBy: anchor, in: size) }
        switch shape {
        case .box(let box): return PixelRect(touchedBy: box, in: size)
        case .outline(let points): return Self.rect(around: points, in: size)
        case .line(let points):
            guard let last = points.last else { return nil }
            return PixelRect(touchedBy: Box(centerX: last.x, centerY: last.y, width: 1, height: 1), in: size)
        case .point(let center):
            let side = MarkStyle(for: size).dot * 2
            return PixelRect(touchedBy: Box(centerX: center.x, centerY: center.y, width: side, height: side), in: size)
        case .area(let mask): return Self.rect(around: mask, in: size)
        case .skeleton(let points, _): return Self.rect(around: points.compactMap { $0 }, in: size)
        case .dots(let points): return Self.rect(around: points, in: size)
        case .caption: return PixelRect(touchedBy: Box(x: 0, y: 0, width: 1, height: 1), in: size)
        case .bar: return nil
        }
    }

    /// From above the topmost point to below the lowest, as wide as the points near the top; nil where there are none.
    static func place(around points: [Point]) -> Box? {
        let places = points.filter { $0.x.isFinite && $0.y.isFinite }
        guard !places.isEmpty else { return nil }
        let all = Box(around: places)
        let top = Box(around: places.filter { $0.y <= all.y + all.height * head })
        let room = max(max(all.width, all.height) * Self.room, 0.5)
        return Box(left: top.x - 0.5, top: all.y - room, right: top.right + 0.5, bottom: all.bottom + room)
    }

    private static func rect(around points: [Point], in size: PixelSize) -> PixelRect? {
        let (width, height) = (Double(size.width), Double(size.height))
        let inside = points.filter { (0..<width).contains($0.x) && (0..<height).contains($0.y) }
        return place(around: inside).flatMap { PixelRect(touchedBy: $0, in: size) }
    }

    /// The same for the ones of a mask, without any margin.
    private static func rect(around mask: RunLengthMask, in size: PixelSize) -> PixelRect? {
        guard let box = mask.box else { return nil }
        let end = box.y + box.height * head
        var (left, right) = (mask.size.width, 0)
        mask.forEachSpan { x, rows in
            if Double(rows.lowerBound) <= end { (left, right) = (min(left, x), x + 1) }
        }
        return PixelRect(
            touchedBy: Box(left: Double(left), top: box.y, right: Double(right), bottom: box.bottom), in: size)
    }
}

/// Finds places for label plates inside a picture.
struct LabelLayout {
    let size: PixelSize
    private var taken: [PixelRect] = []
    /// Where the next plate of the stack in the top left corner begins.
    private var stackTop = 0
    private static let farthest = 5

    init(size: PixelSize) { self.size = size }

    /// A place for a plate beside a framed rectangle that is on no other plate; else the first that fits.
    ///
    /// Above, below, inside at the top, then further and further away; always moved into the picture.
    mutating func place(width: Int, height: Int, beside rect: PixelRect, line: Int) -> PixelRect {
        let left = rect.left - line
        let right = rect.right + line - width
        let above = rect.top - line - height
        let below = rect.bottom + line
        let candidates = [(left, above), (left, below), (right, above), (right, below), (left + line, rect.top)]
            .map { PixelRect(left: $0.0, top: $0.1, width: width, height: height) }
        let fitting = candidates.filter { $0.top >= 0 && $0.bottom <= size.height }
        let moved = (fitting.isEmpty ? candidates : fitting).map(inside)
        // In a tight group there is no space beside the mark: a plate's own height or width away, and so on.
        let farther = (1...Self.farthest).flatMap { step in
            let (down, across) = (step * (height + 2), step * (width + 2))
            return [
                (left, above - down), (left, below + down), (left - across, rect.top), (left + across, rect.top),
                (left - across, above - down), (left + across, above - down),
            ].map { inside(PixelRect(left: $0.0, top: $0.1, width: width, height: height)) }
        }
        let plate =
            moved.first { plate in !taken.contains { $0.intersects(plate) } }
            ?? farther.first { plate in !taken.contains { $0.intersects(plate) } } ?? moved[0]
        taken.append(plate)
        return plate
    }

    /// The next place of a stack in the top left corner, `gap` pixels from the border and from each other; nil where the
    /// picture has no space left.
    mutating func stack(width: Int, height: Int, gap: Int) -> PixelRect? {
        let plate = PixelRect(left: gap, top: stackTop + gap, width: width, height: height)
        guard plate.bottom + gap <= size.height, plate.right <= size.width else { return nil }
        stackTop = plate.bottom
        taken.append(plate)
        return plate
    }

    private func inside(_ rect: PixelRect) -> PixelRect {
        var rect = rect
        rect.left = max(min(rect.left, size.width - rect.width), 0)
        rect.top = max(min(rect.top, size.height - rect.height), 0)
        return rect
    }
}

/// Turns labels into coverage masks; the same label is drawn once.
struct TextRenderer {
    private var known: [String: Coverage] = [:]
    let pixels: Int

    /// - Parameter pixels: The size of the type.
    init(pixels: Int) { self.pixels = pixels }

    /// The mask of a label; nil where it is blank or no font can draw it, since a photo is worth more than its text.
    mutating func mask(of label: String) -> Coverage? {
        let text = Self.oneLine(label)
        guard !text.isEmpty else { return nil }
        if let mask = known[text] { return mask }
        let mask = try? Self.coverage(of: text, pixels: pixels)
        known[text] = mask
        return mask
    }

    static func coverage(of text: String, pixels: Int) throws(ImagingError) -> Coverage {
        let picture = try VipsErrors.picture(reading: "the label '\(text)'") {
            cvips_text(markup(text), "sans bold \(pixels)", $0)
        }
        var bytes: [UInt8] = []
        let width = picture.size.width
        bytes.reserveCapacity(picture.size.area)
        try picture.forEachStrip { _, rows, pixels, stride in
            for row in 0..<rows {
                bytes.append(contentsOf: UnsafeBufferPointer(start: pixels + row * stride, count: width))
            }
        }
        return Coverage(width: width, height: picture.size.height, bytes: bytes)
    }

    /// A model's class names are not ours: no line breaks, and no longer than a plate can bear.
    static func oneLine(_ label: String) -> String {
        let plain = label.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : String($0) }.joined()
        let words = plain.split(separator: " ").joined(separator: " ")
        return words.count > 60 ? words.prefix(59) + "…" : words
    }

    /// Labels are drawn as they are, although the drawing library reads markup.
    static func markup(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
    }
}

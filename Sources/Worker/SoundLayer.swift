import Detection
import Findings
import Imaging
import Reading
import Results
import TextLayout
import WorkerProtocol

/// The text that a page of a PDF carries, taken in the place of reading its picture.
extension PhotoContext {
    /// The lines of the text layer; nil where there is none, or it cannot be relied on.
    ///
    /// A layer is sound where nearly all of its characters say something, and nearly all that looks like print has a line: a
    /// stamp over a scan is a text too. A detector that reads pictures looks at some of its lines besides.
    mutating func soundLayer() throws -> [TextLine]? {
        if let layer { return layer.isEmpty ? nil : layer }
        let lines = try readLayer()
        layer = lines ?? []
        return lines
    }

    private mutating func readLayer() throws -> [TextLine]? {
        let photo = try loaded
        guard let layer = photo.textLayer(), !layer.lines.isEmpty, layer.unreadable <= SoundLayer.mostUnreadable else {
            return nil
        }
        let page = Box(x: 0, y: 0, width: Double(photo.size.width), height: Double(photo.size.height))
        let lines = layer.lines.filter { $0.corners.bounds.isInside(page) }
        guard Double(lines.count) >= SoundLayer.leastInside * Double(layer.lines.count) else { return nil }
        let pixels = try upright().pixels
        let likeness = pixels.bytes.withUnsafeBytes { PageLikeness($0, size: pixels.size) }
        let unsaid = likeness.printShare(outside: lines.map(\.corners.bounds))
        guard unsaid <= SoundLayer.mostUnsaid else { return nil }
        // Poppler reads across columns whose paragraphs begin on one level.
        let rules = pixels.bytes.withUnsafeBytes { PageRules(pixels: $0, size: pixels.size) }
        return LayoutReader().ordered(lines, rules: rules, size: pixels.size)
    }
}

/// From when on a text layer is taken.
private enum SoundLayer {
    /// The share of characters that say nothing.
    static let mostUnreadable = 0.02
    /// The share of lines that lie on the page.
    static let leastInside = 0.9
    /// The share of print that no line stands for.
    static let mostUnsaid = 0.3
    /// So many lines are read in the picture as well, the longest.
    static let samples = 3
    /// A reading of which the reader is less sure says nothing against a line.
    static let leastConfidence = 0.85
    /// The share of pairs of letters that a line has in common with such a reading.
    static let leastLikeness = 0.3
}

extension LoadedModels.Loaded {
    /// What the page itself says, for a detector that takes that; nil where its picture is to be read.
    ///
    /// - Parameters:
    ///   - area: Where the detector looks; nil for all of the page.
    ///   - sheet: The sheet that was found there, laid flat.
    func layer(
        in context: inout PhotoContext, within area: Box? = nil, on sheet: RectifiedPage? = nil
    ) throws -> DetectorAnswer? {
        let settings = plan.settings
        guard settings.task == .text, settings.text.layer, let lines = try context.soundLayer() else { return nil }
        // A detector that reads no picture has nothing to say against it, nor for it.
        if !context.isLayerConfirmed, settings.text.engine != .layer {
            guard try isConfirmed(lines, in: &context) else {
                context.layer = []
                return nil
            }
            context.isLayerConfirmed = true
        }
        let least = settings.text.height * Double(try context.loaded.size.height)
        let own = lines.filter { line in
            line.corners.bounds.height >= least && area?.holds(line.corners.bounds.middle) ?? true
        }
        // A part of the page without a line may show one all the same, in a picture.
        if area != nil, own.isEmpty { return nil }
        let contents = settings.text.contents
        let kept = contents.isEmpty ? own : LineFilter(keeping: contents, options: plan.dataOptions).lines(own)
        let placed = kept.prefix(settings.maxDetections).map { line in
            var line = line
            line.onPage = (sheet?.onPage(line) as? TextLine)?.corners
            return line
        }
        return DetectorAnswer(found: .texts(placed), infer: .zero, decode: .zero, reader: .layer)
    }
}

extension LoadedModels.Loaded {
    /// Whether no line is surely another one in the picture: a font may name its letters wrongly.
    private func isConfirmed(_ lines: [TextLine], in context: inout PhotoContext) throws -> Bool {
        guard let reader = detector as? TextDetector else { return true }
        let whole = try context.upright().pixels
        let longest = lines.filter { $0.text.count >= 8 }.sorted { $0.text.count > $1.text.count }
        for line in longest.prefix(SoundLayer.samples) {
            let box = line.corners.bounds
            let room = min(box.width, box.height) / 2
            let around = Box(
                left: box.x - room, top: box.y - room, right: box.right + room, bottom: box.bottom + room)
            guard let cut = whole.cut(Region(around)) else { continue }
            let size = cut.pixels.size
            let placement = Placement(of: size, in: size, fit: .stretch)
            let read = try context.stage(.detect, \.infer) { _ in
                try cut.pixels.bytes.withUnsafeBytes { bytes in
                    try reader.lines(in: PhotoPixels(bytes: bytes, size: size, placement: placement))
                }
            }
            guard let best = read.max(by: { $0.text.count < $1.text.count }),
                best.confidence >= SoundLayer.leastConfidence,
                best.text.count * 2 >= line.text.count
            else { continue }
            if Self.likeness(of: best.text, and: line.text) < SoundLayer.leastLikeness { return false }
        }
        return true
    }

    /// The share of pairs of neighbouring letters that two texts have in common, 0 to 1 (Dice).
    static func likeness(of one: String, and other: String) -> Double {
        func pairs(_ text: String) -> [String: Int] {
            let letters = text.lowercased().filter { $0.isLetter || $0.isNumber }
            return zip(letters, letters.dropFirst()).reduce(into: [:]) { $0["\($1.0)\($1.1)", default: 0] += 1 }
        }
        let (first, second) = (pairs(one), pairs(other))
        let common = first.reduce(0) { $0 + min($1.value, second[$1.key] ?? 0) }
        let all = first.values.reduce(0, +) + second.values.reduce(0, +)
        return all == 0 ? 1 : 2 * Double(common) / Double(all)
    }
}

extension Box {
    fileprivate var middle: Point { Point(x: x + width / 2, y: y + height / 2) }

    fileprivate func holds(_ point: Point) -> Bool {
        point.x >= x && point.x <= right && point.y >= y && point.y <= bottom
    }

    /// Whether its middle lies in another one, and it is no larger.
    fileprivate func isInside(_ other: Box) -> Bool {
        other.holds(middle) && width <= other.width * 1.05 && height <= other.height * 1.05
    }
}

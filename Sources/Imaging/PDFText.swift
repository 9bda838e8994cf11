import CPoppler
import Findings
import Foundation

/// The text that a page of a PDF carries beside its picture: what a program wrote, or what a scanner's reader put there.
public struct TextLayer: Sendable, Hashable {
    /// In reading order, in pixels of the upright page.
    public var lines: [TextLine]
    /// The share of characters that say nothing: of fonts without a table of their characters, and controls; 0 to 1.
    public var unreadable: Double

    /// A layer from its parts.
    public init(lines: [TextLine], unreadable: Double) {
        self.lines = lines
        self.unreadable = unreadable
    }
}

extension Photo {
    /// The text that the page carries; nil where it carries none, or none can be had.
    public func textLayer() -> TextLayer? {
        guard format == .pdf else { return nil }
        return try? Imaging.alone { () throws(ImagingError) in PDFText.layer(of: contents, page: page, size: size) }
            ?? nil
    }
}

/// Reads the characters of a page by Poppler: the one place that calls it.
enum PDFText {
    /// More characters than any page has.
    private static let most: UInt32 = 200_000

    static func layer(of contents: [UInt8], page: Int, size: PixelSize) -> TextLayer? {
        guard cpoppler_load() == nil else { return nil }
        return contents.withUnsafeBytes { bytes -> TextLayer? in
            guard let start = bytes.baseAddress, let document = cpoppler_open(start, bytes.count) else { return nil }
            defer { cpoppler_close(document) }
            var text = cpoppler_text()
            guard cpoppler_page_text(document, Int32(page - 1), &text) == 0 else { return nil }
            defer { cpoppler_free(&text) }
            guard let boxes = text.boxes, let string = text.text, text.count <= most, text.width > 0, text.height > 0
            else { return nil }
            let scale = (x: Double(size.width) / text.width, y: Double(size.height) / text.height)
            let characters = characters(of: String(cString: string), count: Int(text.count))
            guard characters.count >= Int(text.count) else { return nil }
            let placed = zip(characters, UnsafeBufferPointer(start: boxes, count: Int(text.count))).map {
                PlacedCharacter(
                    scalar: $0,
                    box: Box(
                        left: $1.left * scale.x, top: $1.top * scale.y, right: $1.right * scale.x,
                        bottom: $1.bottom * scale.y))
            }
            return layer(of: placed)
        }
    }

    /// The characters of a text that have boxes, which are so many: around words that run from right to left Poppler writes
    /// marks that have none.
    static func characters(of text: String, count: Int) -> [Unicode.Scalar] {
        let all = Array(text.unicodeScalars)
        return all.count > count ? all.filter { !directions.contains($0.value) } : all
    }

    /// The marks before and behind text of one direction: U+202A to U+202C.
    private static let directions: ClosedRange<UInt32> = 0x202A...0x202C

    /// A character where it stands, in pixels of the page.
    struct PlacedCharacter {
        var scalar: Unicode.Scalar
        var box: Box
    }

    /// The lines that characters form, each with its words.
    static func layer(of characters: [PlacedCharacter]) -> TextLayer? {
        let printed = characters.filter { !$0.scalar.properties.isWhitespace }
        guard !printed.isEmpty else { return nil }
        let lines = characters.split { $0.scalar == "\n" || $0.scalar == "\r" || $0.scalar == "\u{000C}" }.compactMap(
            line)
        let unreadable = printed.count { isUnreadable($0.scalar) }
        return TextLayer(lines: inOrder(lines), unreadable: Double(unreadable) / Double(printed.count))
    }

    private static func line(of characters: ArraySlice<PlacedCharacter>) -> TextLine? {
        let words = characters.split { $0.scalar.properties.isWhitespace }.flatMap(apart).compactMap {
            word -> TextWord? in
            guard let corners = corners(of: word) else { return nil }
            return TextWord(text: text(of: word), confidence: 1, corners: corners)
        }
        guard !words.isEmpty, let corners = corners(of: characters.filter { !$0.scalar.properties.isWhitespace }[...])
        else { return nil }
        return TextLine(
            text: words.map(\.text).joined(separator: " "), confidence: 1, corners: corners, words: words)
    }

    /// A word's parts: Poppler leaves out the space between the first two words of a line that runs from right to left, and
    /// that over a gutter between columns.
    ///
    /// Letters that follow each other to the right, as digits do there too, stay together; what follows to the left is another
    /// word where there is room between both. To the right letters of one word may have some room, for which Poppler cares.
    private static func apart(_ word: ArraySlice<PlacedCharacter>) -> [ArraySlice<PlacedCharacter>] {
        var runs: [ArraySlice<PlacedCharacter>] = []
        for place in word.indices {
            let box = word[place].box
            if let run = runs.last, let last = run.last?.box, box.x >= last.x,
                box.x - last.right <= gutter * last.height
            {
                runs[runs.count - 1] = word[run.startIndex...place]
            } else {
                runs.append(word[place...place])
            }
        }
        var parts: [ArraySlice<PlacedCharacter>] = []
        var last = Box(x: 0, y: 0, width: 0, height: 0)
        for run in runs {
            let box = around(run.map(\.box))
            let isApart = last.x - box.right > wordGap * box.height || box.x - last.right > gutter * box.height
            if let part = parts.last, !isApart {
                parts[parts.count - 1] = word[part.startIndex..<run.endIndex]
            } else {
                parts.append(run)
            }
            last = box
        }
        return parts
    }

    /// The room between two words, as a share of the letters' height.
    private static let wordGap = 0.1
    /// The room that no two letters of a word have.
    private static let gutter = 1.0

    /// Lines as they are read: in a column whose lines run upwards Poppler names the last paragraph first.
    private static func inOrder(_ lines: [TextLine]) -> [TextLine] {
        let places = lines.indices.filter { runsUpwards(lines[$0]) }
        guard places.count * 2 > lines.count else { return lines }
        var columns: [[TextLine]] = []
        for line in places.map({ lines[$0] }) {
            if let last = columns.last?.last, standsOver(last.corners.bounds, line.corners.bounds) {
                columns[columns.count - 1].append(line)
            } else {
                columns.append([line])
            }
        }
        let sorted = columns.flatMap { $0.sorted { middle($0) < middle($1) } }
        var ordered = lines
        for (place, line) in zip(places, sorted) { ordered[place] = line }
        return ordered
    }

    /// Whether lines that run upwards have a stretch of the column in common.
    private static func standsOver(_ one: Box, _ other: Box) -> Bool { one.y < other.bottom && other.y < one.bottom }

    private static func middle(_ line: TextLine) -> Double { line.corners.bounds.x + line.corners.bounds.width / 2 }

    private static func runsUpwards(_ line: TextLine) -> Bool {
        line.corners.corners[1].y < line.corners.corners[0].y
    }

    private static func text(of characters: ArraySlice<PlacedCharacter>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: characters.lazy.map(\.scalar).filter { $0.properties.generalCategory != .control })
        return String(text).precomposedStringWithCanonicalMapping
    }

    /// The corners around characters, clockwise from where they begin to be read: on a page that lies on its side lines run
    /// downwards or upwards.
    private static func corners(of characters: ArraySlice<PlacedCharacter>) -> Quadrilateral? {
        let boxes = characters.map(\.box).filter { $0.width > 0 && $0.height > 0 && $0.x.isFinite && $0.y.isFinite }
        guard let first = boxes.first, let last = boxes.last else { return nil }
        let around = Quadrilateral(Self.around(boxes))
        let (across, down) = (last.x - first.x, last.y - first.y)
        guard abs(down) > 2 * abs(across) else { return around }
        let corners = around.corners
        return Quadrilateral((0..<4).map { corners[($0 + (down > 0 ? 1 : 3)) % 4] })
    }

    private static func around(_ boxes: [Box]) -> Box {
        Box(around: boxes.flatMap { [Point(x: $0.x, y: $0.y), Point(x: $0.right, y: $0.bottom)] })
    }

    private static func isUnreadable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .privateUse, .unassigned, .surrogate: true
        default: scalar == "\u{FFFD}"
        }
    }
}

import Findings
import Foundation

/// The text of a page, each word laid over its place in the picture.
struct TextLayer {
    /// PDF operators; empty where there is no text.
    private(set) var operators = ""
    private let scaleX: Double
    private let scaleY: Double
    private let height: Double

    init(_ page: PDFPage, font: inout InvisibleFont) {
        let size = page.size
        height = size.height
        scaleX = size.width / Double(max(page.coordinates.width, 1))
        scaleY = size.height / Double(max(page.coordinates.height, 1))
        for line in page.lines {
            let words = line.words.isEmpty ? [(line.text, line.corners)] : line.words.map { ($0.text, $0.corners) }
            for (place, word) in words.enumerated() {
                add(word.0, word.1, before: place + 1 < words.count ? words[place + 1].1 : nil, font: &font)
            }
        }
        // Mode 3 neither fills nor strokes.
        if !operators.isEmpty { operators = "BT\n3 Tr\n\(operators)ET\n" }
    }

    /// A place of the picture on the page, where y grows upwards.
    private func point(_ place: Point) -> Point { Point(x: place.x * scaleX, y: height - place.y * scaleY) }

    private mutating func add(
        _ text: String, _ corners: Quadrilateral, before next: Quadrilateral?, font: inout InvisibleFont
    ) {
        let scalars = Self.visible(text)
        guard !scalars.isEmpty, let frame = WordFrame(corners.mapped(point)) else { return }
        let em = frame.height
        let stretch = frame.width / (Double(scalars.count) * InvisibleFont.advance * em) * 100
        let start = frame.start + frame.up * (InvisibleFont.descent * em)
        let matrix = [frame.along.x, frame.along.y, frame.up.x, frame.up.y, start.x, start.y]
        guard stretch > 0.01, stretch < 100_000, matrix.allSatisfy({ abs($0) < 1e6 }) else { return }
        // Readers take letters that climb or fall from each other for several words, unless the document says what they are.
        let drift = min(abs(frame.along.x), abs(frame.along.y)) * frame.width
        let isSlanted = drift > 0.25 * em
        if isSlanted { operators += "/Span << /ActualText \(PDFInformation.text(Self.inOrder(text))) >> BDC\n" }
        operators += "/F1 \(number(em)) Tf \(number(stretch)) Tz "
        operators += "\(matrix.map(number).joined(separator: " ")) Tm <\(font.codes(scalars))> Tj\n"
        if isSlanted { operators += "EMC\n" }
        // A space as wide as the gap, so that copied words stay apart.
        guard let next, let following = WordFrame(next.mapped(point)) else { return }
        let end = frame.start + frame.along * frame.width
        let way = following.start - end
        let gap = way.x * frame.along.x + way.y * frame.along.y
        guard gap > 0, gap < 1e5 else { return }
        let space = max(gap / (InvisibleFont.advance * em) * 100, 0.01)
        operators += "\(number(space)) Tz <\(font.codes(CollectionOfOne(" ")))> Tj\n"
    }

    /// The characters as they stand from left to right: viewers turn words of Hebrew and Arabic round when they copy.
    private static func visible(_ text: String) -> [Unicode.Scalar] {
        let kept = inOrder(text)
        let isFromTheRight = kept.unicodeScalars.contains { isRightToLeft($0) }
        return isFromTheRight ? kept.reversed().flatMap(\.unicodeScalars) : Array(kept.unicodeScalars)
    }

    /// The characters that a page can show, without space around them.
    private static func inOrder(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0.properties.isWhitespace ? " " : $0 }
            .filter { $0.value >= 32 && $0.value != 127 }
        return String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespaces)
    }

    /// The blocks of Hebrew, Arabic, Syriac, Thaana and N'Ko, and their presentation forms.
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        [0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF].contains {
            $0.contains(scalar.value)
        }
    }
}

/// The rectangle that comes nearest to a word's four corners, y growing upwards.
private struct WordFrame {
    let start: Point
    let along: Point
    let up: Point
    let width: Double
    let height: Double

    /// Nil where the corners frame no area.
    init?(_ corners: Quadrilateral) {
        let sum = (corners.topRight - corners.topLeft) + (corners.bottomRight - corners.bottomLeft)
        guard sum.x.isFinite, sum.y.isFinite, sum.length > 1e-6 else { return nil }
        along = sum * (1 / sum.length)
        up = Point(x: -along.y, y: along.x)
        let (along, up) = (along, up)
        func right(_ p: Point) -> Double { p.x * along.x + p.y * along.y }
        func above(_ p: Point) -> Double { p.x * up.x + p.y * up.y }
        let left = (right(corners.topLeft) + right(corners.bottomLeft)) / 2
        let bottom = (above(corners.bottomLeft) + above(corners.bottomRight)) / 2
        width = (right(corners.topRight) + right(corners.bottomRight)) / 2 - left
        height = (above(corners.topLeft) + above(corners.topRight)) / 2 - bottom
        guard width > 1e-3, height > 1e-3, width < 1e6, height < 1e6 else { return nil }
        start = along * left + up * bottom
    }
}

/// A number as PDF writes it: at most four digits after the point, no exponent.
func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "0" }
    let whole = Int((abs(value) * 10_000).rounded())
    let sign = value < 0 && whole > 0 ? "-" : ""
    var fraction = String(whole % 10_000 + 10_000).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    return fraction.isEmpty ? "\(sign)\(whole / 10_000)" : "\(sign)\(whole / 10_000).\(fraction)"
}

import Findings
import Foundation

@testable import TextLayout

/// A page that a test draws: words with boxes as an engine would tell them, and printed lines in pixels.
struct Page {
    var size = PixelSize(width: 900, height: 700)
    /// In degrees, clockwise.
    var turn = 0.0
    var lines: [TextLine] = []
    private(set) var pixels: [UInt8] = []

    init(turn: Double = 0) {
        self.turn = turn
        pixels = [UInt8](repeating: 245, count: size.width * size.height * 3)
    }

    private var slant: Slant {
        Slant(angle: turn * .pi / 180, origin: Point(x: Double(size.width) / 2, y: Double(size.height) / 2))
    }

    /// Words of 11 pixels a letter and 22 pixels height, all of one line of the engine's.
    mutating func write(_ text: String, x: Double, y: Double, spacing: Double = 8) {
        var (words, left) = ([TextWord](), x)
        for word in text.split(separator: " ").map(String.init) {
            let box = Box(x: left, y: y, width: Double(word.count) * 11, height: 22)
            words.append(TextWord(text: word, confidence: 0.9, corners: slant.photo(box)))
            left = box.right + spacing
        }
        let box = Box(left: x, top: y, right: left - spacing, bottom: y + 22)
        lines.append(TextLine(text: text, confidence: 0.9, corners: slant.photo(box), words: words))
    }

    /// A printed line of two pixels' width.
    mutating func rule(_ from: (Double, Double), _ to: (Double, Double)) {
        let (a, b) = (slant.photo(Point(x: from.0, y: from.1)), slant.photo(Point(x: to.0, y: to.1)))
        let steps = Int(a.distance(to: b) * 2) + 1
        for step in 0...steps {
            let point = a + (b - a) * (Double(step) / Double(steps))
            for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let (x, y) = (Int(point.x) + dx, Int(point.y) + dy)
                guard x >= 0, y >= 0, x < size.width, y < size.height else { continue }
                for channel in 0..<3 { pixels[(y * size.width + x) * 3 + channel] = 40 }
            }
        }
    }

    /// What the reader makes of it.
    var layout: TextLayout {
        pixels.withUnsafeBytes { LayoutReader().layout(of: lines, pixels: $0, size: size) }
    }
}

extension TextTable {
    /// Texts by place, without empty cells.
    var texts: [String] {
        cells.filter { !$0.text.isEmpty }.map { "\($0.row),\($0.column) \($0.rowSpan)x\($0.columnSpan) \($0.text)" }
    }
}

import Findings

/// A photo's words on a page that lies level.
struct LevelPage {
    /// Line by line.
    let words: [PlacedWord]
    /// How the page lies in its photo.
    let slant: Slant
    /// The height of ordinary words.
    let textHeight: Double

    /// The printed lines; none where the page lies turned by a quarter or more.
    let rules: PageRules

    /// The page of the lines of a photo; nil where they have no words.
    init?(of lines: [TextLine], rules: PageRules, size: PixelSize) {
        let origin = Point(x: Double(size.width) / 2, y: Double(size.height) / 2)
        let turn = Slant(angle: Double(Slant.quarters(of: lines)) * .pi / 2, origin: origin)
        self.rules = turn.angle == 0 ? rules : PageRules()
        let isFramed = self.rules.horizontal.count >= 2 && self.rules.vertical.count >= 2
        let upright = turn.angle == 0 ? lines : lines.map { $0.mapped(turn.level) }
        let angle = (isFramed ? self.rules.angle : nil) ?? Slant.angle(of: upright)
        slant = Slant(angle: turn.angle + angle, origin: origin)
        words = PlacedWord.all(of: lines, on: slant)
        textHeight = PlacedWord.textHeight(of: words)
        guard textHeight > 0 else { return nil }
    }

    /// The words that stand in none of some tables.
    func words(outside tables: [TableFinder.Found]) -> [PlacedWord] {
        let taken = tables.reduce(into: Set<Int>()) { $0.formUnion($1.words) }
        return words.indices.filter { !taken.contains($0) }.map { words[$0] }
    }
}

extension TableFinder {
    /// A finder among all words of a page.
    init(_ page: LevelPage) { self.init(words: page.words, slant: page.slant, textHeight: page.textHeight) }
}

import Findings

/// The order in which the blocks of a page in columns are read.
///
/// A block is read before another that lies below it, and before one to its right that a gutter parts from it, unless
/// something stands across both between them (T. M. Breuel, High Performance Document Layout Analysis, 2003). What stands
/// alone over or under everything, and large headings with nothing beside them, part the page before that.
struct ColumnOrder {
    private let blocks: [TextBlock]
    private let textHeight: Double
    /// The height of the letters of most lines.
    private let letters: Double

    /// More blocks than a page in columns has.
    private static let mostBlocks = 400
    /// How much higher letters are than ordinary ones where their line parts the page.
    private static let headline = 1.35

    /// An order among blocks of a page.
    init(_ blocks: [TextBlock], textHeight: Double) {
        self.blocks = blocks
        self.textHeight = textHeight
        letters = TextBlock.middle(blocks.flatMap { $0.lines.map(\.letters) })
    }

    /// Whether blocks of running text stand side by side: only then is a page read column by column.
    static func hasColumns(_ blocks: [TextBlock], textHeight: Double) -> Bool {
        let columns = blocks.filter(\.isColumn).map(\.box)
        return columns.indices.contains { first in
            columns[(first + 1)...].contains { other in
                let (a, b) = (columns[first], other)
                return min(a.bottom, b.bottom) - max(a.y, b.y) > 2 * textHeight && a.overlapAcross(b) < textHeight
            }
        }
    }

    /// The blocks in reading order.
    func sorted() -> [TextBlock] {
        guard blocks.count <= Self.mostBlocks else {
            return blocks.sorted { ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x) }
        }
        return sorted(Array(blocks.indices)).map { number in
            var block = blocks[number.block]
            block.role = number.role ?? (isSidebar(block) ? .sidebar : nil)
            return block
        }
    }

    /// A block's number, and what it is where it stands over or under everything.
    private struct Numbered {
        var block: Int
        var role: TextRole?
    }

    /// More characters than what stands over or under a page has.
    private static let longestHeader = 100
    /// How much wider than a sidebar the columns beside it are.
    private static let wider = 1.3

    /// Whether a column stands beside wider ones alone, over its whole height.
    private func isSidebar(_ block: TextBlock) -> Bool {
        let others = blocks.filter { $0.isColumn && $0.box != block.box }.map(\.box)
        let beside = others.filter { min($0.bottom, block.box.bottom) - max($0.y, block.box.y) > textHeight }
        return block.isColumn && !beside.isEmpty && beside.allSatisfy { $0.width > Self.wider * block.box.width }
            && others.allSatisfy { $0.overlapAcross(block.box) < textHeight }
    }

    /// What a row at the top or bottom of a page is.
    private func role(_ band: [Int], _ role: TextRole) -> TextRole? {
        let length = band.reduce(0) { $0 + blocks[$1].lines.reduce(0) { $0 + $1.text.count } }
        let isText = band.allSatisfy { !blocks[$0].lines.isEmpty }
        return isText && length <= Self.longestHeader && !isHeadline(band) ? role : nil
    }

    /// The blocks of a part of the page: bands that part it are read between what is above and below them.
    private func sorted(_ numbers: [Int]) -> [Numbered] {
        let bands = bands(of: numbers)
        var (order, open): ([Numbered], [Int]) = ([], [])
        let top = bands.prefix { isRow($0) }.count
        var bottom = bands.count
        while bottom > top, isRow(bands[bottom - 1]), isApart(bands, bottom - 1) { bottom -= 1 }
        for (place, band) in bands.enumerated() {
            if place < top || place >= bottom || isRow(band) && isHeadline(band) {
                order += byRelation(open).map { Numbered(block: $0) }
                open = []
                let role = place == 0 ? role(band, .header) : place >= bottom ? role(band, .footer) : nil
                order += band.sorted { blocks[$0].box.x < blocks[$1].box.x }.map { Numbered(block: $0, role: role) }
            } else {
                open += band
            }
        }
        return order + byRelation(open).map { Numbered(block: $0) }
    }

    /// Blocks in bands from left to right that nothing reaches out of, downwards.
    private func bands(of numbers: [Int]) -> [[Int]] {
        var (bands, bottom): ([[Int]], Double) = ([], -.infinity)
        for number in numbers.sorted(by: { blocks[$0].box.y < blocks[$1].box.y }) {
            let box = blocks[number].box
            // Boxes of letters in rows below each other may reach into each other a little.
            let slack = min(textHeight, box.height) * 0.3
            if bands.isEmpty || box.y + slack >= bottom {
                bands.append([number])
                bottom = box.bottom
            } else {
                bands[bands.count - 1].append(number)
                bottom = max(bottom, box.bottom)
            }
        }
        return bands
    }

    /// Whether a band is a row of short lines: no columns, and all of it side by side.
    private func isRow(_ band: [Int]) -> Bool {
        let boxes = band.map { blocks[$0] }
        guard boxes.allSatisfy({ !$0.isColumn && $0.lines.count == 1 }), let first = boxes.first else {
            return band.count == 1 && !blocks[band[0]].isColumn
        }
        return boxes.allSatisfy { abs($0.box.center.y - first.box.center.y) < first.box.height * 0.6 }
    }

    private func isHeadline(_ band: [Int]) -> Bool {
        band.contains { blocks[$0].letters > Self.headline * letters && !blocks[$0].isColumn }
    }

    /// Whether a wide gap is above a band.
    private func isApart(_ bands: [[Int]], _ place: Int) -> Bool {
        guard place > 0 else { return true }
        let bottom = bands[place - 1].map { blocks[$0].box.bottom }.max() ?? 0
        let top = bands[place].map { blocks[$0].box.y }.min() ?? 0
        return top - bottom > textHeight * 0.9
    }

    /// The blocks so that each comes after those that are read before it.
    private func byRelation(_ numbers: [Int]) -> [Int] {
        var left = numbers.sorted { (blocks[$0].box.y, blocks[$0].box.x) < (blocks[$1].box.y, blocks[$1].box.x) }
        var before = [Int: Set<Int>]()
        for (place, a) in left.enumerated() {
            for b in left[(place + 1)...] {
                if isBefore(blocks[a].box, blocks[b].box, in: numbers) {
                    before[b, default: []].insert(a)
                } else {
                    before[a, default: []].insert(b)
                }
            }
        }
        var order: [Int] = []
        while !left.isEmpty {
            // Where the page goes round in circles the one that waits for the fewest is next.
            let next = left.indices.min { (before[left[$0]]?.count ?? 0) < (before[left[$1]]?.count ?? 0) } ?? 0
            let number = left.remove(at: next)
            order.append(number)
            for other in left { before[other]?.remove(number) }
        }
        return order
    }

    private func isBefore(_ a: Box, _ b: Box, in numbers: [Int]) -> Bool {
        let isAbove = a.center.y < b.center.y
        guard a.overlapAcross(b) <= textHeight * 0.5 else { return isAbove }
        let (left, right) = a.center.x < b.center.x ? (a, b) : (b, a)
        let isLeft = a.center.x < b.center.x
        let (top, bottom) = (min(a.y, b.y), max(a.bottom, b.bottom))
        // How far up and down the gap between both is free.
        var free = (top: -Double.infinity, bottom: Double.infinity)
        for number in numbers {
            let box = blocks[number].box
            guard box.overlapAcross(left) > textHeight * 0.5, box.overlapAcross(right) > textHeight * 0.5,
                box != a, box != b
            else { continue }
            if box.center.y > top, box.center.y < bottom { return isAbove }
            if box.center.y <= top { free.top = max(free.top, box.bottom) }
            if box.center.y >= bottom { free.bottom = min(free.bottom, box.y) }
        }
        if isGutter(left, right, free.top, free.bottom, in: numbers) { return isLeft }
        let shared = min(a.bottom, b.bottom) - max(a.y, b.y)
        return shared > 0.5 * min(a.height, b.height) ? isLeft : isAbove
    }

    /// Whether columns of running text stand on both sides of a gap.
    private func isGutter(_ left: Box, _ right: Box, _ top: Double, _ bottom: Double, in numbers: [Int]) -> Bool {
        let slack = textHeight * 0.5
        let columns = numbers.filter { blocks[$0].isColumn }.map { blocks[$0].box }.filter {
            min($0.bottom, bottom) - max($0.y, top) > 2 * textHeight
        }
        return columns.contains { $0.x < left.right && $0.right <= right.x + slack && $0.right > left.x }
            && columns.contains { $0.right > right.x && $0.x >= left.right - slack && $0.x < right.right }
    }
}

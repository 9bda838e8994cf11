import Findings

/// The rows, columns and cells that printed lines make.
struct RuleGrid {
    /// A rectangle of places of the grid.
    struct Cell: Hashable, Comparable {
        var rows: Range<Int>
        var columns: Range<Int>

        /// Row by row, each from the left.
        static func < (a: Cell, b: Cell) -> Bool {
            (a.rows.lowerBound, a.columns.lowerBound) < (b.rows.lowerBound, b.columns.lowerBound)
        }
    }

    /// The edges of columns, from left to right.
    var xs: [Double]
    /// The edges of rows, downwards.
    var ys: [Double]
    private let horizontal: [LevelRule]
    private let vertical: [LevelRule]
    private let tolerance: Double

    /// A grid of more places is a drawing and no table.
    private static let mostPlaces = 6000

    /// The grid of lines that touch each other; nil where they part nothing.
    init?(horizontal: [LevelRule], vertical: [LevelRule], tolerance: Double) {
        self.horizontal = horizontal
        self.vertical = vertical
        self.tolerance = tolerance
        ys = LevelRule.clusters(horizontal.map(\.place), within: tolerance)
        xs = LevelRule.clusters(vertical.map(\.place), within: tolerance)
        guard !xs.isEmpty, !ys.isEmpty else { return nil }
        xs = Self.opened(xs, by: horizontal, tolerance: tolerance)
        ys = Self.opened(ys, by: vertical, tolerance: tolerance)
        guard xs.count >= 2, ys.count >= 2, rows * columns <= Self.mostPlaces, rows * columns >= 2 else { return nil }
    }

    /// How many there are.
    var rows: Int { ys.count - 1 }
    /// How many there are.
    var columns: Int { xs.count - 1 }

    /// The edges with one more at each side where most lines across end beyond the outermost one: a frame left open.
    private static func opened(_ edges: [Double], by rules: [LevelRule], tolerance: Double) -> [Double] {
        guard let first = edges.first, let last = edges.last, rules.count >= 1 else { return edges }
        var edges = edges
        let starts = rules.map(\.start).filter { $0 < first - tolerance * 2 }
        let ends = rules.map(\.end).filter { $0 > last + tolerance * 2 }
        if starts.count * 2 > rules.count, let start = starts.min() { edges.insert(start, at: 0) }
        if ends.count * 2 > rules.count, let end = ends.max() { edges.append(end) }
        return edges
    }

    /// The cells by row, then column: places that no line parts are one.
    func cells() -> [Cell] {
        var sets = DisjointSets(count: rows * columns)
        let uprights = (0..<xs.count).map { edge in vertical.filter { abs($0.place - xs[edge]) <= tolerance } }
        let levels = (0..<ys.count).map { edge in horizontal.filter { abs($0.place - ys[edge]) <= tolerance } }
        for row in 0..<rows {
            for column in 0..<columns {
                let place = row * columns + column
                if column + 1 < columns, !Self.isCovered(ys[row], ys[row + 1], by: uprights[column + 1]) {
                    sets.join(place, place + 1)
                }
                if row + 1 < rows, !Self.isCovered(xs[column], xs[column + 1], by: levels[row + 1]) {
                    sets.join(place, place + columns)
                }
            }
        }
        return rectangles(&sets)
    }

    private static func isCovered(_ start: Double, _ end: Double, by rules: [LevelRule]) -> Bool {
        let covered = rules.reduce(0) { $0 + max(0, min($1.end, end) - max($1.start, start)) }
        return covered >= 0.5 * (end - start)
    }

    /// A set that is no rectangle takes all places of the rectangle around it.
    private func rectangles(_ sets: inout DisjointSets) -> [Cell] {
        while true {
            var cells: [Int: Cell] = [:]
            for place in 0..<rows * columns {
                let (row, column, root) = (place / columns, place % columns, sets.root(of: place))
                let old = cells[root] ?? Cell(rows: row..<row + 1, columns: column..<column + 1)
                cells[root] = Cell(
                    rows: min(old.rows.lowerBound, row)..<max(old.rows.upperBound, row + 1),
                    columns: min(old.columns.lowerBound, column)..<max(old.columns.upperBound, column + 1))
            }
            var hasChanged = false
            for (root, cell) in cells {
                for row in cell.rows {
                    for column in cell.columns where sets.root(of: row * columns + column) != sets.root(of: root) {
                        sets.join(row * columns + column, root)
                        hasChanged = true
                    }
                }
            }
            if !hasChanged { return cells.values.sorted() }
        }
    }
}

/// A printed line on the level page: where it lies across its direction, and from where to where along it.
struct LevelRule {
    /// y of a level line, x of an upright one.
    var place: Double
    /// Along the line.
    var start: Double
    /// Along the line.
    var end: Double

    /// A line's length.
    var length: Double { end - start }

    /// Level lines of a page, turned level.
    static func horizontal(_ rules: [Rule], on slant: Slant) -> [LevelRule] {
        rules.map { rule in
            let (a, b) = (slant.level(rule.start), slant.level(rule.end))
            return LevelRule(place: (a.y + b.y) / 2, start: min(a.x, b.x), end: max(a.x, b.x))
        }
    }

    /// Upright lines of a page, turned upright.
    static func vertical(_ rules: [Rule], on slant: Slant) -> [LevelRule] {
        rules.map { rule in
            let (a, b) = (slant.level(rule.start), slant.level(rule.end))
            return LevelRule(place: (a.x + b.x) / 2, start: min(a.y, b.y), end: max(a.y, b.y))
        }
    }

    /// Places that lie within a tolerance of each other become one, in their order.
    static func clusters(_ places: [Double], within tolerance: Double) -> [Double] {
        var clusters: [(sum: Double, count: Double, last: Double)] = []
        for place in places.sorted() {
            if let last = clusters.last, place - last.last <= tolerance {
                clusters[clusters.count - 1] = (last.sum + place, last.count + 1, place)
            } else {
                clusters.append((place, 1, place))
            }
        }
        return clusters.map { $0.sum / $0.count }
    }
}

import Findings

/// The connected parts of a mask, those that touch at a corner included.
///
/// Of each part only the ends of its rows are kept: they hold the corners of its convex hull.
struct MaskComponents {
    private struct Run {
        var first: Int
        var last: Int
        var label: Int
    }

    /// For each part the ends of its runs, as pixel centres; in the order of their uppermost pixels.
    let outlines: [[Point]]

    /// The parts of a mask row by row, where any number but 0 belongs to one; none where it does not fit the size.
    init(_ mask: [UInt8], size: PixelSize) {
        guard size.width > 0, size.height > 0, mask.count == size.area else {
            outlines = []
            return
        }
        var parents: [Int] = []
        func root(_ label: Int) -> Int {
            var label = label
            while parents[label] != label {
                parents[label] = parents[parents[label]]
                label = parents[label]
            }
            return label
        }
        var rows: [(y: Int, run: Run)] = []
        var above: [Run] = []
        for y in 0..<size.height {
            var runs = Self.runs(mask, from: y * size.width, count: size.width)
            var next = 0
            for index in runs.indices {
                while next < above.count, above[next].last < runs[index].first - 1 { next += 1 }
                var touching = next
                while touching < above.count, above[touching].first <= runs[index].last + 1 {
                    let other = root(above[touching].label)
                    if runs[index].label < 0 {
                        runs[index].label = other
                    } else {
                        let own = root(runs[index].label)
                        parents[max(own, other)] = min(own, other)
                    }
                    touching += 1
                }
                if runs[index].label < 0 {
                    runs[index].label = parents.count
                    parents.append(parents.count)
                }
            }
            rows += runs.map { (y, $0) }
            above = runs
        }
        var places: [Int: Int] = [:]
        var outlines: [[Point]] = []
        for (y, run) in rows {
            let label = root(run.label)
            let place = places[label] ?? outlines.count
            if place == outlines.count {
                places[label] = place
                outlines.append([])
            }
            outlines[place].append(Point(x: Double(run.first), y: Double(y)))
            if run.last > run.first { outlines[place].append(Point(x: Double(run.last), y: Double(y))) }
        }
        self.outlines = outlines
    }

    /// The runs of one row, not yet labelled.
    private static func runs(_ mask: [UInt8], from start: Int, count: Int) -> [Run] {
        var runs: [Run] = []
        var x = 0
        while x < count {
            guard mask[start + x] != 0 else {
                x += 1
                continue
            }
            let first = x
            while x < count, mask[start + x] != 0 { x += 1 }
            runs.append(Run(first: first, last: x - 1, label: -1))
        }
        return runs
    }
}

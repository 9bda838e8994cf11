/// Layouts with one entry for each anchor, most of which hold nothing.
extension ModelOutputLayout {
    /// `[4+classes, anchors]`: the best class alone counts.
    static func decodeColumns(
        _ values: UnsafePointer<Float>, classes: Int, anchors: Int, _ rules: ClassRules
    ) -> [Candidate] {
        var candidates: [Candidate] = []
        let scores = values + 4 * anchors
        ScoreScan.columns(from: rules.lowest, in: scores, rows: classes, columns: anchors) { anchor, best in
            let classId = ScoreScan.row(of: best, column: anchor, in: scores, rows: classes, columns: anchors)
            guard rules.accepts(best, classId) else { return }
            append(
                Candidate(
                    values[anchor], values[anchors + anchor], values[2 * anchors + anchor],
                    values[3 * anchors + anchor], score: best, classId: classId),
                to: &candidates)
        }
        return candidates
    }

    /// `[6, anchors]`: confidence and class number.
    static func decodeClassNumbers(
        _ values: UnsafePointer<Float>, anchors: Int, _ rules: ClassRules
    ) -> [Candidate] {
        var candidates: [Candidate] = []
        let scores = values + 4 * anchors
        ScoreScan.columns(from: rules.lowest, in: scores, rows: 1, columns: anchors) { anchor, score in
            guard let classId = classNumber(values[5 * anchors + anchor]), rules.accepts(score, classId) else { return }
            append(
                Candidate(
                    values[anchor], values[anchors + anchor], values[2 * anchors + anchor],
                    values[3 * anchors + anchor], score: score, classId: classId),
                to: &candidates)
        }
        return candidates
    }

    /// `[anchors, 5+classes]`: the score is objectness times the best class's.
    static func decodeObjectness(
        _ values: UnsafePointer<Float>, classes: Int, anchors: Int, _ rules: ClassRules
    ) -> [Candidate] {
        var candidates: [Candidate] = []
        for anchor in 0..<anchors {
            let row = values + anchor * (5 + classes)
            // A class score is at most 1, so that objectness alone rules most anchors out.
            guard row[4] >= rules.lowest, let best = best(row + 5, classes) else { continue }
            let score = row[4] * row[5 + best]
            guard rules.accepts(score, best) else { continue }
            append(Candidate(row[0], row[1], row[2], row[3], score: score, classId: best), to: &candidates)
        }
        return candidates
    }
}

/// Layouts with one row for each finding.
extension ModelOutputLayout {
    /// `[count, 6]`: four coordinates, score, class number.
    static func decodeRows(
        _ values: UnsafePointer<Float>, count: Int, _ rules: ClassRules,
        make: (UnsafePointer<Float>, _ score: Float, _ classId: Int) -> Candidate
    ) -> [Candidate] {
        var candidates: [Candidate] = []
        for index in 0..<count {
            let row = values + index * 6
            guard row[4] >= rules.lowest, let classId = classNumber(row[5]), rules.accepts(row[4], classId)
            else { continue }
            append(make(row, row[4], classId), to: &candidates)
        }
        return candidates
    }

    /// `[count, 4+classes]`: centre and size, then a score for each class.
    static func decodeScores(
        _ values: UnsafePointer<Float>, classes: Int, count: Int, _ rules: ClassRules
    ) -> [Candidate] {
        var candidates: [Candidate] = []
        for index in 0..<count {
            let row = values + index * (4 + classes)
            guard let best = best(row + 4, classes), rules.accepts(row[4 + best], best) else { continue }
            append(Candidate(row[0], row[1], row[2], row[3], score: row[4 + best], classId: best), to: &candidates)
        }
        return candidates
    }

    private static func append(_ candidate: Candidate, to candidates: inout [Candidate]) {
        if candidate.isFinite { candidates.append(candidate) }
    }

    /// The first index of the largest number; nil where none is a number.
    private static func best(_ scores: UnsafePointer<Float>, _ count: Int) -> Int? {
        var best: Int?
        var highest = -Float.infinity
        for index in 0..<count where scores[index] > highest {
            highest = scores[index]
            best = index
        }
        return best
    }

    private static func classNumber(_ value: Float) -> Int? {
        guard value.isFinite, value > -0.5, value < 1_000_000 else { return nil }
        return Int(value.rounded())
    }
}

/// Finds the columns of a score table whose best score reaches a threshold.
enum ScoreScan {
    /// Columns looked at together: their best scores stay in the nearest cache while all rows pass by.
    private static let block = 2048

    /// Calls `found` with each column whose largest value in any row is `threshold` or more, and that value.
    ///
    /// `table` has `rows` rows of `columns` values. Values that are not numbers are never the largest.
    static func columns(
        from threshold: Float, in table: UnsafePointer<Float>, rows: Int, columns: Int,
        found: (_ column: Int, _ best: Float) -> Void
    ) {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: block) { best in
            guard let best = best.baseAddress else { return }
            for start in stride(from: 0, to: columns, by: block) {
                let count = min(block, columns - start)
                best.initialize(repeating: -.infinity, count: count)
                for row in 0..<rows { raise(best, to: table + row * columns + start, count) }
                for column in 0..<count where best[column] >= threshold { found(start + column, best[column]) }
            }
        }
    }

    private static func raise(_ best: UnsafeMutablePointer<Float>, to row: UnsafePointer<Float>, _ count: Int) {
        let bestBytes = UnsafeMutableRawPointer(best)
        let rowBytes = UnsafeRawPointer(row)
        var column = 0
        while column + 16 <= count {
            let offset = column * MemoryLayout<Float>.stride
            let values = rowBytes.loadUnaligned(fromByteOffset: offset, as: SIMD16<Float>.self)
            var highest = bestBytes.loadUnaligned(fromByteOffset: offset, as: SIMD16<Float>.self)
            highest.replace(with: values, where: values .> highest)
            bestBytes.storeBytes(of: highest, toByteOffset: offset, as: SIMD16<Float>.self)
            column += 16
        }
        while column < count {
            if row[column] > best[column] { best[column] = row[column] }
            column += 1
        }
    }

    /// The first row that holds a value in a column.
    static func row(
        of value: Float, column: Int, in table: UnsafePointer<Float>, rows: Int, columns: Int
    ) -> Int {
        (0..<rows).first { table[$0 * columns + column] == value } ?? 0
    }
}

/// Finds the columns of a score table whose best score is over a threshold.
enum ScoreScan {
    /// Columns looked at together: their best scores stay in the nearest cache while all rows pass by.
    private static let block = 2048

    /// Calls `found` with each column whose largest value in any row is over `threshold`, and that value.
    ///
    /// `table` has `rows` rows of `columns` values. Values that are not numbers are never the largest.
    static func columns(
        over threshold: Float, in table: UnsafePointer<Float>, rows: Int, columns: Int,
        found: (_ column: Int, _ best: Float) -> Void
    ) {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: block) { best in
            guard let best = best.baseAddress else { return }
            for start in stride(from: 0, to: columns, by: block) {
                let count = min(block, columns - start)
                best.initialize(repeating: -.infinity, count: count)
                for row in 0..<rows { raise(best, to: table + row * columns + start, count) }
                for column in 0..<count where best[column] > threshold { found(start + column, best[column]) }
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

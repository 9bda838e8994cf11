import Findings

extension RunLengthMask {
    /// Calls with each row's runs of ones, in the order of their right ends.
    ///
    /// A mask is kept by columns, and pixels lie by rows. From one column to the next only those rows are looked at in which
    /// a run begins or ends, so that the work grows with the object's border and not with its area.
    func forEachRowRun(_ body: (_ y: Int, _ columns: Range<Int>) -> Void) {
        // Of each row, the column where its run began; -1 outside of runs.
        var starts = [Int](repeating: -1, count: size.height)
        var before: [Int] = []
        var own: [Int] = []
        var column = 0
        func turn(at x: Int) {
            // Bounds that both columns have cancel out: what lies between the others is in one of the two columns.
            let bounds = (before + own).sorted()
            for index in stride(from: 0, to: bounds.count - 1, by: 2) {
                for y in bounds[index]..<bounds[index + 1] {
                    if starts[y] < 0 {
                        starts[y] = x
                    } else {
                        body(y, starts[y]..<x)
                        starts[y] = -1
                    }
                }
            }
            before = own
            own = []
        }
        forEachSpan { x, rows in
            if x > column {
                turn(at: column)
                if x > column + 1 { turn(at: column + 1) }
                column = x
            }
            own += [rows.lowerBound, rows.upperBound]
        }
        turn(at: column)
        turn(at: column + 1)
    }
}

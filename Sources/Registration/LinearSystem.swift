/// A small symmetric positive system of linear equations, collected from weighted rows and solved by Cholesky.
struct LinearSystem {
    let count: Int
    /// The lower triangle counts; row by row.
    var matrix: [Double]
    var right: [Double]

    init(unknowns count: Int) {
        self.count = count
        matrix = [Double](repeating: 0, count: count * count)
        right = [Double](repeating: 0, count: count)
    }

    /// Adds the equation `row · unknowns = value` to the least squares.
    mutating func add(_ row: [Double], equals value: Double, weight: Double = 1) {
        for i in 0..<count {
            let weighted = row[i] * weight
            guard weighted != 0 else { continue }
            right[i] += weighted * value
            for j in 0...i { matrix[i * count + j] += weighted * row[j] }
        }
    }

    /// The unknowns; nil where the equations do not fix them.
    func solved() -> [Double]? {
        var lower = matrix
        for i in 0..<count {
            for j in 0...i {
                var sum = lower[i * count + j]
                for k in 0..<j { sum -= lower[i * count + k] * lower[j * count + k] }
                if i == j {
                    guard sum.isFinite, sum > 1e-13 * max(matrix[i * count + i], 1e-300) else { return nil }
                    lower[i * count + i] = sum.squareRoot()
                } else {
                    lower[i * count + j] = sum / lower[j * count + j]
                }
            }
        }
        var unknowns = right
        for i in 0..<count {
            for k in 0..<i { unknowns[i] -= lower[i * count + k] * unknowns[k] }
            unknowns[i] /= lower[i * count + i]
        }
        for i in stride(from: count - 1, through: 0, by: -1) {
            for k in (i + 1)..<count where k < count { unknowns[i] -= lower[k * count + i] * unknowns[k] }
            unknowns[i] /= lower[i * count + i]
        }
        return unknowns.allSatisfy(\.isFinite) ? unknowns : nil
    }
}

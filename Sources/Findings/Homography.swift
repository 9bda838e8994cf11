/// A projective map between two planes, as a 3x3 matrix row by row.
///
/// Quiver's maps of faces lead from pixels of the upright photo to the face's plane: the centre at 0,0, the radius of the
/// full 10-ring face 1, y down.
public struct Homography: Hashable, Sendable {
    /// Nine numbers, row by row.
    public let rows: [Double]

    /// A map of nine numbers, row by row; their common factor does not matter.
    public init(rows: [Double]) {
        precondition(rows.count == 9, "a homography has nine numbers")
        self.rows = rows
    }

    /// The map that leaves everything where it is.
    public static let identity = Homography(rows: [1, 0, 0, 0, 1, 0, 0, 0, 1])

    /// Where a point goes.
    public func map(_ point: Point) -> Point {
        let w = rows[6] * point.x + rows[7] * point.y + rows[8]
        return Point(
            x: (rows[0] * point.x + rows[1] * point.y + rows[2]) / w,
            y: (rows[3] * point.x + rows[4] * point.y + rows[5]) / w)
    }

    /// The way back; nil where the map flattens the plane to a line.
    public var inverse: Homography? {
        let m = rows
        let cofactors = [
            m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
            m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
            m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
        ]
        let determinant = m[0] * cofactors[0] + m[1] * cofactors[3] + m[2] * cofactors[6]
        guard determinant.isFinite, determinant != 0 else { return nil }
        return Homography(rows: cofactors.map { $0 / determinant })
    }

    /// This map after another one.
    public func after(_ first: Homography) -> Homography {
        var product = [Double](repeating: 0, count: 9)
        for row in 0..<3 {
            for column in 0..<3 {
                for inner in 0..<3 {
                    product[row * 3 + column] += rows[row * 3 + inner] * first.rows[inner * 3 + column]
                }
            }
        }
        return Homography(rows: product)
    }

    /// The same map with a last number of 1, as files hold it.
    public var normalized: Homography { Homography(rows: rows.map { $0 / rows[8] }) }
}

extension Homography: Codable {
    /// Reads a list of nine numbers, row by row; throws `DecodingError` where there are more or fewer.
    public init(from decoder: any Decoder) throws {
        let rows = try decoder.singleValueContainer().decode([Double].self)
        guard rows.count == 9 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "a homography has nine numbers"))
        }
        self.init(rows: rows)
    }

    /// Writes the nine numbers as a list, row by row.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rows)
    }
}

/// How a picture looks in 120 bits: which of its lowest frequencies are above zero.
///
/// A smaller, brighter or harder compressed copy differs in few bits, another picture in about half of them. The 63 lowest
/// frequencies are the coarse bits: photos are near-duplicates only where at most ``mostCoarse`` of these differ.
public struct LikenessBits: Hashable, Sendable {
    /// The frequencies of eight rows and eight columns: bit `8 * row + column`, without the mean in bit 0.
    public let coarse: UInt64
    /// The others of eleven rows and eleven columns, row by row.
    public let fine: UInt64

    /// Frequencies along each side.
    public static let side = 11
    /// How many bits there are.
    public static let count = side * side - 1
    /// Coarse bits that may differ between near-duplicates.
    ///
    /// Chosen on pairs of photos, as the distance is; and eight bits in four parts could not be found by one changed bit a part.
    public static let mostCoarse = 7

    private static let coarseSide = 8

    /// Bits as they are kept.
    public init(coarse: UInt64, fine: UInt64) {
        self.coarse = coarse
        self.fine = fine
    }

    /// - Parameter isSet: Says of a row and a column whether the frequency is above zero.
    public init(_ isSet: (_ row: Int, _ column: Int) -> Bool) {
        var (coarse, fine, next): (UInt64, UInt64, UInt64) = (0, 0, 0)
        for row in 0..<Self.side {
            for column in 0..<Self.side where row + column > 0 {
                let isCoarse = row < Self.coarseSide && column < Self.coarseSide
                if isSet(row, column) {
                    if isCoarse { coarse |= 1 << UInt64(8 * row + column) } else { fine |= 1 << next }
                }
                if !isCoarse { next += 1 }
            }
        }
        (self.coarse, self.fine) = (coarse, fine)
    }

    /// How many bits differ.
    public func distance(to other: LikenessBits) -> Int {
        (coarse ^ other.coarse).nonzeroBitCount + (fine ^ other.fine).nonzeroBitCount
    }

    /// How many of the coarse bits differ.
    public func coarseDistance(to other: LikenessBits) -> Int { (coarse ^ other.coarse).nonzeroBitCount }

    /// Whether a frequency is above zero.
    private func isSet(_ row: Int, _ column: Int) -> Bool {
        if row < Self.coarseSide, column < Self.coarseSide { return coarse >> UInt64(8 * row + column) & 1 == 1 }
        let before = row < Self.coarseSide ? 3 * row + column - 8 : 24 + 11 * (row - 8) + column
        return fine >> UInt64(before) & 1 == 1
    }
}

extension LikenessBits {
    /// A picture that is turned by quarter turns or mirrored, or left as it is.
    public enum Turn: Int, CaseIterable, Sendable {
        case none, mirrored, mirroredTopDown, turnedAround, mirroredDiagonally, quarterLeft, quarterRight
        case mirroredOtherDiagonal

        /// Whether rows become columns.
        var swapsSides: Bool { rawValue >= 4 }
        /// Whether what is left of the picture comes to its right, before rows become columns.
        var mirrorsColumns: Bool { rawValue & 1 == 1 }
        /// The same of top and bottom.
        var mirrorsRows: Bool { rawValue & 2 == 2 }
    }

    /// Which bits change where a picture is mirrored: every other frequency has its sign changed.
    private static let odd = (
        columns: LikenessBits { _, column in column % 2 == 1 }, rows: LikenessBits { row, _ in row % 2 == 1 }
    )

    /// The bits that the turned picture has; no pixel is needed for them.
    public func turned(_ turn: Turn) -> LikenessBits {
        var (coarse, fine) = (coarse, fine)
        if turn.mirrorsColumns {
            coarse ^= Self.odd.columns.coarse
            fine ^= Self.odd.columns.fine
        }
        if turn.mirrorsRows {
            coarse ^= Self.odd.rows.coarse
            fine ^= Self.odd.rows.fine
        }
        let mirrored = LikenessBits(coarse: coarse, fine: fine)
        return turn.swapsSides ? LikenessBits { row, column in mirrored.isSet(column, row) } : mirrored
    }
}

import Findings

extension RunLengthMask {
    /// The pixels of this mask that another lacks; nil where they differ in size.
    public func subtracting(_ other: RunLengthMask) -> RunLengthMask? { combined(with: other) { $0 && !$1 } }

    /// The pixels that both masks have; nil where they differ in size.
    public func intersection(_ other: RunLengthMask) -> RunLengthMask? { combined(with: other) { $0 && $1 } }

    /// The pixels that one of the masks has, or both; nil where they differ in size.
    public func union(_ other: RunLengthMask) -> RunLengthMask? { combined(with: other) { $0 || $1 } }

    /// The pixels whose centres lie in a hull, or at most `margin` pixels from it; nil for a size without pixels.
    public init?(size: PixelSize, hull: ConvexHull, margin: Double = 0) {
        guard Self.isSound(size) else { return nil }
        let margin = max(margin, 0)
        var builder = RunLengthBuilder()
        let reach = hull.bounds.map { ($0.x - margin, $0.right + margin) }
        for x in 0..<size.width {
            let center = Double(x) + 0.5
            var rows = 0..<0
            if let reach, reach.0 <= center, center <= reach.1,
                let inside = hull.rows(atColumn: center, margin: margin)
            {
                // The first row whose centre is not above, and the one behind the last whose centre is not below.
                let first = Self.row((inside.lowerBound - 0.5).rounded(.up), size.height)
                rows = first..<max(first, Self.row((inside.upperBound - 0.5).rounded(.down) + 1, size.height))
            }
            builder.append(false, count: rows.lowerBound)
            builder.append(true, count: rows.count)
            builder.append(false, count: size.height - rows.upperBound)
        }
        self.init(size: size, builder: builder)
    }

    /// The pixels that lie wholly in a box; nil for a size without pixels.
    init?(size: PixelSize, box: Box) {
        let (left, top) = (Self.row(box.x.rounded(.up), size.width), Self.row(box.y.rounded(.up), size.height))
        let right = max(left, Self.row(box.right.rounded(.down), size.width))
        let bottom = max(top, Self.row(box.bottom.rounded(.down), size.height))
        self.init(size: size, columns: left..<right, rows: top..<bottom) { _, _ in true }
    }

    /// A whole number as a row or a column of a picture, or the edge behind the last; what is no number counts as 0.
    private static func row(_ number: Double, _ count: Int) -> Int {
        number > 0 ? Int(min(number, Double(max(count, 0)))) : 0
    }

    /// A mask of a function's result for each pixel of two masks; nil where they differ in size.
    ///
    /// It is asked once for each stretch in which neither changes.
    private func combined(
        with other: RunLengthMask, _ isOne: (_ own: Bool, _ other: Bool) -> Bool
    ) -> RunLengthMask? {
        guard size == other.size else { return nil }
        let (own, others) = (runs, other.runs)
        var (i, j) = (0, 0)
        var (ownLeft, othersLeft) = (own.first ?? 0, others.first ?? 0)
        var builder = RunLengthBuilder()
        while i < own.count, j < others.count {
            let step = min(ownLeft, othersLeft)
            builder.append(isOne(i % 2 == 1, j % 2 == 1), count: step)
            ownLeft -= step
            othersLeft -= step
            if ownLeft == 0 {
                i += 1
                ownLeft = i < own.count ? own[i] : 0
            }
            if othersLeft == 0 {
                j += 1
                othersLeft = j < others.count ? others[j] : 0
            }
        }
        return RunLengthMask(size: size, builder: builder)
    }
}

import Foundation

extension RunLengthMask {
    /// The picture row by row: 1 where the object is, else 0.
    public var bitmap: [UInt8] {
        var pixels = [UInt8](repeating: 0, count: size.area)
        forEachSpan { x, rows in
            for y in rows { pixels[y * size.width + x] = 1 }
        }
        return pixels
    }

    /// Whether a pixel is a one; false outside of the picture.
    public func covers(x: Int, y: Int) -> Bool {
        guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { return false }
        var left = x * size.height + y
        for (index, length) in runs.enumerated() {
            if left < length { return index % 2 == 1 }
            left -= length
        }
        return false
    }

    /// The smallest box around the ones, from pixel edge to pixel edge; nil where there are none.
    public var box: Box? {
        var (left, top, right, bottom) = (size.width, size.height, 0, 0)
        forEachSpan { x, rows in
            (left, right) = (min(left, x), x + 1)
            (top, bottom) = (min(top, rows.lowerBound), max(bottom, rows.upperBound))
        }
        guard right > 0 else { return nil }
        return Box(left: Double(left), top: Double(top), right: Double(right), bottom: Double(bottom))
    }

    /// The overlap of two masks as intersection over union, 0 when they share nothing or differ in size.
    public func intersectionOverUnion(_ other: RunLengthMask) -> Double {
        guard size == other.size else { return 0 }
        let (own, others) = (runs, other.runs)
        var (i, j) = (0, 0)
        var (ownLeft, othersLeft) = (own.first ?? 0, others.first ?? 0)
        var (shared, all) = (0, 0)
        while i < own.count, j < others.count {
            let step = min(ownLeft, othersLeft)
            if i % 2 == 1 && j % 2 == 1 { shared += step }
            if i % 2 == 1 || j % 2 == 1 { all += step }
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
        return all == 0 ? 0 : Double(shared) / Double(all)
    }

    /// The same picture at another size, each pixel as the one under its centre; nil for a size without pixels.
    public func scaled(to target: PixelSize) -> RunLengthMask? {
        guard target != size else { return self }
        guard Self.isSound(target) else { return nil }
        // By runs, as a few letters may stand for a picture of a gigabyte.
        let lengths = runs
        var (run, end) = (0, lengths[0])
        var (former, column): (Int, [(isOne: Bool, count: Int)]) = (-1, [])
        var builder = RunLengthBuilder()
        for x in 0..<target.width {
            let own = (2 * x + 1) * size.width / (2 * target.width)
            if own != former {
                (former, column) = (own, [])
                let start = own * size.height
                var y = 0
                while y < target.height {
                    let position = start + (2 * y + 1) * size.height / (2 * target.height)
                    while end <= position {
                        run += 1
                        end += lengths[run]
                    }
                    // The first row whose centre lies behind the run.
                    let doubled = (2 * target.height * (end - start) + size.height - 1) / size.height
                    let next = min(doubled / 2, target.height)
                    column.append((run % 2 == 1, next - y))
                    y = next
                }
            }
            for part in column { builder.append(part.isOne, count: part.count) }
        }
        return RunLengthMask(size: target, builder: builder)
    }

    /// The mask of a region in the whole photo, each pixel as the region's under its centre; nil for sizes of nothing.
    ///
    /// Where the mask is of another size than the region it is stretched over it.
    public func mapped(from region: Region, in photo: PixelSize) -> RunLengthMask? {
        guard region.width > 0, region.height > 0, region.width.isFinite, region.height.isFinite,
            region.center.x.isFinite, region.center.y.isFinite, region.angle.isFinite
        else { return nil }
        let pixels = bitmap
        let (scaleX, scaleY) = (Double(size.width) / region.width, Double(size.height) / region.height)
        let (cosine, sine) = (cos(region.angle), sin(region.angle))
        let bounds = region.bounds.clipped(to: photo)
        let columns = Int(bounds.x)..<Int(bounds.right.rounded(.up))
        let rows = Int(bounds.y)..<Int(bounds.bottom.rounded(.up))
        return RunLengthMask(size: photo, columns: columns, rows: rows) { x, y in
            let (dx, dy) = (Double(x) + 0.5 - region.center.x, Double(y) + 0.5 - region.center.y)
            let column = ((dx * cosine + dy * sine + region.width / 2) * scaleX).rounded(.down)
            let row = ((dy * cosine - dx * sine + region.height / 2) * scaleY).rounded(.down)
            guard column >= 0, row >= 0, column < Double(size.width), row < Double(size.height) else { return false }
            return pixels[Int(row) * size.width + Int(column)] != 0
        }
    }

    /// Calls with each column's runs of ones, column by column from the left and each from the top.
    public func forEachSpan(_ body: (_ x: Int, _ rows: Range<Int>) -> Void) {
        var position = 0
        for (index, length) in runs.enumerated() {
            let end = position + length
            while index % 2 == 1, position < end {
                let x = position / size.height
                let stop = min(end, (x + 1) * size.height)
                body(x, position - x * size.height..<stop - x * size.height)
                position = stop
            }
            position = end
        }
    }
}

import Findings

extension Mark {
    /// How much of an object, from its top, its label stands at: that of a person with spread arms stands at the head.
    private static let head = 0.06
    /// How far from the outermost points a label stands, as a share of their longer side: points are inside of an object.
    private static let room = 0.08

    /// The rectangle that the label belongs to; nil where it lies outside the picture.
    func labelled(in size: PixelSize) -> PixelRect? {
        if let anchor { return PixelRect(touchedBy: anchor, in: size) }
        switch shape {
        case .box(let box): return PixelRect(touchedBy: box, in: size)
        case .outline(let points): return Self.rect(around: points, in: size)
        case .line(let points):
            guard let last = points.last else { return nil }
            return PixelRect(touchedBy: Box(centerX: last.x, centerY: last.y, width: 1, height: 1), in: size)
        case .point(let center):
            let side = MarkStyle(for: size).dot * 2
            return PixelRect(touchedBy: Box(centerX: center.x, centerY: center.y, width: side, height: side), in: size)
        case .area(let mask): return Self.rect(around: mask, in: size)
        case .skeleton(let points, _): return Self.rect(around: points.compactMap { $0 }, in: size)
        case .dots(let points): return Self.rect(around: points, in: size)
        case .caption: return PixelRect(touchedBy: Box(x: 0, y: 0, width: 1, height: 1), in: size)
        case .bar: return nil
        }
    }

    /// From above the topmost point to below the lowest, as wide as the points near the top; nil where there are none.
    static func place(around points: [Point]) -> Box? {
        let places = points.filter { $0.x.isFinite && $0.y.isFinite }
        guard !places.isEmpty else { return nil }
        let all = Box(around: places)
        let top = Box(around: places.filter { $0.y <= all.y + all.height * head })
        let room = max(max(all.width, all.height) * Self.room, 0.5)
        return Box(left: top.x - 0.5, top: all.y - room, right: top.right + 0.5, bottom: all.bottom + room)
    }

    private static func rect(around points: [Point], in size: PixelSize) -> PixelRect? {
        let (width, height) = (Double(size.width), Double(size.height))
        let inside = points.filter { (0..<width).contains($0.x) && (0..<height).contains($0.y) }
        return place(around: inside).flatMap { PixelRect(touchedBy: $0, in: size) }
    }

    /// The same for the ones of a mask, without any room.
    private static func rect(around mask: RunLengthMask, in size: PixelSize) -> PixelRect? {
        guard let box = mask.box else { return nil }
        let end = box.y + box.height * head
        var (left, right) = (mask.size.width, 0)
        mask.forEachSpan { x, rows in
            if Double(rows.lowerBound) <= end { (left, right) = (min(left, x), x + 1) }
        }
        return PixelRect(
            touchedBy: Box(left: Double(left), top: box.y, right: Double(right), bottom: box.bottom), in: size)
    }
}

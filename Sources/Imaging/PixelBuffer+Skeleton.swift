import Findings

extension PixelBuffer {
    /// Draws limbs and joints, all dark edges under all colours: no limb cuts another.
    ///
    /// Joints that are close together, as those of a far person's face, get smaller dots.
    mutating func skeleton(_ points: [Point?], _ limbs: [[Int]], _ color: MarkColor, _ style: MarkStyle) {
        let points = points.map { $0.flatMap { $0.x.isFinite && $0.y.isFinite ? $0 : nil } }
        let joints = points.compactMap { $0 }
        guard !joints.isEmpty else { return }
        let extent = Box(around: joints)
        let width = style.limb(ofExtent: max(extent.width, extent.height))
        let pairs: [[Point]] = limbs.map { $0.compactMap { points.indices.contains($0) ? points[$0] : nil } }
        let lines = pairs.filter { $0.count == 2 }
            .map { ends in (ends: ends, width: min(width, max(ends[0].distance(to: ends[1]) / 3, 1))) }
        let dots = joints.enumerated().map { index, joint in
            let others = joints.enumerated().filter { $0.offset != index }.map { $0.element.distance(to: joint) }
            return (center: joint, radius: min(max(width * 1.1, 1.5), max((others.min() ?? .infinity) / 3, 1)))
        }
        let edge = max(1, width / 3)
        for line in lines { stroke(line.ends, width: line.width + 2 * min(edge, line.width), .dark) }
        for dot in dots { disc(dot.center, radius: dot.radius + min(edge, dot.radius), .dark) }
        for line in lines { stroke(line.ends, width: line.width, color) }
        for dot in dots { disc(dot.center, radius: dot.radius, color) }
    }

    /// Draws the dots of a dense surface, without edges: they stand too close for any.
    mutating func dots(_ points: [Point], _ color: MarkColor, _ style: MarkStyle) {
        for point in points { disc(point, radius: style.thin * 0.7, color) }
    }
}

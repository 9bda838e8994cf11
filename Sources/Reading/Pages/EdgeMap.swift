import Foundation

/// The edges of a small picture: pixels where the colour changes most across the edge's direction.
struct EdgeMap {
    let width: Int
    let height: Int
    /// How strongly the colour changes from pixel to pixel; 0 where there is no edge.
    let strength: [Float]
    /// The unit vector across the edge; which of its two ways is not fixed.
    let normalX: [Float]
    let normalY: [Float]
    /// How far the edge lies from the pixel's middle along the normal, in pixels.
    let offset: [Float]
    /// The strength that counts half: edges of the picture's noise and texture are weaker.
    let half: Float

    /// Edges by the colour's structure tensor (Di Zenzo, A note on the gradient of a multi-image, 1986).
    init(_ picture: SmallPicture) {
        let (width, height, area) = (picture.width, picture.height, picture.area)
        var force = [Float](repeating: 0, count: area)
        var nx = force
        var ny = force
        picture.planes.withUnsafeBufferPointer { planes in
            for y in 1..<(height - 1) where height > 2 && width > 2 {
                for x in 1..<(width - 1) {
                    var (xx, yy, xy): (Float, Float, Float) = (0, 0, 0)
                    for plane in 0..<3 {
                        let p = plane * area + y * width + x
                        // Scharr's weights keep the angle right; 32 makes the sum one grey level a pixel.
                        let (above, below) = (p - width, p + width)
                        let right = 3 * (planes[above + 1] + planes[below + 1]) + 10 * planes[p + 1]
                        let left = 3 * (planes[above - 1] + planes[below - 1]) + 10 * planes[p - 1]
                        let bottom = 3 * (planes[below + 1] + planes[below - 1]) + 10 * planes[below]
                        let top = 3 * (planes[above + 1] + planes[above - 1]) + 10 * planes[above]
                        let (dx, dy) = ((right - left) / 32, (bottom - top) / 32)
                        xx += dx * dx
                        yy += dy * dy
                        xy += dx * dy
                    }
                    let (mean, turn) = ((xx + yy) / 2, (xx - yy) / 2)
                    let root = (turn * turn + xy * xy).squareRoot()
                    let place = y * width + x
                    force[place] = (mean + root).squareRoot()
                    // The eigenvector of the greater eigenvalue, by the half angle.
                    guard root > 0 else { continue }
                    let cosine = turn / root
                    nx[place] = ((1 + cosine) / 2).squareRoot()
                    ny[place] = ((1 - cosine) / 2).squareRoot() * (xy < 0 ? -1 : 1)
                }
            }
        }
        self.width = width
        self.height = height
        (normalX, normalY) = (nx, ny)
        half = 2.5 + 1.2 * Self.median(force)
        (strength, offset) = Self.ridges(force, nx, ny, width, height, least: half * 0.35)
    }

    private static func median(_ values: [Float]) -> Float {
        var counts = [Int](repeating: 0, count: 1024)
        for value in values { counts[min(Int(value * 8), 1023)] += 1 }
        var below = 0
        for (bin, count) in counts.enumerated() {
            below += count
            if below * 2 >= values.count { return (Float(bin) + 0.5) / 8 }
        }
        return 0
    }

    /// Keeps the pixels that are stronger than their neighbours on both sides along the normal.
    private static func ridges(
        _ force: [Float], _ nx: [Float], _ ny: [Float], _ width: Int, _ height: Int, least: Float
    ) -> (strength: [Float], offset: [Float]) {
        var strength = [Float](repeating: 0, count: force.count)
        var offset = strength
        guard width > 4, height > 4 else { return (strength, offset) }
        force.withUnsafeBufferPointer { force in
            func between(_ x: Float, _ y: Float) -> Float {
                let (column, row) = (Int(x), Int(y))
                let (u, v) = (x - Float(column), y - Float(row))
                let p = row * width + column
                let upper = force[p] * (1 - u) + force[p + 1] * u
                return upper * (1 - v) + (force[p + width] * (1 - u) + force[p + width + 1] * u) * v
            }
            for y in 2..<(height - 2) {
                for x in 2..<(width - 2) {
                    let place = y * width + x
                    let here = force[place]
                    guard here >= least else { continue }
                    let (dx, dy) = (nx[place], ny[place])
                    let ahead = between(Float(x) + dx, Float(y) + dy)
                    let behind = between(Float(x) - dx, Float(y) - dy)
                    guard here > ahead, here >= behind else { continue }
                    strength[place] = here
                    let bend = ahead + behind - 2 * here
                    if bend < 0 { offset[place] = min(max((behind - ahead) / (2 * bend), -0.5), 0.5) }
                }
            }
        }
        return (strength, offset)
    }
}

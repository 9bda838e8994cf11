import Findings
import Foundation

/// Looks for dark ellipses on lighter ground, at many thresholds of brightness, so that shade and glare do not matter.
struct DiscCandidates {
    let raster: Raster
    /// Pixels of the photo that a pixel of the raster covers, along a side.
    let scale: Double

    private static let thresholds: [UInt8] = [20, 30, 42, 54, 68, 84, 100, 118, 138, 160, 185]
    /// The least disc that is looked at, in pixels of the raster.
    private static let minimumArea = 90
    private static let most = 12

    /// The discs, in pixels of the photo, the largest first.
    func all() -> [Ellipse] {
        let lumas = raster.lumas()
        let (width, height) = (raster.size.width, raster.size.height)
        var found: [(ellipse: Ellipse, quality: Double)] = []
        lumas.withUnsafeBufferPointer { lumas in
            for (index, threshold) in Self.thresholds.enumerated() {
                collect { lumas[$0] < threshold }
                guard index % 2 == 1 else { continue }
                // Again with two pixels off every edge: shafts and fingers that touch a disc come away.
                let (near, far) = (2 * width + 2, width * (height - 2) - 2)
                collect(shrunkBy: 1.7) { place in
                    place >= near && place < far && lumas[place] < threshold && lumas[place - 2] < threshold
                        && lumas[place + 2] < threshold && lumas[place - 2 * width] < threshold
                        && lumas[place + 2 * width] < threshold
                }
            }
        }

        func collect(shrunkBy margin: Double = 0, isDark: (Int) -> Bool) {
            Component.forEach(width: width, height: height, minimumArea: Self.minimumArea, isMember: isDark) {
                guard var item = disc($0, $1) else { return }
                item.ellipse.a += margin
                item.ellipse.b += margin
                if let same = found.firstIndex(where: { Self.same($0.ellipse, item.ellipse) }) {
                    if item.quality > found[same].quality { found[same] = item }
                } else {
                    found.append(item)
                }
            }
        }
        return found.sorted { $0.ellipse.meanRadius * $0.quality > $1.ellipse.meanRadius * $1.quality }
            .prefix(Self.most).map { $0.ellipse.scaled(by: scale) }
    }

    /// The ellipse that a patch fills or outlines, and how well: 1 is best.
    private func disc(_ patch: Component, _ members: ArraySlice<Int>) -> (ellipse: Ellipse, quality: Double)? {
        guard let ellipse = patch.ellipse, ellipse.a < 4 * ellipse.b else { return nil }
        // A filled ellipse has exactly the area of the ellipse with its moments; anything else has less.
        let filling = Double(patch.area) / (.pi * ellipse.a * ellipse.b)
        let (width, height) = (raster.size.width, raster.size.height)
        let isCut = patch.left == 0 || patch.top == 0 || patch.right == width - 1 || patch.bottom == height - 1
        if filling > 0.78, !isCut { return (ellipse, filling) }
        // Cut by the picture's border, or broken up by light lines: its outline must be an ellipse's.
        guard patch.area >= 500, filling > 0.3, patch.area * 3 < width * height * 2 else { return nil }
        let outline = patch.outline(of: members, width: width, height: height)
        guard let fit = EllipseFit(outline, tolerance: 0.04, trials: 60), fit.support > 0.7 else { return nil }
        return (fit.ellipse, min(filling, 1) * fit.support)
    }

    private static func same(_ a: Ellipse, _ b: Ellipse) -> Bool {
        let ratio = a.meanRadius / b.meanRadius
        return ratio > 0.8 && ratio < 1.25 && a.center.distance(to: b.center) < 0.25 * b.meanRadius
    }
}

extension Raster {
    /// The brightness of each pixel.
    func lumas() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: size.area) { target, count in
            bytes.withUnsafeBufferPointer { source in
                for i in 0..<size.area {
                    let sum = 77 * Int(source[3 * i]) + 150 * Int(source[3 * i + 1]) + 29 * Int(source[3 * i + 2])
                    target[i] = UInt8(truncatingIfNeeded: sum >> 8)
                }
            }
            count = size.area
        }
    }
}

/// The outline of a dark disc that a detector saw, where shafts, shadows and torn paper keep it from being one dark patch.
///
/// Along rays from the box's middle the places are gathered where it becomes lighter; the ellipse that most of them
/// agree with is the disc's.
struct HintedDisc {
    let sampler: LumaSampler

    private static let rayCount = 120
    /// How far a disc's edge may lie from that of the box's ellipse, as shares of its radius.
    private static let reach = 0.6...1.4
    /// A ray offers this many places: on some the strongest is a shaft's or a line's.
    private static let placesOfRay = 2
    /// The least rise of brightness that may be an edge, in levels of 255.
    private static let leastRise = 12.0
    /// The least number of places that must agree, as a share of the rays.
    private static let leastSupport = 0.5

    /// The ellipse in pixels of the photo; nil where there is none to be seen.
    func ellipse(in box: Box) -> Ellipse? {
        let points = (0..<Self.rayCount).flatMap { ray in
            let angle = Double(ray) * 2 * .pi / Double(Self.rayCount)
            return rises(from: box.center, along: Point(x: cos(angle) * box.width / 2, y: sin(angle) * box.height / 2))
        }
        guard let fit = EllipseFit(points, tolerance: 0.025, trials: 300) else { return nil }
        let agreeing = fit.inliers.count { $0 }
        guard Double(agreeing) >= Self.leastSupport * Double(Self.rayCount) else { return nil }
        return fit.ellipse
    }

    /// The places along a ray where it becomes lighter the most.
    private func rises(from middle: Point, along way: Point) -> [Point] {
        let step = max(1 / max(way.length * sampler.factor, 1), 0.005)
        // As far as the picture reaches.
        let lumas = Array(
            stride(from: Self.reach.lowerBound, through: Self.reach.upperBound, by: step)
                .map { sampler.luma(x: middle.x + way.x * $0, y: middle.y + way.y * $0) }
                .prefix { $0 >= 0 })
        /// Samples to both sides that are compared: wider than a printed line.
        let width = 5
        guard lumas.count > 2 * width else { return [] }
        var rises = (0...lumas.count - 2 * width).map { start in
            let inner = lumas[start..<start + width].reduce(0, +)
            return (lumas[start + width..<start + 2 * width].reduce(0, +) - inner) / Double(width)
        }
        var places: [Point] = []
        while places.count < Self.placesOfRay, let best = rises.indices.max(by: { rises[$0] < rises[$1] }),
            rises[best] >= Self.leastRise
        {
            let share = Self.reach.lowerBound + (Double(best + width) - 0.5) * step
            places.append(middle + way * share)
            for near in max(best - width, 0)...min(best + width, rises.count - 1) { rises[near] = 0 }
        }
        return places
    }
}

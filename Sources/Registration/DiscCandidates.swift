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
            .prefix(Self.most).map { item in
                let e = item.ellipse
                return Ellipse(
                    cx: e.cx * scale, cy: e.cy * scale, a: e.a * scale, b: e.b * scale, angleDeg: e.angleDeg)
            }
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

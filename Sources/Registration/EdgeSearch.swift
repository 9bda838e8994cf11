import Findings
import Foundation

/// Looks for a ring's printed edge along rays of the face's plane, near where a map expects it.
struct EdgeSearch {
    /// What a search along all rays of one ring came to.
    struct Found {
        var edge: RingEdge
        var points: [RingPoint]
        /// The rays whose whole window lies in the picture.
        var visible: Int
    }

    let sampler: Sampler
    /// From the plane to pixels of the photo.
    let toPhoto: Homography
    /// The plane's length of about one pixel of the sampled level.
    let pixel: Double
    let rayCount = 240

    init?(sampler: Sampler, map: Homography) {
        guard let inverse = map.inverse, let outline = map.ring(0.4) else { return nil }
        self.sampler = sampler
        toPhoto = inverse
        pixel = 0.4 / (outline.meanRadius * sampler.factor)
        // A map that went astray makes the face a dot, or far larger than the picture.
        guard pixel < 0.1, pixel * Double(sampler.width + sampler.height) > 0.2 else { return nil }
    }

    /// - Parameters:
    ///   - window: how far to both sides of the edge's radius to look, in the plane.
    ///   - spread: the spread that the points are given.
    func find(_ edge: RingEdge, window: Double, spread: Double) -> Found {
        var window = window
        if edge.kind != .step {
            // A blurred line needs space to stand out from both sides, but the next line must stay outside.
            window = min(max(window, 9 * pixel), edge.radius < 0.15 ? 0.022 : 0.042)
        }
        let step = max(min(pixel, window / 6), window / 60)
        let reach = Int((window / step).rounded(.up))
        var profiles: [[Colour]?] = []
        for ray in 0..<rayCount {
            profiles.append(profile(ray: ray, around: edge.radius, step: step, reach: reach))
        }
        let contrast = edge.kind == .step ? typicalContrast(profiles) : nil
        var found = Found(
            edge: edge, points: [], visible: profiles.count { $0 != nil })
        for ray in 0..<rayCount {
            guard let profile = profiles[ray] else { continue }
            let place: Double? =
                switch edge.kind {
                case .step: contrast.flatMap { Self.step(in: profile, typical: $0) }
                case .darkLine: Self.line(in: profile, sign: -1)
                case .lightLine: Self.line(in: profile, sign: 1)
                }
            guard let place else { continue }
            let radius = edge.radius + (place - Double(reach)) * step
            let direction = direction(of: ray)
            found.points.append(
                RingPoint(place: toPhoto.map(direction * radius), radius: edge.radius, spread: spread))
        }
        return found
    }

    func direction(of ray: Int) -> Point {
        let angle = Double(ray) * 2 * .pi / Double(rayCount)
        return Point(x: cos(angle), y: sin(angle))
    }

    /// The colours along a ray across a radius; nil where part of it lies outside the picture.
    private func profile(ray: Int, around radius: Double, step: Double, reach: Int) -> [Colour]? {
        let direction = direction(of: ray)
        // Hundreds of thousands of places a photo: the map's numbers are taken out of their list once for a ray.
        return toPhoto.rows.withUnsafeBufferPointer { m in
            var profile: [Colour] = []
            profile.reserveCapacity(2 * reach + 1)
            for i in -reach...reach {
                let place = direction * (radius + Double(i) * step)
                let w = m[6] * place.x + m[7] * place.y + m[8]
                guard
                    let colour = sampler.colour(
                        x: (m[0] * place.x + m[1] * place.y + m[2]) / w,
                        y: (m[3] * place.x + m[4] * place.y + m[5]) / w)
                else { return nil }
                profile.append(colour)
            }
            return profile
        }
    }

    /// The median change of colour across the edge.
    private func typicalContrast(_ profiles: [[Colour]?]) -> Colour? {
        let changes = profiles.compactMap { profile in profile.map { Self.ends($0) }.map { $0.outer - $0.inner } }
        guard changes.count >= 8 else { return nil }
        let typical = Colour.median(changes)
        return typical.length >= 12 ? typical : nil
    }

    /// The mean colours of a profile's first and last thirds.
    private static func ends(_ profile: [Colour]) -> (inner: Colour, outer: Colour) {
        let third = max(profile.count / 3, 1)
        let inner = profile.prefix(third).reduce(Colour(), +) * (1 / Double(third))
        let outer = profile.suffix(third).reduce(Colour(), +) * (1 / Double(third))
        return (inner, outer)
    }

    /// Where a profile changes into its outer colour for good: the outer flank of a line printed between the two.
    private static func step(in profile: [Colour], typical: Colour) -> Double? {
        let (inner, outer) = ends(profile)
        let change = outer - inner
        let size = change.length
        guard size >= 0.25 * typical.length, size >= 8, change.dot(typical) >= 0.75 * size * typical.length else {
            return nil
        }
        let deviations = profile.map { ($0 - outer).length / size }
        // The place that leaves the most deviation inside and the least outside.
        var score = 0.0
        var best = (score: -Double.infinity, place: 0)
        for (i, deviation) in deviations.enumerated() {
            score += min(max(deviation - 0.5, -0.5), 0.5)
            if score > best.score { best = (score, i) }
        }
        let i = best.place
        guard i + 1 < deviations.count, i > 0, deviations[i] > deviations[i + 1] else { return nil }
        return Double(i) + min(max((deviations[i] - 0.5) / (deviations[i] - deviations[i + 1]), 0), 1)
    }

    /// The middle of a line that is darker (sign -1) or lighter (1) than both sides.
    private static func line(in profile: [Colour], sign: Double) -> Double? {
        let count = profile.count
        let lumas = profile.map { $0.luma * sign }
        let sorted = lumas.sorted()
        let base = sorted[count * 3 / 8]
        let noise = max(base - sorted[count / 8], 1.5)
        var peak = 1
        for i in 1..<count - 1 where lumas[i] > lumas[peak] { peak = i }
        let height = lumas[peak] - base
        guard height > max(4 * noise, 6), peak > 1, peak < count - 2 else { return nil }
        var (first, last) = (peak, peak)
        while first > 0, lumas[first - 1] > base + height / 2 { first -= 1 }
        while last + 1 < count, lumas[last + 1] > base + height / 2 { last += 1 }
        guard first > 0, last + 1 < count, last - first < count / 2 else { return nil }
        var (sum, moment) = (0.0, 0.0)
        for i in (first - 1)...(last + 1) {
            let weight = max(lumas[i] - base, 0)
            sum += weight
            moment += weight * Double(i)
        }
        return moment / sum
    }
}

import Findings
import Foundation

/// How far the colours inside and outside of four sides are those of a page.
struct PageJudgement {
    /// The mean over the sides of how much of each is edge, 0 to 1.
    let edges: Double
    /// The same of the side that has the least.
    let faintest: Double
    /// How much of the sides' edges goes on beyond the corners, 0 to 1.
    let overrun: Double
    /// How far the angles are from right ones: the mean cosine.
    let skew: Double
    /// How far opposite sides are from the same length: the logarithm of their ratio, of the pair where it is greater.
    let taper: Double
    /// The share of places just inside the sides that have the paper's colour, 0 to 1.
    let evenness: Double
    /// How clearly the paper differs from what lies beside it, over all sides; 0 to 1.
    let contrast: Double
    /// The same for the side where it is least clear.
    let weakest: Double
    /// How clearly the paper differs from what lies a little further off, without print; of the least clear side.
    let apart: Double
    /// How bright and colourless the paper is, 0 to 1.
    let whiteness: Double
    /// The page's share of the picture, 0 to 1.
    let area: Double
    /// How many sides are those of the picture.
    let borders: Int

    /// - Parameters:
    ///   - plain: the picture.
    ///   - closed: the same without print, which stands for the paper.
    init(_ page: PageHypothesis, plain: SmallPicture, closed: SmallPicture) {
        let samples = Self.samples(page, plain: plain, closed: closed)
        let paper = PaperColour(samples.map { ($0.place, $0.inside) })
        let even = samples.map { paper.holds($0.inside, at: $0.place) && $0.texture < 40 }
        evenness = Double(even.count { $0 }) / Double(max(samples.count, 1))
        whiteness = paper.whiteness
        var clear = [Double](repeating: 0, count: 4)
        var counts = [Int](repeating: 0, count: 4)
        for sample in samples {
            guard let outside = sample.outside else { continue }
            let difference = sample.inside.distance(to: outside)
            clear[sample.side] += difference / (difference + 14)
            counts[sample.side] += 1
        }
        var far = [Double](repeating: 0, count: 4)
        for sample in samples {
            guard let beyond = sample.beyond else { continue }
            let difference = sample.inside.distance(to: beyond)
            far[sample.side] += difference / (difference + 14)
        }
        let sides = (0..<4).filter { !page.isBorder[$0] && counts[$0] > 0 }
        let clarity = sides.map { clear[$0] / Double(counts[$0]) }
        contrast = clarity.reduce(0, +) / Double(max(clarity.count, 1))
        weakest = clarity.min() ?? 0
        apart = sides.map { far[$0] / Double(counts[$0]) }.min() ?? 0
        borders = page.isBorder.count { $0 }
        edges = page.support.reduce(0, +) / 4
        faintest = page.support.min() ?? 0
        overrun = page.overrun
        (skew, taper) = Self.slant(page.corners)
        area = page.corners.signedArea / Double(plain.area)
    }

    /// From 0 to 1: how likely it is that this is a page.
    var confidence: Double {
        let sum = zip(features, Self.weights).reduce(Self.constant) { $0 + $1.0 * $1.1 }
        return 1 / (1 + exp(-sum))
    }

    /// How exactly the sides lie on the edges, by which the best of several almost equal pages is chosen.
    var sharpness: Double { 2 * edges + contrast + weakest + evenness }

    /// What the confidence is made of, each about 0 to 1.
    var features: [Double] {
        [
            edges, faintest, evenness, contrast, weakest, apart, whiteness, -log(max(area, 0.001)) / 3, skew, taper,
            overrun,
            Double(borders),
        ]
    }

    // Logistic regression over the photos of pages and of other things in the cases, 260 painted scenes with pages and 63
    // without; scripts/parity pages prints what comes of it.
    private static let constant = -11.95
    private static let weights = [4.65, -1.79, 8.51, -0.8, 3.17, 8.01, 0.65, -0.46, -2.05, -3.95, -4.67, -2.76]

    private static func slant(_ corners: [Point]) -> (skew: Double, taper: Double) {
        let sides = corners.indices.map { corners[($0 + 1) % 4] - corners[$0] }
        let cosines = sides.indices.map { place -> Double in
            let (one, other) = (sides[place], sides[(place + 1) % 4])
            return abs(one.x * other.x + one.y * other.y) / max(one.length * other.length, 1e-9)
        }
        let ratios = (0..<2).map { abs(log(max(sides[$0].length, 1e-9) / max(sides[$0 + 2].length, 1e-9))) }
        return (cosines.reduce(0, +) / 4, min(max(ratios[0], ratios[1]), 2))
    }

    private struct Sample {
        let side: Int
        let place: Point
        let inside: Tint
        /// How far the colour there is from the same without print: on blank paper nothing.
        let texture: Double
        let outside: Tint?
        let beyond: Tint?
    }

    private static func samples(_ page: PageHypothesis, plain: SmallPicture, closed: SmallPicture) -> [Sample] {
        var samples: [Sample] = []
        for side in 0..<4 {
            let (from, to) = (page.corners[side], page.corners[(side + 1) % 4])
            let length = from.distance(to: to)
            let along = (to - from) * (1 / max(length, 1e-9))
            let inward = Point(x: -along.y, y: along.x)
            let count = 24
            for step in 0..<count {
                let place = from + (to - from) * (0.06 + 0.88 * (Double(step) + 0.5) / Double(count))
                let (near, far) = (place + inward * 3.5, place + inward * 7)
                guard let one = closed.tint(at: near), let other = closed.tint(at: far) else { continue }
                var (outside, beyond): (Tint?, Tint?) = (nil, nil)
                if !page.isBorder[side], let a = plain.tint(at: place - inward * 3.5) {
                    outside = plain.tint(at: place - inward * 6).map { a.mean($0) } ?? a
                    beyond = closed.tint(at: place - inward * 13) ?? outside
                }
                let texture = plain.tint(at: near).map { $0.distance(to: one) } ?? 0
                samples.append(
                    Sample(
                        side: side, place: near, inside: one.mean(other), texture: texture, outside: outside,
                        beyond: beyond))
            }
        }
        return samples
    }
}

/// A colour as brightness and two differences, in grey levels.
struct Tint {
    var brightness: Double
    var redGreen: Double
    var blueYellow: Double

    func mean(_ other: Tint) -> Tint {
        Tint(
            brightness: (brightness + other.brightness) / 2, redGreen: (redGreen + other.redGreen) / 2,
            blueYellow: (blueYellow + other.blueYellow) / 2)
    }

    func distance(to other: Tint) -> Double {
        let (l, a, b) = (
            brightness - other.brightness, redGreen - other.redGreen, blueYellow - other.blueYellow
        )
        return (l * l + a * a + b * b).squareRoot()
    }
}

extension SmallPicture {
    /// The colour of the pixel at a place; nil outside.
    func tint(at place: Point) -> Tint? {
        guard place.x >= 0, place.y >= 0, place.x < Double(width), place.y < Double(height) else { return nil }
        let pixel = Int(place.y) * width + Int(place.x)
        let (red, green, blue) = (Double(planes[pixel]), Double(planes[pixel + area]), Double(planes[pixel + 2 * area]))
        return Tint(
            brightness: (red + 2 * green + blue) / 4, redGreen: red - green, blueYellow: blue - (red + green) / 2)
    }
}

/// The colour of a sheet under light that falls off evenly: a plane through brightness, and one tint.
private struct PaperColour {
    private let brightness: (constant: Double, x: Double, y: Double)
    private let redGreen: Double
    private let blueYellow: Double
    private let origin: Point
    let whiteness: Double

    init(_ samples: [(Point, Tint)]) {
        func median(_ values: [Double]) -> Double { values.isEmpty ? 0 : values.sorted()[values.count / 2] }
        let middle = Point(x: median(samples.map(\.0.x)), y: median(samples.map(\.0.y)))
        origin = middle
        redGreen = median(samples.map(\.1.redGreen))
        blueYellow = median(samples.map(\.1.blueYellow))
        var plane = (constant: median(samples.map(\.1.brightness)), x: 0.0, y: 0.0)
        // Reweighted least squares: places with something printed or a shadow lose their weight.
        for _ in 0..<4 {
            var sums = [Double](repeating: 0, count: 9)
            for (place, tint) in samples {
                let d = place - middle
                let off = (tint.brightness - plane.constant - plane.x * d.x - plane.y * d.y) / 14
                let weight = 1 / (1 + off * off) / (1 + off * off)
                let row = [1, d.x / 100, d.y / 100]
                for (place, pair) in [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)].enumerated() {
                    sums[place] += weight * row[pair.0] * row[pair.1]
                }
                for axis in 0..<3 { sums[6 + axis] += weight * row[axis] * tint.brightness }
            }
            guard let solved = Self.solve(sums) else { break }
            plane = (solved.0, solved.1 / 100, solved.2 / 100)
        }
        brightness = plane
        let colour = (redGreen * redGreen + blueYellow * blueYellow).squareRoot()
        whiteness = min(max((plane.constant - 60) / 120, 0), 1) * min(max(1.6 - colour / 60, 0), 1)
    }

    func holds(_ tint: Tint, at place: Point) -> Bool {
        let d = place - origin
        let off = tint.brightness - brightness.constant - brightness.x * d.x - brightness.y * d.y
        let room = 8 + 0.06 * max(brightness.constant, 0)
        return abs(off) < room && abs(tint.redGreen - redGreen) < 12 && abs(tint.blueYellow - blueYellow) < 16
    }

    /// Three unknowns by Cramer's rule from the six sums of the matrix and the three of the right side.
    private static func solve(_ s: [Double]) -> (Double, Double, Double)? {
        let (a, b, c, d, e, f) = (s[0] + 1e-9, s[1], s[2], s[3] + 1e-6, s[4], s[5] + 1e-6)
        let determinant = a * (d * f - e * e) - b * (b * f - c * e) + c * (b * e - c * d)
        guard abs(determinant) > 1e-12 else { return nil }
        let one = s[6] * (d * f - e * e) - b * (s[7] * f - e * s[8]) + c * (s[7] * e - d * s[8])
        let two = a * (s[7] * f - e * s[8]) - s[6] * (b * f - c * e) + c * (b * s[8] - c * s[7])
        let three = a * (d * s[8] - s[7] * e) - b * (b * s[8] - s[7] * c) + s[6] * (b * e - c * d)
        return (one / determinant, two / determinant, three / determinant)
    }
}

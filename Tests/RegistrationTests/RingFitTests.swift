import Findings
import Foundation
import Registration
import TestSupport
import Testing

@Suite struct RingFitTests {
    private func contour(_ radius: Double, _ view: View, count: Int = 10, noise: Double = 0) -> RingContour {
        RingContour(
            radius: radius,
            points: (0..<count).map { k in
                let angle = Double(k) * 2 * .pi / Double(count)
                let stray = noise * sin(Double(k) * 12.9898 + radius * 78.233)
                return view.toPhoto.map(Point(x: radius * cos(angle), y: radius * sin(angle)))
                    + Point(x: stray, y: -stray)
            })
    }

    @Test(arguments: [(0.0, 0.0), (30, 45), (55, 100), (60, 160)])
    func ringsGiveTheMap(tilt: Double, axis: Double) throws {
        let view = View(tilt: tilt, axis: axis)
        let rings = (1...10).map { contour(Double($0) / 10, view) }
        let fit = try #require(RingFit(contours: rings))
        let truth = try #require(view.toPhoto.inverse)
        #expect(fit.homography.error(ofRing: 0.7, of: truth) < 1e-4)
        #expect(fit.residual < 1e-3)
    }

    @Test func aMisplacedRingDoesLittle() throws {
        let view = View(tilt: 40, axis: 30)
        var rings = (1...10).map { contour(Double($0) / 10, view, noise: 0.5) }
        rings[3].points = rings[3].points.map { $0 + Point(x: 12, y: 5) }
        let fit = try #require(RingFit(contours: rings))
        let truth = try #require(view.toPhoto.inverse)
        #expect(fit.homography.error(ofRing: 0.9, of: truth) < 0.015)
    }

    @Test func whatFixesNoMapGivesNone() {
        let line = (0..<12).map { Point(x: Double($0), y: 3) }
        #expect(RingFit(contours: []) == nil)
        #expect(RingFit(contours: [RingContour(radius: 0.4, points: line)]) == nil)
        #expect(RingFit(contours: [contour(0.4, View(), count: 5)]) == nil)
        #expect(RingFit(contours: [contour(0, View())]) == nil)
        // Rings that were drawn onto each other.
        let points = contour(0.3, View()).points
        let alike = (1...10).map { RingContour(radius: Double($0) / 10, points: points) }
        #expect(RingFit(contours: alike) == nil)
    }

    private struct Annotation: Decodable {
        struct Arrow: Decodable {
            var tip: [Double]
            var score: Score
        }
        enum Score: Decodable {
            case points(Int)
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let number = try? container.decode(Int.self) {
                    self = .points(number)
                } else {
                    self = .points(try container.decode(String.self) == "X" ? 10 : 0)
                }
            }
        }
        var rings: [[[Double]]]
        var arrows: [Arrow]
        enum CodingKeys: String, CodingKey {
            case rings = "rings_inner_to_outer"
            case arrows
        }
    }

    /// Scores from people's rings and tips agree with the scores that people gave.
    ///
    /// Photos whose rings lie on each other fix no map and are left out.
    @Test(.enabled(if: Cases.isAvailable)) func agreesWithPeoplesScores() throws {
        let text = try String(contentsOf: Cases.file("archery-geometry.jsonl"), encoding: .utf8)
        var (exact, near, count, photos, fitted) = (0, 0, 0, 0, 0)
        for line in text.split(separator: "\n") {
            let photo = try JSONDecoder().decode(Annotation.self, from: Data(line.utf8))
            photos += 1
            let rings = photo.rings.enumerated().map { index, ring in
                RingContour(radius: Double(index + 1) / 10, points: ring.map { Point(x: $0[0], y: $0[1]) })
            }
            guard let fit = RingFit(contours: rings) else { continue }
            fitted += 1
            for arrow in photo.arrows {
                guard case .points(let said) = arrow.score else { continue }
                let tip = fit.homography.map(Point(x: arrow.tip[0], y: arrow.tip[1]))
                let distance = max(tip.length * 10 - 0.05, 0)
                let score = distance > 10 ? 0 : 10 - max(Int(distance.rounded(.up)) - 1, 0)
                count += 1
                if score == said { exact += 1 }
                if abs(score - said) <= 1 { near += 1 }
            }
        }
        #expect(fitted * 100 >= photos * 95)
        #expect(Double(exact) >= 0.9 * Double(count))
        #expect(Double(near) >= 0.975 * Double(count))
    }
}

import Findings
import Inference
import ModelFiles
import Testing

@testable import Targets

@Suite("The confidence of an arrow")
struct ArrowConfidenceTests {
    private func confidence(_ weights: String) -> ArrowConfidence? {
        ArrowConfidence(ModelMetadata([ArrowConfidence.key: weights]))
    }

    private func candidate(
        _ x: Double, _ y: Double, score: Double = 0.5, along: Point = Point(x: 1, y: 0)
    ) -> ArrowCandidate {
        ArrowCandidate(
            tip: Point(x: x, y: y), nock: nil, score: score, role: 1, support: 0.6, pair: 0, factor: 1, along: along,
            line: along, length: 28)
    }

    @Test(
        "needs as many numbers as there are features",
        arguments: ["", "1 2 3", "1 2 3 4 5 6 7 8 9 10 11 x", "1 2 3 4 5 6 7 8 9 10 11 nan"])
    func refuses(_ weights: String) {
        #expect(confidence(weights) == nil)
        #expect(ArrowConfidence(ModelMetadata()) == nil)
    }

    @Test("is the logistic function of the weighed features")
    func logistic() throws {
        let all = [candidate(128, 128, score: 0.5)]
        let center = Point(x: 128, y: 128)
        #expect(
            try #require(confidence("0 0 0 0 0 0 0 0 0 0 0 0")).confidences(of: all, center: center, radius: 75) == [
                0.5
            ])
        let tip = try #require(confidence("0 1 0 0 0 0 0 0 0 0 0 0"))
        let scores = [0.1, 0.5, 0.9]
        let chances = scores.map {
            tip.confidences(of: [candidate(128, 128, score: $0)], center: center, radius: 75)[0]
        }
        for (chance, score) in zip(chances, scores) { #expect(abs(chance - score) < 1e-9) }
    }

    @Test("knows shafts that lean as the others do, a second sight of a tip, and the way to the centre")
    func features() {
        let all = [
            candidate(100, 100), candidate(140, 120), candidate(120, 150, along: Point(x: -1, y: 0)),
            candidate(102, 102, score: 0.2),
        ]
        let features = all.indices.map {
            ArrowConfidence.features(of: $0, among: all, center: Point(x: 128, y: 128), radius: 75)
        }
        #expect(features.allSatisfy { $0.count == ArrowConfidence.count && $0.allSatisfy(\.isFinite) })
        let (leaning, overshadowed, distance) = (6, 7, 9)
        #expect(features[0][leaning] > 0.1 && features[2][leaning] < -0.9)
        #expect(features.map { $0[overshadowed] } == [0, 0, 0, 1])
        #expect(abs(features[1][distance] - Point(x: 12, y: -8).length / 75) < 1e-9)
    }

    @Test("knows how shafts lean on the photo's other faces")
    func elsewhere() {
        let all = [candidate(100, 100)]
        let leaning = [
            [], [ShaftLean(along: Point(x: 0, y: 1), weight: 0.5)], [ShaftLean(along: Point(x: -1, y: 0), weight: 0.5)],
        ]
        .map {
            ArrowConfidence.features(of: 0, among: all, center: Point(x: 128, y: 128), radius: 75, elsewhere: $0)[6]
        }
        #expect(leaning == [0, 0, -1])
    }
}

import Findings
import Foundation
import Scoring
import Testing

@Suite struct ArrowScorerTests {
    /// One ring line of a face as a system counts it.
    struct Line: CustomStringConvertible, Sendable {
        let face: FaceType
        let system: ScoringSystem
        let inner: Zone
        /// Nil outside the last ring.
        let outer: Zone?

        var description: String { "\(face.rawValue) in \(system): \(inner.score)\(inner.isX ? "X" : "")" }

        static let all = FaceType.allCases.flatMap { face in
            ScoringSystem.allCases.flatMap { system in
                let zones = face.zones(in: system)
                return zones.indices.map { index in
                    Line(
                        face: face, system: system, inner: zones[index],
                        outer: index + 1 < zones.count ? zones[index + 1] : nil)
                }
            }
        }
    }

    /// Document 000's own test.
    @Test func theReferencesArrowIsAnX() {
        let scorer = ArrowScorer(face: .wa122, system: .olympic)
        let score = scorer.score(at: Point(x: 0, y: 0.03))
        #expect(score.distanceFromCenter == 0.03)
        #expect(score.clockPositionDeg == 90)
        #expect(score.score == 10)
        #expect(score.isX)
    }

    /// At every line of every face, in every direction: a shaft that touches it by a hair counts what the rule says.
    @Test(arguments: Line.all, LineRule.allCases)
    func everyLineFollowsItsRule(_ line: Line, _ rule: LineRule) {
        let shaft = 5.5
        let scorer = ArrowScorer(face: line.face, system: line.system, lineRule: rule, shaftDiameter: shaft)
        let width = shaft / 2 / line.face.radius
        let touching = rule == .higher ? line.inner.radius + width : line.inner.radius - width
        let hair = 1e-6
        let wrong = stride(from: 0.0, to: 360, by: 24).filter { degrees in
            let angle = degrees * .pi / 180
            func score(_ distance: Double) -> ArrowScore {
                scorer.score(at: Point(x: distance * cos(angle), y: distance * sin(angle)))
            }
            let outside = score(touching + hair)
            let insides = [score(touching), score(touching - hair)]
            return insides.contains { $0.score != line.inner.score || $0.isX != line.inner.isX }
                || outside.score != line.outer?.score ?? 0 || outside.isX != line.outer?.isX ?? false
                || outside.distanceToLine > 2e-5
        }
        #expect(wrong.isEmpty)
    }

    /// A shaft of no width: the middle alone decides, and on the line the higher counts.
    @Test(arguments: [(0.0, 10), (0.1, 10), (0.1000001, 9), (0.2, 9), (0.3, 8), (0.7, 4), (1, 1), (1.0000001, 0)])
    func aPointOnALineCountsTheHigher(_ distance: Double, _ expected: Int) {
        for rule in LineRule.allCases {
            let scorer = ArrowScorer(face: .wa122, system: .indoor, lineRule: rule)
            #expect(scorer.score(at: Point(x: -distance, y: 0), radius: 0).score == expected)
        }
    }

    @Test func theWayToTheLineIsWhatTheShaftMustMove() {
        let scorer = ArrowScorer(face: .wa40, system: .olympic, shaftDiameter: 8)
        // The shaft's inner edge is at 0.24 - 4/200 = 0.22, a fifth of a ring outside the 9's line.
        let score = scorer.score(at: Point(x: 0, y: -0.24))
        #expect(score.score == 8)
        #expect(abs(score.distanceToLine - 0.2) < 1e-9)
        let moved = scorer.score(at: Point(x: 0, y: -0.24 + score.distanceToLine * ArrowScorer.ringWidth))
        #expect(moved.score == 9)
        #expect(abs(score.distanceMm - 48) < 1e-9)
    }

    /// The whole way from the centre outwards, scores only go down.
    @Test(arguments: FaceType.allCases, ScoringSystem.allCases)
    func scoresOnlyGoDown(_ face: FaceType, _ system: ScoringSystem) {
        let scorer = ArrowScorer(face: face, system: system)
        let scores = (0...1200).map { scorer.score(at: Point(x: Double($0) / 1000, y: 0)) }
        let steps = zip(scores, scores.dropFirst())
        #expect(steps.allSatisfy { $0.score >= $1.score && ($0.isX || !$1.isX) })
        #expect(scores.first?.score == face.highestScore)
        #expect(scores.last?.score == 0)
    }

    @Test func aHolesOwnRadiusCountsInPlaceOfTheShafts() {
        let scorer = ArrowScorer(face: .card, system: .olympic)
        let point = Point(x: 0.21, y: 0)
        #expect(scorer.score(at: point, radius: 1).score == 8)
        #expect(scorer.score(at: point, radius: 3).score == 9)
    }

    @Test(arguments: [(1.0, 0.0, 0.0), (1, 1, 45), (0, 1, 90), (-1, 0, 180), (0, -1, 270), (1, -1, 315), (0, 0, 0)])
    func theClockTurnsFromThreeOClockDownwards(_ x: Double, _ y: Double, _ degrees: Double) {
        let found = ArrowScorer.clockPosition(of: Point(x: x, y: y))
        #expect(abs(found - degrees) < 1e-9)
    }

    @Test func theClockStaysBelowAFullTurn() {
        #expect(ArrowScorer.clockPosition(of: Point(x: 1, y: -1e-300)) < 360)
        #expect(ArrowScorer.clockPosition(of: Point(x: 1, y: -0.0)) == 0)
    }
}

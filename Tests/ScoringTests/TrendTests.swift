import Scoring
import Testing

@Suite struct TrendTests {
    @Test func theLineThroughTheEndsIsFound() throws {
        let ends = (1...4).map { number in
            Scenes.end(number, [-0.01, 0.01].map { Scenes.scored(5 + number, x: $0 * Double(number)) })
        }
        let trend = Trend(Scenes.session(ends))
        #expect(trend.ends.map(\.average) == [6, 7, 8, 9])
        #expect(trend.ends.map(\.end) == [1, 2, 3, 4])
        #expect(abs(try #require(trend.averageSlope) - 1) < 1e-9)
        // A hundredth of 610 mm an end.
        #expect(abs(try #require(trend.meanRadiusSlope) - 6.1) < 1e-9)
    }

    @Test func anEndWithoutArrowsIsAGapAndNotAZero() {
        let ends = [
            Scenes.end(1, [Scenes.scored(6)]), Scenes.end(2, [], trouble: "No face."),
            Scenes.end(3, [Scenes.scored(8)]), Scenes.end(4, [Scenes.scored(9)]),
        ]
        let trend = Trend(Scenes.session(ends))
        #expect(trend.ends[1].average == nil)
        #expect(trend.averageSlope == 1)
        #expect(trend.meanRadiusSlope == nil)
    }

    @Test func whatDoesNotCountOnTheSheetDoesNotCountHere() {
        let ends = [Scenes.end(1, [10, 9, 9, 5].map { Scenes.scored($0) })]
        #expect(Trend(Scenes.session(ends)).ends[0].average == 23.0 / 3)
    }

    @Test func twoEndsAreNoTrend() {
        let ends = [Scenes.end(1, [Scenes.scored(6)]), Scenes.end(2, [Scenes.scored(8)])]
        #expect(Trend(Scenes.session(ends)).averageSlope == nil)
    }
}

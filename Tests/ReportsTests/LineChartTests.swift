import Testing

@testable import Reports

@Suite("A line of values")
struct LineChartTests {
    private func chart(_ values: [Double?], breaks: [Int] = []) -> String {
        let names = values.indices.map { "\($0 + 1)" }
        return LineChart(title: "Points", values: values, names: names, decimals: 0, mean: nil, breaks: breaks).markup
            .html
    }

    @Test("a missing value is a gap, not a zero")
    func gap() {
        let html = chart([50, 52, nil, 48])
        #expect(html.matches(of: #/<polyline/#).count == 2)
        #expect(html.matches(of: #/<circle/#).count == 3)
        #expect(html.contains("aria-label=\"Points: 1 50, 2 52, 3 none, 4 48\""))
    }

    @Test("higher values stand higher, and all stand inside")
    func order() {
        let heights = chart([50, 52, 48]).matches(of: #/cy="([0-9.]+)"/#).compactMap { Double($0.1) }
        #expect(heights[1] < heights[0] && heights[0] < heights[2])
        #expect(heights.allSatisfy { (0...176).contains($0) })
    }

    @Test("values that are alike, one value and none have a place too", arguments: [[5.0, 5.0], [7.0], []])
    func flat(values: [Double]) {
        let html = chart(values)
        #expect(!html.contains("nan") && !html.contains("inf"))
        #expect(html.matches(of: #/<circle/#).count == values.count)
    }

    @Test("many values name only the highest and the lowest")
    func many() {
        let html = chart((0..<40).map { Double($0 % 7 + 100 + ($0 == 20 ? 50 : 0)) })
        let values = html.matches(of: #/class="amount"[^>]*>([0-9]+)</#).map { String($0.1) }
        #expect(values == ["100", "156"] || values == ["156", "100"])
        #expect(html.matches(of: #/class="name"/#).count < 21)
    }

    @Test("a line of very many values has dots at its highest and lowest alone, and where nothing leads to a value")
    func veryMany() {
        var values = (0..<250).map { Optional(Double($0 % 7 + 100)) }
        values[20] = 200
        (values[99], values[101]) = (nil, nil)
        let html = chart(values)
        #expect(html.matches(of: #/<circle/#).count == 3)
        #expect(html.contains("<title>21: 200</title>") && html.contains("<title>101: "))
        #expect(html.matches(of: #/class="line many"/#).count == 3)
    }

    @Test("rounds are set apart")
    func rounds() {
        #expect(chart([1, 2, 3, 4], breaks: [2]).matches(of: #/class="break"/#).count == 1)
    }
}

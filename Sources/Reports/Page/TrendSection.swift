import Scoring

/// How the session went: points and spread end by end.
struct TrendSection {
    let contents: ReportModel

    private var words: Words { contents.words }

    var markup: Markup? {
        guard contents.ends.count > 1 else { return nil }
        let charts = [points, spread].compactMap { $0 }
        guard !charts.isEmpty else { return nil }
        let title = words(.endByEnd)
        return Markup(
            "section", ["id": "trend", "aria-label": title], Markup("h2", [:], .text(title)),
            Markup("div", ["class": "columns"], charts))
    }

    private var names: [String] { contents.ends.map(\.shortLabel) }

    /// The first end of each round but the first.
    private var breaks: [Int] {
        contents.ends.indices.dropFirst().filter {
            contents.ends[$0].round.number != contents.ends[$0 - 1].round.number
        }
    }

    private var points: Markup? {
        let totals = contents.sheet.rounds.flatMap(\.rows).map { $0.tally.arrows > 0 ? Double($0.tally.score) : nil }
        let slope = contents.trend.averageSlope.map {
            sentence(slope: $0, decimals: 2, up: .morePoints, down: .fewerPoints)
        }
        return chart(words(.pointsPerEnd), totals, decimals: 0, unit: "", slope: slope)
    }

    private var spread: Markup? {
        let radii = contents.trend.ends.map(\.spread)
        let isSmall = radii.compactMap { $0 }.allSatisfy { $0 < 10 }
        let slope = contents.trend.meanRadiusSlope.map {
            sentence(slope: $0, decimals: 1, up: .wider, down: .tighter)
        }
        return chart(words(.spreadPerEnd), radii, decimals: isSmall ? 1 : 0, unit: "\u{202F}mm", slope: slope)
    }

    private func chart(_ title: String, _ values: [Double?], decimals: Int, unit: String, slope: String?) -> Markup? {
        let present = values.compactMap { $0 }
        guard !present.isEmpty else { return nil }
        let mean = present.reduce(0, +) / Double(present.count)
        let chart = LineChart(
            title: title, values: values, names: names, decimals: decimals, mean: mean, breaks: breaks, words: words)
        let text = words(.meanIs, ["value": words.fixed(mean, 1) + unit])
        return Markup(
            "figure", [:], Markup("h3", [:], .text(title)), chart.markup,
            Markup("p", ["class": "detail"], .text(text + (slope.map { ", " + $0 } ?? "") + ".")))
    }

    private func sentence(slope: Double, decimals: Int, up: Word, down: Word) -> String {
        let size = words.fixed(slope.magnitude, decimals)
        guard size != words.fixed(0, decimals) else { return words(.steady) }
        return words(slope > 0 ? up : down, ["value": size, "arrow": contents.noun])
    }
}

import Scoring

/// How the session went: points and spread end by end, and each end's arrows on a small face.
struct TrendSection {
    let contents: ReportModel

    var markup: Markup? {
        guard contents.ends.count > 1 else { return nil }
        return Markup(
            "section", ["id": "trend"],
            Markup("h2", [:], "End by end"),
            Markup("div", ["class": "columns"], [points, spread].compactMap { $0 }),
            Markup("div", ["class": "ends"], zip(contents.ends, contents.sheet.rounds.flatMap(\.rows)).map(card)))
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
            sentence(slope: $0, decimals: 2, unit: "points per \(contents.noun)", up: "more", down: "fewer")
        }
        return chart("Points per end", totals, decimals: 0, unit: "", slope: slope)
    }

    private var spread: Markup? {
        let radii = contents.trend.ends.map(\.spread)
        let isSmall = radii.compactMap { $0 }.allSatisfy { $0 < 10 }
        let slope = contents.trend.meanRadiusSlope.map {
            sentence(slope: $0, decimals: 1, unit: "mm", up: "wider", down: "tighter")
        }
        return chart("Mean radius of each end, mm", radii, decimals: isSmall ? 1 : 0, unit: "\u{202F}mm", slope: slope)
    }

    private func chart(_ title: String, _ values: [Double?], decimals: Int, unit: String, slope: String?) -> Markup? {
        let present = values.compactMap { $0 }
        guard !present.isEmpty else { return nil }
        let mean = present.reduce(0, +) / Double(present.count)
        let chart = LineChart(
            title: title, values: values, names: names, decimals: decimals, mean: mean, breaks: breaks)
        return Markup(
            "figure", [:], Markup("h3", [:], .text(title)), chart.markup,
            Markup(
                "p", ["class": "detail"],
                .text("Mean \(Numbers.fixed(mean, 1))\(unit)" + (slope.map { ", " + $0 } ?? "") + ".")))
    }

    private func sentence(slope: Double, decimals: Int, unit: String, up: String, down: String) -> String {
        let text = Numbers.signed(slope, decimals)
        guard text != Numbers.fixed(0, decimals) else { return "steady" }
        return "\(Numbers.fixed(slope.magnitude, decimals)) \(unit) \(slope > 0 ? up : down) with each end"
    }

    /// How far the small faces go: the same for all ends, and no farther than arrows that score.
    private func smallReach(_ type: FaceType) -> Double {
        let farthest = contents.placed(on: type).map(\.arrow.value).filter { $0.score > 0 }.map(\.distanceFromCenter)
        return min(max((farthest.max() ?? 1) * 1.15, type.outlineRadius * 0.4), type.outlineRadius * 1.04)
    }

    /// One end's arrows on its face, drawn small; an end without any has words in its place.
    private func card(_ entry: EndEntry, _ row: ScoreSheet.Row) -> Markup {
        let score = entry.end.arrows.isEmpty ? "–" : "\(row.tally.score)"
        let type = entry.arrows.lazy.compactMap { $0.place == nil ? nil : $0.faceType }.first
        let arrows = entry.arrows.filter { $0.place != nil && $0.faceType == type }
        let drawing = type.map { type in
            FacePlot(
                type: type, arrows: arrows, group: nil, options: contents.options,
                reach: smallReach(type), leastMarker: 0.045
            ).markup(label: "\(entry.label) on its face", drawsFace: false, kind: "face small")
        }
        return Markup(
            "a", ["class": "card", "href": "#end-" + entry.key],
            drawing ?? Markup("span", ["class": "blank"], entry.end.arrows.isEmpty ? "no score" : "no places"),
            Markup("span", ["class": "name"], .text(entry.label)),
            Markup("strong", [:], .text(score)))
    }
}

import Evaluation

/// A square with both axes from 0 to 1.
private enum ShareSquare {
    static let (side, left, bottom) = (300.0, 34.0, 24.0)

    static func x(_ share: Double) -> String { Numbers.coordinate(left + share * side) }
    static func y(_ share: Double) -> String { Numbers.coordinate(8 + (1 - share) * side) }

    static func drawing(_ title: String, _ xAxis: String, _ yAxis: String, _ children: [Markup]) -> Markup {
        let (width, height) = (Numbers.coordinate(left + side + 8), Numbers.coordinate(side + 8 + bottom + 14))
        let lines = [0, 0.25, 0.5, 0.75, 1].map { share in
            Markup("path", ["class": "grid", "d": "M\(x(0)) \(y(share))H\(x(1))M\(x(share)) \(y(0))V\(y(1))"])
        }
        let numbers = [0, 0.5, 1].flatMap { share in
            [
                Markup(
                    "text", ["x": x(share), "y": Numbers.coordinate(side + 22), "text-anchor": "middle"],
                    .text(Numbers.fixed(share, 1))),
                Markup(
                    "text", ["x": Numbers.coordinate(left - 6), "y": y(share), "text-anchor": "end"],
                    .text(Numbers.fixed(share, 1))),
            ]
        }
        let names = [
            Markup("text", ["x": x(0.5), "y": Numbers.coordinate(side + 40), "text-anchor": "middle"], .text(xAxis)),
            Markup("text", ["x": Numbers.coordinate(left + 6), "y": "22"], .text(yAxis)),
        ]
        return Markup(
            "svg", ["class": "curve", "viewBox": "0 0 \(width) \(height)", "role": "img", "aria-label": title],
            lines + numbers + children + names)
    }
}

/// Precision at each recall.
struct PrecisionChart {
    let contents: EvaluationContents

    /// Classes that have a line of their own.
    private static let mostClasses = 8

    var markup: Markup? {
        let evaluation = contents.evaluation
        guard !evaluation.curve.isEmpty else { return nil }
        let classes = evaluation.classes.filter { !$0.curve.isEmpty }
            .sorted { ($1.objects, $0.label) < ($0.objects, $1.label) }.prefix(Self.mostClasses)
        let lines = classes.map { line($0.curve, "one", $0.label) }
        let all = line(evaluation.curve, "all", contents(.meanOfClasses))
        let chart = ShareSquare.drawing(
            contents(.curveOf), contents(.recall), contents(.precision), lines + [all])
        return contents.section(
            .curves,
            [
                Markup("div", ["class": "columns"], chart, Markup("div", ["class": "wide"], points)),
                Markup("p", ["class": "detail"], .text(contents(.curveNote))),
            ])
    }

    private func line(_ curve: [Double], _ kind: String, _ name: String) -> Markup {
        let last = Double(max(curve.count - 1, 1))
        let points = curve.enumerated().map { "\(ShareSquare.x(Double($0) / last)),\(ShareSquare.y($1))" }
        return Markup(
            "polyline", ["class": kind, "points": points.joined(separator: " ")], Markup("title", [:], .text(name)))
    }

    /// All classes together at some confidences.
    private var points: Markup {
        let heads: [EvaluationWord] = [.confidence, .precision, .recall, .f1]
        let rows = contents.evaluation.points.enumerated().filter { $0.offset % 2 == 1 }.map { _, point in
            let cells =
                [contents.words.fixed(point.confidence, 2)]
                + [point.precision, point.recall, point.f1].map(contents.share)
            return Markup("tr", [:], cells.map { Markup("td", ["class": "number"], .text($0)) })
        }
        return Markup(
            "table", [:],
            Markup(
                "thead", [:],
                Markup(
                    "tr", [:], heads.map { Markup("th", ["scope": "col", "class": "number"], .text(contents($0))) })),
            Markup("tbody", [:], rows))
    }
}

/// The share that is right in each range of confidence.
struct CalibrationChart {
    let contents: EvaluationContents

    var markup: Markup? {
        let bins = contents.evaluation.calibration.bins
        guard bins.contains(where: { $0.count > 0 }) else { return nil }
        let width = 1 / Double(bins.count)
        let bars = bins.compactMap { bin -> Markup? in
            guard let precision = bin.precision else { return nil }
            let text = contents(
                .share, ["share": contents.words.percent(precision), "count": "\(bin.count)"])
            let from = "\(ShareSquare.x(bin.from + width * 0.08)) \(ShareSquare.y(0))"
            let path =
                "M\(from)V\(ShareSquare.y(precision))H\(ShareSquare.x(bin.from + width * 0.92))V\(ShareSquare.y(0))Z"
            return Markup("path", ["class": "bar", "d": path], Markup("title", [:], .text(text)))
        }
        let line = Markup(
            "path",
            ["class": "one", "d": "M\(ShareSquare.x(0)) \(ShareSquare.y(0))L\(ShareSquare.x(1)) \(ShareSquare.y(1))"])
        return contents.section(
            .calibration,
            [
                ShareSquare.drawing(
                    contents(.calibration), contents(.confidence), contents(.precision), bars + [line]),
                Markup("p", ["class": "detail"], .text(contents(.calibrationNote))),
            ])
    }
}

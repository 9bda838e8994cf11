import Evaluation

/// Every class with its measures, those with truth first.
struct ClassTable {
    let contents: EvaluationContents

    var markup: Markup {
        let classes =
            contents.evaluation.classes.filter { $0.objects > 0 }
            + contents.evaluation.classes.filter { $0.objects == 0 }
        let names: [EvaluationWord] = [
            .count, .ap, .interval, .ap50, .precision, .recall, .f1, .right, .wrong, .missed,
        ]
        let heads = names.map { word in
            Markup("th", ["scope": "col", "class": "number"], .text(word == .interval ? "95 %" : contents(word)))
        }
        let table = Markup(
            "table", [:],
            Markup("thead", [:], Markup("tr", [:], [Markup("th", ["scope": "col"], .text(contents(.name)))] + heads)),
            Markup("tbody", [:], classes.map(row)))
        let note = contents(.drawn, ["count": "\(contents.evaluation.drawings)"])
        return contents.section(
            .classes,
            [
                Markup("div", ["class": "wide"], table),
                contents.evaluation.drawings > 0 ? Markup("p", ["class": "detail"], .text(note)) : .none,
            ])
    }

    private func row(_ one: ClassEvaluation) -> Markup {
        let range = contents.range(one.interval)
        let cells = [
            "\(one.objects)", one.objects > 0 ? contents.share(one.precision.ap) : contents(.noTruth), range,
            contents.share(one.precision.ap50), contents.share(one.point.precision),
            contents.share(one.point.recall), contents.share(one.point.f1), "\(one.point.right)",
            "\(one.point.wrong)", "\(one.point.missed)",
        ]
        return Markup(
            "tr", [:],
            [Markup("th", ["scope": "row"], Markup("bdi", [:], .text(one.label)))]
                + cells.map { Markup("td", ["class": "number"], .text($0)) })
    }
}

/// What was found as what: a matrix of the classes with most entries.
struct ConfusionTable {
    let contents: EvaluationContents

    /// More classes than a page shows in one matrix.
    private static let most = 30

    private struct Place: Hashable {
        let truth: String?
        let found: String?
    }

    var markup: Markup? {
        let entries = contents.evaluation.confusion
        guard !entries.isEmpty else { return nil }
        var sizes: [String: Int] = [:]
        for entry in entries {
            for label in Set([entry.truth, entry.found].compactMap { $0 }) { sizes[label, default: 0] += entry.count }
        }
        let most = sizes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.most).map(\.key)
        let labels: [String?] = most.sorted().map { $0 } + [nil]
        let counts = Dictionary(
            entries.map { (Place(truth: $0.truth, found: $0.found), $0.count) }, uniquingKeysWith: +)
        let table = Markup(
            "table", ["class": "matrix"],
            Markup("thead", [:], Markup("tr", [:], [Markup("td", [:])] + labels.map { head($0, "col") })),
            Markup("tbody", [:], labels.map { row($0, labels, counts) }))
        let note = sizes.count > Self.most ? contents(.matrixOfMost, ["count": "\(Self.most)"]) + " " : ""
        return contents.section(
            .matrix,
            [
                Markup("div", ["class": "wide"], table),
                Markup("p", ["class": "detail"], .text(note + contents(.matrixNote))),
            ])
    }

    private func head(_ label: String?, _ scope: String) -> Markup {
        Markup("th", ["scope": scope], Markup("bdi", [:], .text(label ?? contents(.nothing))))
    }

    private func row(_ truth: String?, _ labels: [String?], _ counts: [Place: Int]) -> Markup {
        let row = labels.map { counts[Place(truth: truth, found: $0)] ?? 0 }
        let all = max(row.reduce(0, +), 1)
        let cells = zip(labels, row).map { found, count in
            guard count > 0 else { return Markup("td", [:]) }
            return Markup(
                "td",
                [
                    "class": truth == found ? "own" : "off",
                    "style": "--share:\(Int((Double(count) / Double(all) * 80).rounded()))%",
                ], .text("\(count)"))
        }
        return Markup("tr", [:], [head(truth, "row")] + cells)
    }
}

import Evaluation

/// Two models beside each other: measures with their differences, classes, and what changed photo by photo.
struct ComparisonSection {
    let contents: EvaluationContents

    private static let mostPhotos = 40

    var markup: Markup? {
        guard let both = contents.comparison else { return nil }
        let (first, second) = (both.first.precision, both.second.precision)
        let means = [both.first, both.second].map { model -> Double? in
            let mistakes = model.worst.reduce(0) { $0 + $1.mistakes.count }
            return model.photos > 0 ? Double(mistakes) / Double(model.photos) : nil
        }
        var rows = [
            row(contents(.ap), first.ap, second.ap, both.ap), row(contents(.ap50), first.ap50, second.ap50, both.ap50),
            row(contents(.perPhoto), means[0], means[1], both.mistakes),
        ]
        let (ones, others) = (labelled(both.first), labelled(both.second))
        rows += both.classes.filter { $0.ap.value != nil }.map { one in
            row(one.label, ones[one.label]?.precision.ap, others[one.label]?.precision.ap, one.ap)
        }
        let heads: [EvaluationWord] = [.before, .after, .difference, .interval]
        let table = Markup(
            "table", [:],
            Markup(
                "thead", [:],
                Markup(
                    "tr", [:],
                    [Markup("td", [:])]
                        + heads.map { word in
                            let name = word == .interval ? "95 %" : contents(word)
                            return Markup("th", ["scope": "col", "class": "number"], .text(name))
                        } + [Markup("td", [:])])),
            Markup("tbody", [:], rows))
        let lists = [(both.worse, EvaluationWord.worse), (both.better, .better), (both.other, .other)]
        return contents.section(
            .comparison,
            [Markup("div", ["class": "wide"], table)] + lists.map(list)
                + [Markup("p", ["class": "detail"], .text(contents(.same, ["count": "\(both.same)"])))])
    }

    private func labelled(_ model: ModelEvaluation) -> [String: ClassEvaluation] {
        Dictionary(model.classes.map { ($0.label, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private func row(
        _ name: String, _ first: Double?, _ second: Double?, _ difference: ModelComparison.Difference
    ) -> Markup {
        let sign = difference.value.map { $0 > 0 ? "+" : "" } ?? ""
        let word = difference.interval.map { contents($0.isWithoutZero ? .noChance : .mayBeChance) } ?? ""
        let cells = [
            contents.share(first), contents.share(second), sign + contents.share(difference.value),
            contents.range(difference.interval),
        ]
        return Markup(
            "tr", [:],
            [Markup("th", ["scope": "row"], Markup("bdi", [:], .text(name)))]
                + cells.map { Markup("td", ["class": "number"], .text($0)) } + [Markup("td", [:], .text(word))])
    }

    private func list(_ photos: [ModelComparison.OfPhoto], _ title: EvaluationWord) -> Markup {
        guard !photos.isEmpty else { return .none }
        let items = photos.prefix(Self.mostPhotos).map { photo in
            let changes = [(photo.gone, EvaluationWord.gone), (photo.new, .new)].filter { !$0.0.isEmpty }
                .map { mistakes, word in
                    "\(contents(word)): " + mistakes.prefix(6).map(contents.text).joined(separator: ", ")
                        + (mistakes.count > 6 ? " …" : "")
                }
            return Markup(
                "li", [:],
                Markup("bdi", [:], .text("\(photo.path): \(photo.before) → \(photo.after)")),
                Markup("span", ["class": "where"], .text(" (" + changes.joined(separator: "; ") + ")")))
        }
        let more = photos.count - Self.mostPhotos
        return Markup(
            "details", ["class": "more"],
            Markup("summary", [:], .text(contents(title, ["count": "\(photos.count)"]))),
            Markup("ul", ["class": "changes"], Array(items)),
            more > 0 ? Markup("p", ["class": "detail"], .text(contents(.more, ["count": "\(more)"]))) : .none)
    }
}

import Scoring

/// The score sheet, round by round.
struct SheetSection {
    let contents: ReportModel

    var markup: Markup? {
        guard !contents.ends.isEmpty else { return nil }
        let rounds = zip(contents.session.rounds, contents.sheet.rounds).map { round, sheet in
            Markup(
                "div", ["class": "round"],
                contents.session.rounds.count > 1 ? Markup("h3", [:], .text(name(of: round))) : .none,
                SheetTable(contents: contents, round: round, sheet: sheet).markup)
        }
        let title = contents.words(.sheet)
        return Markup(
            "section", ["id": "sheet", "aria-label": title], Markup("h2", [:], .text(title)), .group(Array(rounds)),
            legend)
    }

    private func name(of round: Session.Round) -> String {
        let number = contents.words(.roundNumber, ["round": "\(round.number)"])
        let isNamed = !round.name.isEmpty && round.name != "Round \(round.number)" && round.name != number
        return isNamed ? number + " · " + round.name : number
    }

    /// What the chips' marks mean, as far as there are any.
    private var legend: Markup {
        let words = contents.words
        let arrows = contents.arrows
        let marks = [
            ("chip high doubt", "9", words(.toReviewLegend), arrows.contains(where: \.arrow.value.needsReview)),
            ("chip high person", "9", words(.manualCorrection), arrows.contains(where: \.isCorrected)),
            ("chip missing", "–", words(.notFound), contents.sheet.rounds.flatMap(\.rows).contains { $0.missing > 0 }),
        ].filter(\.3)
        guard !arrows.isEmpty || !marks.isEmpty else { return .none }
        let entries = marks.map { kind, mark, meaning, _ in
            Markup("span", [:], Markup("span", ["class": kind, "aria-hidden": "true"], .text(mark)), .text(meaning))
        }
        let numbers = arrows.isEmpty ? [] : [Markup("span", [:], .text(words(.numberBelow)))]
        return Markup("p", ["class": "legend"], entries + numbers)
    }
}
